# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""littests.py - how lit's suites are run: with which keys and limits, and what its results come to.

What does not live here: the list of suites (test/run-tests), what a test reads (reads.py), and how lit runs one test (remembered.py)."""
import functools
import json
import math
import os
import re
import shutil
import sys

import later
import libomps
import limits
import touched
from outcomes import FAILED, PASSED, SKIPPED, Outcome, left_to_next
from reads import ROOT, SINGLE, UNCHANGED, Checkout, digest, products, singles, tools

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
JOBS = len(os.sched_getaffinity(0))
WORKERS = JOBS + (JOBS + 1) // 2  # as tests wait now and then: for a rank to start, for a lock that somebody holds
CHECKOUT = Checkout()
# Random tests of --all begin at another seed each day, which are so many apart; and what repeats other suites is divided among so many days.
SEEDS_OF_A_DAY, DAYS = 300, 3

# `make test` runs a part of these suites (test/later.txt).
LIT_ROOTS = ("test/lit", "test/page", "test/package", "test/runtime")
# Every test of lit's suites reads these.
LIT_READS = ("test/lit/lit.cfg.py", "test/lit/ClangLacks.def", "test/runtime/lit.cfg.py", "test/run/emulated.py", "test/run/remembered.py",
             "test/run/registrations.py", "test/run/limits.py", "test/package/lit.cfg.py", "test/page/lit.cfg.py", "test/real-time/lit.cfg.py",
             "test/clock", "test/mpirun", "include", "cmake", "CMakePresets.json")  # fmt: skip
# These are built and do not matter to lit's tests; to the runtime's tests, the plugin's build does not, either.
UNITS = ("test/programs/unit-",)
PLUGIN = ("lib/libpompinst", "test/plugin/", "test/programs/fuzz_plugin", "test/programs/fuzz_pragma", "test/programs/fuzz_filter")


def is_read_by_all(name):
    """Tells whether every test of lit's suites reads the file, beside the folders of LIT_READS."""
    scripts = name.startswith("runtime/") and not name.endswith((".c", ".h", ".md"))
    return scripts or os.path.basename(name) in ("lit.local.cfg", "CMakeLists.txt")


def write_keys(path, build, folder, parameters, without=(), seed=0):
    """Writes the keys of all tests below a folder, for remembered.py, and what it adds to them. `without`: what is built and they do without;
    `seed`: where fuzzers begin."""
    always = CHECKOUT.below(*LIT_READS) + [name for name in CHECKOUT.names if is_read_by_all(name)]
    common = [CHECKOUT.states(always), products(build, (*without, *SINGLE)), tools(), *parameters]
    keys, scripts = {}, {}
    for test in [name for name in CHECKOUT.below(folder) if CHECKOUT.is_test(name)]:
        own = [str(seed)] if seed and b"%fuzzed" in CHECKOUT.content(test) else []
        place = os.path.realpath(os.path.join(ROOT, test))
        keys[place] = digest([test, CHECKOUT.states(CHECKOUT.read_by(test)), *common, *own])
        scripts[place] = [os.path.join(ROOT, name) for name in CHECKOUT.named_by(test) if not name.endswith(".md")]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"keys": keys, "scripts": scripts, "singles": singles(build)}, file)


def read_results(path, only):
    """Returns the row of each test that lit has found and `only` fits; a row without a code is one of a test that did not end."""
    rows = {}
    try:
        with open(path, encoding="utf-8") as file:
            for row in map(json.loads, file):
                rows[row["name"]] = row
    except FileNotFoundError:
        pass
    return [row for name, row in sorted(rows.items()) if not only or re.search(only, name, re.IGNORECASE)]


def left_to_all(root):
    """Returns the tests of a suite's folder that `make test` does not always run, and what in test/later.txt names none."""
    names = [name.removeprefix(root + "/") for name in CHECKOUT.below(root) if CHECKOUT.is_test(name)]
    return later.left_to_all(CHECKOUT.content("test/later.txt").decode(), root, names)


def choose(files):
    """Returns the tests, and the pages, that `make test` runs for files that were touched, and a line that says how many it does not."""
    names = [f"{root}/{name}" for root in LIT_ROOTS for name in left_to_all(root)[0]]
    names = [name for name in names if not re.search(rb"REQUIRES:.*\ball\b", CHECKOUT.content(name))]
    table = table_of_tests()
    pages = [name for name in pages_with_commands() if not later.fits(name, table.always["docs"])]
    return touched.choose(touched.Tests(CHECKOUT, sorted(names) + pages, table), files)


def needless(files):
    """Returns the suites and tests that `make test` does not run, as nothing was touched that they are about."""
    table = table_of_tests()
    always = {root: [name for name in map(functools.partial(os.path.relpath, start=root), filter(CHECKOUT.is_test, CHECKOUT.below(root))) if later.fits(name, table.always[root])] for root in LIT_ROOTS}
    return {f"{root}/{name}" for root in LIT_ROOTS for name in later.needless(table, files, root, always[root])} | later.needless(table, files, "test", ["fuzz"])


def table_of_tests():
    return later.read_table(CHECKOUT.content("test/later.txt").decode())


def pages_with_commands():
    return [name for name in CHECKOUT.names if name.endswith(".md") and b"\n```console\n" in CHECKOUT.content(name)]


def lit_command(context, results, jobs, parameters):
    command = [sys.executable, LIT, "-q", f"-j{jobs}", "--no-progress-bar", f"--timeout={context.limit}"]
    command += [f"--max-time={int(context.seconds_left()) + 1}"] if context.seconds_left() < math.inf else []
    for parameter in ["build_dir=" + context.build, "results=" + results, *([f"seed={context.seed}"] if context.seed else []), *parameters]:
        command += ["--param", parameter]
    return command


def start_lit(context, command, results):
    """Runs lit. Returns its exit status, and what it said."""
    if os.path.exists(results):
        os.remove(results)
    temporary = os.path.join(context.build, "test", "tmp")
    os.makedirs(temporary, exist_ok=True)
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", TMPDIR=temporary)
    done = limits.run(command, context.suite_limit, cwd=context.build, env=environment)
    return done.returncode, done.stdout + done.stderr


def left_out(context, folder, most):
    """Returns the tests of a suite's folder that are not run, why not, and what in test/later.txt names none. `most`: see run_lit."""
    root = "/".join(folder.split("/")[:2])
    left, unused, why = set(), [], "left to make test-all (test/later.txt)"
    if not context.seed and folder == root:  # a test that a suite names is run
        left, unused = left_to_all(root)
        left = {name for name in left if f"{root}/{name}" not in context.chosen}
        left |= {name.removeprefix(root + "/") for name in context.needless - context.chosen if name.startswith(root + "/")}
    if most:
        table, why = table_of_tests(), f"left out: another suite has them, and they take longer than {most} s, or come on another day"
        names = [name for name in CHECKOUT.below(root) if CHECKOUT.is_test(name)]
        short = [name for name in names if later.seconds_of(table, name) <= most]
        today = short[context.seed // SEEDS_OF_A_DAY % DAYS :: DAYS]
        left |= {os.path.relpath(name, root) for name in names if name not in today}
    return left, why, unused


def run_lit(folder, only=None, parameters=(), jobs=WORKERS, most=0):
    """Runs a lit suite. `only` is a regular expression for the names of tests; `jobs`: how many are run at the same time; `most`: tests that take
    more seconds than that, by test/later.txt, are left out, and of the others those of other days."""
    root = "/".join(folder.split("/")[:2])

    def run(context):
        results, keys = context.path("results.jsonl"), context.path("keys.json")
        if context.force:
            context.forget()
        write_keys(keys, context.build, folder, parameters, UNITS + (PLUGIN if root == "test/runtime" else ()), context.seed)
        command = lit_command(context, results, jobs, [*parameters, "keys=" + keys])
        command += ["--filter", only] if only else []
        left, why_left, unused = left_out(context, folder, most)
        command += ["--filter-out", f" :: ({'|'.join(map(re.escape, sorted(left)))})$"] if left else []
        status, said = start_lit(context, [*command, os.path.join(ROOT, folder)], results)
        why = f"it did not end: the whole suite has {context.suite_limit} s" if status == limits.EXCEEDED else f"it did not end: lit's exit status is {status}"
        every = read_results(results, only)
        rows = [row for row in every if row["name"].split(" :: ", 1)[1] not in left]
        if len(rows) < len(every):
            print(f"{len(every) - len(rows)} tests are {why_left}", flush=True)
        if not rows:
            print(said, flush=True)
            return [Outcome(folder, FAILED, f"FAIL lit ran no test in {folder}")]
        shutil.rmtree(context.path("failed"), ignore_errors=True)
        outcomes = [Outcome(name, FAILED, f"FAIL test/later.txt: there is no {root}/{name}") for name in unused]
        return outcomes + [outcome_of(row, context, why, functools.partial(again, context, row["name"])) for row in rows]

    def again(context, name):
        """Runs one test alone, and does not remember that it passed, if it did: it has also failed."""
        results = context.path("again.jsonl")
        command = lit_command(context, results, 1, parameters)
        status, _ = start_lit(context, [*command, os.path.join(ROOT, root, name.split(" :: ", 1)[1])], results)
        rows = [row for row in read_results(results, None) if row["name"] == name]
        return outcome_of(rows[0] if rows else {"name": name}, context, f"it did not end: lit's exit status is {status}", None)

    return run


def outcome_of(row, context, why, again):
    """Returns what a row of lit's results comes to. `why`: why a test has no result."""
    name, code, output = row["name"], row.get("code", "UNRESOLVED"), row.get("output", why)
    if "code" not in row and not context.seconds_left():
        return left_to_next(name)
    if code in ("PASS", "XFAIL", "FLAKYPASS"):
        return Outcome(name, PASSED, unchanged=output == UNCHANGED, seconds=row["seconds"] if output != UNCHANGED else 0)
    if code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
        return Outcome(name, SKIPPED, f"skipped {name}: {' '.join(output.split()) or code.lower()}")
    path = context.path("failed", re.sub(r"\W+", "-", name.split(" :: ", 1)[1]) + ".txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(output)
    what = f"TIMEOUT {name}: it did not end within {context.limit} s" if code == "TIMEOUT" else f"{'FAIL' if code == 'FAIL' else code} {name}"
    print(f"{what}: {last_words(output)}\n    (all of it is in {path})", flush=True)
    return Outcome(name, FAILED, what, seconds=row.get("seconds", 0), again=again)


def last_words(output, most=1500):
    """Returns what matters of a failed test's output: its last command, and the end of what that said. A reader of the log
    of a machine far away may see no more than a screen of it."""
    at = max(output.rfind("\n# executed command: "), 0)
    command, _, said = output[at:].strip().partition("\n")
    command = command if len(command) <= 400 else command[:100] + " … " + command[-300:]
    said = "\n".join(line for line in said.splitlines() if not line.startswith("# | `-") and line.strip(" #|^~"))
    return command + "\n" + (said if len(said) <= most else "… " + said[-most:])


def run_other_version(version, folder, only, parameter, most=0):
    """Runs a lit suite with another version of Clang or libomp, if all that it needs is there."""

    def run(context):
        plugin = os.path.join(context.build, "lib", f"libpompinst-{version}.so")
        needed = {f"clang-{version}": shutil.which("clang-" + version),
                  f"plugin for it (Debian: libclang-{version}-dev)": folder != "test/lit" or os.path.exists(plugin),
                  f"profiler for it (Debian: libclang-rt-{version}-dev)": os.path.exists(f"/usr/lib/llvm-{version}/lib/clang/{version}/lib/linux"),
                  "omp.h of its own (cmake/other-libomp.sh)": os.path.exists(os.path.join(context.build, "test", "libomp", version, "done")),
                  "libomp of its own (cmake/other-libomp.sh; Debian 12 has 16 and 19)": parameter != "libomp" or libomps.has_library(context.build, version)}  # fmt: skip
        lacking = [what for what, there in needed.items() if not there]
        if lacking:
            return [Outcome(folder, SKIPPED, "skipped: there is no " + ", and no ".join(lacking))]
        return run_lit(folder, only, [f"{parameter}={version}"], most=most)(context)

    return run
