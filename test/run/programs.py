# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs.py - the suites that run programs of their own and are not lit's: unit tests, pages, random programs, the emulator, and the
runner's own tests."""
import datetime
import functools
import os
import re
import shutil
import sys
import tempfile
import time

import later
import limits
import littests
from emulated import Target
from littests import CHECKOUT, WORKERS
from outcomes import FAILED, PASSED, SKIPPED, Outcome, left_to_next
from reads import ROOT, built, digest, products, tools

# So many random programs are remembered together.
PIECE = 10
# The fuzzers belong to the sanitizers' build.
NO_FUZZERS = "^(?!.*fuzz)"


def run_unit(context, program, key):
    """Runs a program, whose exit status is to be 0."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as own:
        done = limits.run([program], context.limit, cwd=own)
    name, seconds = os.path.basename(program), time.monotonic() - began
    if done.returncode:
        return Outcome(name, FAILED, f"FAIL {program}: exit status {done.returncode}: {done.stderr.strip()[-2000:]}", seconds=seconds)
    if key:
        context.remember(key)
    return Outcome(name, PASSED, seconds=seconds)


def run_units(context):
    """Runs one test per program of test/unit. There is one for each of its C files."""
    outcomes, programs = [], os.path.join(context.build, "test", "programs")
    for source in [name for name in CHECKOUT.below("test/unit") if name.endswith(".c")]:
        program = os.path.join(programs, "unit-" + os.path.basename(source)[:-2])
        key = os.path.exists(program) and digest([os.path.basename(program), built(program), tools()])
        if key and context.recall(key):
            outcomes.append(Outcome(os.path.basename(program), PASSED, unchanged=True))
            continue
        outcomes.append(run_unit(context, program, key))
        outcomes[-1].again = functools.partial(run_unit, context, program, None)
    return outcomes


def run_own(context):
    """Runs one test per test of test/run/test_remembering.py, which takes a second or two."""
    done = limits.run([sys.executable, os.path.join(ROOT, "test", "run", "test_remembering.py"), "-v"], context.limit)
    lines = re.findall(r"^(test_\w+) .*\.\.\. (\w+)", done.stderr, re.MULTILINE)
    outcomes = [Outcome(name, PASSED if verdict == "ok" else FAILED, "" if verdict == "ok" else f"FAIL {name}") for name, verdict in lines]
    if done.returncode:
        print(done.stderr, flush=True)
        if all(outcome.code == PASSED for outcome in outcomes):
            outcomes.append(Outcome("test_remembering.py", FAILED, f"FAIL test_remembering.py: exit status {done.returncode}"))
    return outcomes


# --- the pages ---


def run_docs(context):
    """Runs one test per page that shows commands: they are run, and print what the page shows (test/docs/console.py). What the
    page itself leaves out, with its reason, is a skipped test. `make test` runs the pages that it always does, and those for what was touched. Six more test all links, the tables of JSON keys, what compares the pages, the commands in sentences and
    tables, the pages for those who change the project, and the table of faults."""
    always = littests.table_of_tests().always["docs"]
    pages = [name for name in littests.pages_with_commands() if context.seed or name in context.chosen or later.fits(name, always)]
    folder = os.path.join(context.build, "test", "docs")
    commands = [("links.py", [ROOT]), ("keys.py", [ROOT]), ("test_console.py", [context.build, ROOT]), ("inline.py", [context.build, ROOT, folder]),
                ("recipes.py", [ROOT]), ("faults.py", [ROOT])]  # fmt: skip
    outcomes = []
    for name, arguments in commands + [(page, [context.build, ROOT, page, folder]) for page in pages]:
        reads = CHECKOUT.states(CHECKOUT.names if name == "recipes.py" else [*CHECKOUT.below("test/docs", "test/clock", "docs", "examples", "tools/library/notebook", "bench"), "tools/files/figures.def", "tools/findings/factors.h", "README.md"])
        key = digest([name, reads, products(context.build), tools()])
        known = context.recall(key)
        if known:
            outcomes += [Outcome(name, PASSED, unchanged=True), *skipped(known["notes"])]
            continue
        if not context.seconds_left():
            outcomes.append(left_to_next(name))
            continue
        outcomes += run_page(context, name, arguments, key)
        outcomes[-1].again = lambda name=name, arguments=arguments: run_page(context, name, arguments, None)[-1]
    return outcomes


def skipped(notes):
    return [Outcome(note.split(":")[0], SKIPPED, note) for note in notes]


def run_page(context, name, arguments, key):
    """Runs the test of one page. Returns the outcomes of what it leaves out, and then its own."""
    program, began = os.path.join(ROOT, "test", "docs", name if name.endswith(".py") else "console.py"), time.monotonic()
    done = limits.run([sys.executable, program, *arguments], context.limit, cwd=ROOT)
    notes = [line for line in done.stdout.splitlines() if line.startswith("skipped ")]
    if done.returncode:
        print(f"FAIL {name}: {done.stderr.strip()[-3000:]}", flush=True)
        return [*skipped(notes), Outcome(name, FAILED, f"FAIL {name}", seconds=time.monotonic() - began)]
    if key:
        context.remember(key, {"notes": notes})
    return [*skipped(notes), Outcome(name, PASSED, seconds=time.monotonic() - began)]


# --- random programs ---


def seeds_of_today(count):
    """Returns the first of as many seeds as every day has of its own."""
    return 1 + count * (datetime.date.today() - datetime.date(2020, 1, 1)).days


def run_fuzz(count):
    """Runs one test per random program. A program that fails by itself, without the plugin, tests nothing: it is skipped. In `make test` they
    are always the same."""

    def run(context):
        first, outcomes = context.seed or 1, []
        print(f"seeds {first}..{first + count - 1}; again: test/fuzz/openmp-fuzz --seeds {first}..{first + count - 1}", flush=True)
        shutil.rmtree(os.path.join(context.build, "test", "fuzz"), ignore_errors=True)
        reads = [CHECKOUT.states(CHECKOUT.below("test/fuzz", "test/runtime/Inputs", "test/run", "include")), products(context.build), tools()]
        for begin in range(first, first + count, PIECE):
            outcomes += run_piece(context, begin, min(begin + PIECE, first + count) - 1, reads)
        if all(outcome.code == SKIPPED and not outcome.left for outcome in outcomes):
            outcomes.append(Outcome("fuzz", FAILED, "FAIL no random program passed"))
        return outcomes

    return run


def run_piece(context, first, last, reads):
    """Runs some random programs, or remembers what they came to."""
    seeds = f"{first}..{last}"
    key = digest([*reads, seeds])
    known = context.recall(key)
    if known:
        return [Outcome(f"seed {seed}", PASSED, unchanged=True) for seed in known["passed"]] + skipped(known["notes"])
    if not context.seconds_left():
        return [left_to_next(f"seed {seed}") for seed in range(first, last + 1)]
    outcomes = try_seeds(context, seeds, WORKERS)
    if all(outcome.code != FAILED for outcome in outcomes):
        passed = [int(outcome.name.split()[1]) for outcome in outcomes if outcome.code == PASSED]
        context.remember(key, {"passed": passed, "notes": [outcome.note for outcome in outcomes if outcome.note]})
    return outcomes


def try_seeds(context, seeds, jobs):
    """Tries random programs. Each has a limit of its own for each of its commands (test/fuzz/trial.py)."""
    folder = os.path.join(context.build, "test", "fuzz")
    command = [sys.executable, os.path.join(ROOT, "test", "fuzz", "openmp-fuzz"), "--build", context.build, "--keep", folder, "--each"]
    done = limits.run([*command, "--seeds", seeds, "--jobs", str(jobs)], context.suite_limit)
    said = dict(re.findall(r"^seed (\d+): (.*)$", done.stdout, re.MULTILINE))
    if not said:
        print(done.stdout + done.stderr, flush=True)
    first, _, last = seeds.partition("..")
    return [outcome_of(context, seed, said.get(str(seed), f"it did not end: openmp-fuzz's exit status is {done.returncode}"))
            for seed in range(int(first), int(last or first) + 1)]  # fmt: skip


def outcome_of(context, seed, said):
    name, again = f"seed {seed}", f"test/fuzz/openmp-fuzz --shrink --seeds {seed}"
    passed = re.fullmatch(r"passed in ([\d.]+) s", said)
    if passed:
        return Outcome(name, PASSED, seconds=float(passed[1]))
    if said.startswith("plain-"):
        return Outcome(name, SKIPPED, f"skipped {name}: {said} ({again})")
    return Outcome(name, FAILED, f"FAIL {name}: {said} ({again})", again=lambda: try_seeds(context, str(seed), 1)[0])


# --- another processor ---


def run_emulated(context):
    """Runs test/emulated, which counts its tests itself. Without the build for aarch64 or the emulator it is skipped."""
    build, why = context.build, Target(context.build).lacks()
    if why:
        return [Outcome("emulated", SKIPPED, f"skipped test/emulated: {why}")]
    key = digest([CHECKOUT.states(["test/emulated", "test/runtime/Inputs/regions.h"]), products(build), *built_there(build), tools()])
    known = context.recall(key)
    if known:
        return [Outcome(f"emulated {number}", PASSED, unchanged=True) for number in range(known["passed"])]
    done = limits.run([sys.executable, os.path.join(ROOT, "test", "emulated"), "--build", build], context.suite_limit)
    said = re.search(r"^(\d+) passed, (\d+) failed$", done.stdout, re.MULTILINE)
    bad = [line for line in done.stdout.splitlines() if line.startswith("FAIL ")]
    passed = [Outcome(f"emulated {number}", PASSED) for number in range(int(said[1]) if said else 0)]
    if not said or (done.returncode and not bad):
        bad.append(f"FAIL test/emulated: exit status {done.returncode}: {(done.stdout + done.stderr)[-1500:]}")
    if not bad:
        context.remember(key, {"passed": len(passed)})
    return passed + [Outcome(line.removeprefix("FAIL "), FAILED, line) for line in bad]


def built_there(build):
    """Returns what was built for aarch64, as it is: this machine's tools can't strip it."""
    for name in ("lib/libpompomp.so", "lib/libpompomp.a", "bin/pomp-report", "bin/pomp-convert"):
        with open(os.path.join(build, "aarch64", name), "rb") as file:
            yield digest([file.read()])


def run_runtime_emulated(only, most):
    """Runs those of the runtime's tests that `only` fits, with programs and the library for aarch64. What they need is tried in a process of its own."""

    def run(context):
        done = limits.run([sys.executable, os.path.join(ROOT, "test", "run", "emulated.py"), context.build], context.limit)
        if done.returncode:
            return [Outcome("runtime-emulated", SKIPPED, f"skipped test/runtime for aarch64: {done.stdout.strip()}")]
        return littests.run_lit("test/runtime", only, ["emulated=1", "built=" + digest(built_there(context.build))], most=most)(context)

    return run
