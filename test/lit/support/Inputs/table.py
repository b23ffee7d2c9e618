#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py - checks docs/openmp-support.md, row by row: see the text at its top, and table.test.

Usage: table.py ROOT NAMES (NAMES: a file with LLVM's directives; the tools come in the environment, as for same.py)"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

CLANG, PLUGIN, LIBDIR, REPORT = (os.environ["TEST_" + name] for name in ("CLANG", "PLUGIN", "LIBDIR", "REPORT"))
ROOT, NAMES = sys.argv[1:]
SUPPORT = os.path.join(ROOT, "test/lit/support")
ROW = re.compile(r"\| `([a-z ]+)` \| ([a-z ]+) \| (.*) \| \[`([-\w.]+)`\]\(\.\./test/lit/support/([-\w.]+)\) \|$")
REMARK = re.compile(r":(\d+):\d+: remark: pompinst: '([a-z ]+?)(?:\([^']*)?' (instrumented|left alone)", re.M)
# Left out of the table: Fortran's. Clang's parser knows them no better than any other word, or dies of them.
FORTRAN = re.compile(r"\b(do|workshare|allocators|end sections|end single)\b")

Row = collections.namedtuple("Row", "name status text file")
Facts = collections.namedtuple("Facts", "directives remarks regions text")
failures = []


def fail(text):
    failures.append(text)


def rows():
    with open(os.path.join(ROOT, "docs/openmp-support.md"), encoding="utf-8") as file:
        for line in file:
            match = ROW.match(line.strip())
            if match:
                name, status, text, shown, path = match.groups()
                if shown != path:
                    fail(f"{name}: the link's text and its address differ")
                yield Row(name, status, text, path)
            elif line.startswith("| `"):
                fail(f"not a row: {line.strip()}")


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def directives(text, names):
    """Line numbers of each directive: the longest name that a pragma begins with."""
    found = collections.defaultdict(set)
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*#\s*pragma\s+omp\s+(.*)", line)
        words = re.findall(r"\w+|\W", match.group(1)) if match else []
        words = [word for word in words if word != " "]
        for length in range(len(words), 0, -1):
            if " ".join(words[:length]) in names:
                found[" ".join(words[:length])].add(number)
                break
    return found


def regions(path, flags, work):
    """(line, role) of what the test's program leaves in its experiment."""
    program, experiment = os.path.join(work, "program"), os.path.join(work, "experiment")
    link = [f"-L{LIBDIR}", "-lpompomp", f"-Wl,-rpath,{LIBDIR}"]
    done = run([CLANG, "-fopenmp", "-w", f"-fplugin={PLUGIN}", path, "-o", program, *link, *flags])
    if done.returncode:
        sys.exit(f"{path} does not compile\n{done.stderr}")
    environment = dict(os.environ, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR=experiment)
    done = run([program], env=environment, cwd=work, timeout=60)
    if done.returncode:
        sys.exit(f"{path} ends with status {done.returncode}\n{done.stderr}")
    report = run([REPORT, "--json", experiment])
    return {(region["begin_line1"], region["role"]) for region in json.loads(report.stdout)["regions"]}


def facts(file, names):
    path = os.path.join(SUPPORT, file)
    with open(path, encoding="utf-8") as source:
        text = source.read()
    same = re.search(r"%same.* -- (.*)", text)
    flags = same.group(1).split() if same else ["-DDISPATCH"]
    remarks = run([CLANG, "-fopenmp", f"-fplugin={PLUGIN}", "-fplugin-arg-pompinst-verbose", "-fsyntax-only",
                   "-fno-caret-diagnostics", *flags, "-Wno-error", path])  # fmt: skip
    if remarks.returncode and "expected an OpenMP directive" not in text:
        sys.exit(f"{path} does not compile\n{remarks.stderr}")
    said = {(int(line), name, what) for line, name, what in REMARK.findall(remarks.stderr)}
    with tempfile.TemporaryDirectory() as work:
        return Facts(directives(text, names), said, regions(path, flags, work) if same else None, text)


def check_measured(row, here, known):
    lines = {line for line, name, what in known.remarks if name == row.name and what == "instrumented"}
    if row.name == "section":  # is part of its sections
        if not any(role == "section" for _, role in known.regions):
            fail("section: no section in the experiment")
    elif row.name == "target loop":
        if not here & {line for line, name, _ in known.remarks if name == "target"}:
            fail("target loop: not taken for target")
    elif not here & lines:
        fail(f"{row.name}: no remark in {row.file} says that it is instrumented")
    elif known.regions is not None and not lines & {line for line, _ in known.regions}:
        fail(f"{row.name}: not in the experiment of {row.file}")


def check(row, known, rules):
    here = known.directives.get(row.name, set())
    said = {what for line, name, what in known.remarks if name == row.name and line in here}
    if not here:
        fail(f"{row.name}: does not occur in {row.file}")
    elif row.status == "measured":
        check_measured(row, here, known)
    elif row.status == "left alone":
        if said != {"left alone"}:
            fail(f"{row.name}: in {row.file} the remarks say {sorted(said)}")
    elif row.status == "no event":
        if said:
            fail(f"{row.name}: in {row.file} the remarks say {sorted(said)}")
    elif row.status == "refused":
        if row.text.strip("`") not in known.text:
            fail(f"{row.name}: {row.file} does not look for the message")
    else:
        fail(f"{row.name}: what is '{row.status}'?")
    for rule in re.findall(r"`((?:rule[A-Z]|section)\w+)`", row.text):
        if rule not in rules and rule != "sections":
            fail(f"{row.name}: there is no {rule}")


def main():
    with open(NAMES, encoding="utf-8") as file:
        llvms = {name for name in file.read().splitlines() if not FORTRAN.search(name)}
    table = list(rows())
    in_table = collections.Counter(row.name for row in table if row.status != "refused")
    for name in sorted(llvms - set(in_table)):
        fail(f"no row for {name}")
    for name in sorted(set(in_table) - llvms):
        fail(f"LLVM knows no {name}")
    for name, count in in_table.items():
        if count > 1:
            fail(f"{count} rows for {name}")
    names = llvms | {row.name for row in table}
    rules = ""
    for file in os.listdir(os.path.join(ROOT, "clang-plugin/rules")):
        with open(os.path.join(ROOT, "clang-plugin/rules", file), encoding="utf-8") as source:
            rules += source.read()
    known = {file: facts(file, names) for file in sorted({row.file for row in table})}
    for row in table:
        check(row, known[row.file], rules)
    print(f"{len(table)} rows, {len(known)} tests")
    if failures:
        sys.exit("\n".join(failures))


main()
