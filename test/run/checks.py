# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""checks.py - the suites that read sources, and run nothing of ours: their form, clang-tidy, and floors.

Which files clang-tidy looks at lives here. What it looks for does not: .clang-tidy and clang-plugin/.clang-tidy do."""
import collections
import concurrent.futures
import functools
import json
import os
import re
import subprocess
import sys
import time

import limits
import touched
from littests import CHECKOUT, DAYS, JOBS, SEEDS_OF_A_DAY
from outcomes import FAILED, PASSED, SKIPPED, Outcome, left_to_next
from reads import ROOT, digest, tools

# A day may change more files than a few minutes are enough for: `make test` looks at those that changed last.
MOST_TIDY = 8
# clang-tidy looks at all that a precompiled header has, for each file anew, and would not see that a file lacks an include.
PRECOMPILED = re.compile(r" -Winvalid-pch| -Xclang -include(-pch)? -Xclang \S*/cmake_pch\.\S+")


def run_format(context):
    """Runs one test: all sources are written as .clang-format says."""
    sources = [name for name in CHECKOUT.names if name.endswith((".c", ".h", ".cpp"))]
    # Plugin tests are about the form of their text: lines, tabs, continuations.
    sources = [name for name in sources if not name.startswith(("test/lit/", "test/page/", "test/real-time/", "test/runtime/"))]
    key = digest([CHECKOUT.states([*sources, ".clang-format"]), tools()])
    if context.recall(key):
        return [Outcome("format", PASSED, unchanged=True)]
    began = time.monotonic()
    checked = subprocess.run(["clang-format-19", "--dry-run", "-Werror", *sources], cwd=ROOT, check=False)
    if checked.returncode:
        return [Outcome("format", FAILED, "FAIL: not formatted; clang-format-19 -i does it")]
    context.remember(key)
    return [Outcome("format", PASSED, seconds=time.monotonic() - began)]


@functools.lru_cache(maxsize=None)
def headers_by_name():
    table = collections.defaultdict(list)
    for name in CHECKOUT.names:
        table[os.path.basename(name)].append(name)
    return table


def with_headers(name):
    """Returns a C file and all that it includes, by the names alone: any file of the checkout that is called so counts."""
    found, todo = set(), [name]
    while todo:
        source = todo.pop()
        if source in found:
            continue
        found.add(source)
        for header in re.findall(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', CHECKOUT.content(source), re.MULTILINE):
            todo += headers_by_name()[os.path.basename(header.decode(errors="replace"))]
    return found


def choose(names):
    """Returns which of the files `make test` looks at, and a line that says why not all."""
    changed = touched.touched_last()
    if changed is None:
        return names[:: len(names) // 20 + 1], f"tidy: there is no history of the newest day's commits: it looks at every {len(names) // 20 + 1}th file"
    # A header is looked at with the file of the same name.
    stems = {os.path.splitext(name)[0]: number for number, name in reversed(list(enumerate(changed)))}
    chosen = sorted((stems[os.path.splitext(name)[0]], name) for name in names if os.path.splitext(name)[0] in stems)
    said = f"tidy: the newest day's commits and the working tree changed {len(chosen)} of {len(names)} files"
    if len(chosen) > MOST_TIDY:
        said += f"; it looks at the {MOST_TIDY} that changed last"
    return sorted(name for _, name in chosen[:MOST_TIDY]), said


def commands_without_precompiled(context):
    """Returns what compiles each file of the build, without its precompiled headers. clang-tidy finds that in the suite's folder, too."""
    with open(os.path.join(context.build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [dict(entry, command=PRECOMPILED.sub("", entry["command"])) for entry in json.load(file)]
    with open(context.path("compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(entries, file)
    return {os.path.relpath(entry["file"], ROOT): entry["command"] for entry in entries}


def tidy_one(context, name, command, config=None):
    """Looks at one file. `command`: what compiles it; `config`: the rules, if they are not the next ones above the file."""
    key = digest([name, CHECKOUT.states([*with_headers(name), ".clang-tidy", "clang-plugin/.clang-tidy"]), tools(), command])
    if context.recall(key):
        return Outcome(name, PASSED, unchanged=True)
    if not context.seconds_left():
        return left_to_next(name)
    began = time.monotonic()
    options = [f"--config-file={config}"] if config else []
    checked = limits.run(["clang-tidy-19", "-p", context.path(""), "--quiet", "--warnings-as-errors=*", *options, name], context.limit, cwd=ROOT)
    seconds = time.monotonic() - began
    if checked.returncode:
        findings = [line for line in checked.stdout.splitlines() if ": error: " in line]
        print("\n".join(findings or [checked.stdout + checked.stderr]), flush=True)
        return Outcome(name, FAILED, f"FAIL clang-tidy: {name}", seconds=seconds, again=lambda: tidy_one(context, name, command, config))
    context.remember(key)
    return Outcome(name, PASSED, seconds=seconds)


def joined(context, commands, names):
    """Writes a source that includes several, and puts what compiles it into `commands`. Returns its name. Headers are read once for all of them then."""
    text = "".join(f'#include "{os.path.join(ROOT, name)}" // NOLINT(bugprone-suspicious-include)\n' for name in names)
    path = context.path(f"{os.path.basename(os.path.dirname(names[0]))}-{digest([text])[:12]}{os.path.splitext(names[0])[1]}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    first = os.path.join(ROOT, names[0])
    command = commands[names[0]].replace(first, path) + f" -I{os.path.dirname(first)}"
    with open(context.path("compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    with open(context.path("compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([*entries, {"directory": context.build, "file": path, "command": command}], file)
    commands[path] = command
    return path


def run_tidy(wanted, others=True, together=1, config=None):
    """Runs one test per file that the build compiles and whose name fits the regular expression, if it was changed last, and with `others` those
    whose day it is. `together`: so many files are one test, by the rules of `config`, as their
    headers make each slow."""

    def run(context):
        commands = commands_without_precompiled(context)
        names = sorted(name for name in commands if re.search(wanted, name) and not name.startswith("build"))
        if not names:
            return [Outcome(wanted, FAILED, f"FAIL no file that fits {wanted} is compiled")]
        today = names[context.seed // SEEDS_OF_A_DAY % DAYS :: DAYS] if others else []
        names, said = choose(names)
        names = sorted({*names, *today})
        print(said + (f"; and {len(today)} whose day it is" if others else ""), flush=True)
        if not names:
            return [Outcome("tidy", SKIPPED, "skipped tidy: none of its files has changed; tidy-all looks at others, too")]
        if together > 1:
            names = [joined(context, commands, names[at : at + together]) for at in range(0, len(names), together)]
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            return list(pool.map(lambda name: tidy_one(context, name, commands[name], config), names))

    return run


def run_floors(context):
    """Runs one test: no include and no reference between two built files points up the floors of test/floors.txt."""
    began = time.monotonic()
    checked = limits.run([sys.executable, os.path.join(ROOT, "test", "floors"), "--build", context.build], context.limit, cwd=ROOT)
    lines = [line for line in checked.stdout.splitlines() if not line.startswith("circle")] + checked.stderr.splitlines()
    if checked.returncode:
        return [Outcome("floors", FAILED, "\n    ".join(["FAIL floors", *lines]))]
    return [Outcome("floors", PASSED, seconds=time.monotonic() - began)]


def run_guards(context):
    """Runs two tests: HOWTO.md and CONTRIBUTING.md name guards that `make test` always runs, and the rows of test/mutations.txt fit the sources."""
    outcomes = []
    for name, *options in (["guards"], ["mutations", "--check"]):
        began = time.monotonic()
        checked = limits.run([sys.executable, os.path.join(ROOT, "test", name), *options], context.limit, cwd=ROOT)
        note = "\n    ".join([f"FAIL {name}", *checked.stdout.splitlines(), *checked.stderr.splitlines()]) if checked.returncode else ""
        outcomes.append(Outcome(name, FAILED if note else PASSED, note, seconds=time.monotonic() - began))
    return outcomes
