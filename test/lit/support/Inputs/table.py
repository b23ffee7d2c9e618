#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py - checks docs/openmp-support.md, row by row: see the text at its top, and table.test.

Usage: table.py ROOT LIST (LIST: the output of test/plugin/openmp-directives; the tools come in the environment, as for
same.py)"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

CLANG, PLUGIN, LIBDIR, AS_JSON = (os.environ[name] for name in ("TEST_CLANG", "TEST_PLUGIN", "TEST_LIBDIR", "TEST_JSON"))
ROOT, LIST = sys.argv[1:]
SUPPORT = os.path.join(ROOT, "test/lit/support")
ROW = re.compile(r"\| `([a-z ]+)` \| ([a-z ]+) \| (.*) \| \[`([-\w.]+)`\]\(\.\./test/lit/support/([-\w.]+)\) \|$")
REMARK = re.compile(r":(\d+):\d+: remark: pompinst: '([a-z ]+?)(?:\([^']*)?' (instrumented|left alone)", re.M)
Row = collections.namedtuple("Row", "name status text file")
Facts = collections.namedtuple("Facts", "directives remarks regions text")
# clang-plugin/Directives.def says this.
Listed = collections.namedtuple("Listed", "name treatment kind inner rule why")
Construct = collections.namedtuple("Construct", "kind rule switch functions")
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


def read_list():
    listed, constructs, switches = {}, {}, []
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            what, *fields = line.rstrip("\n").split("\t")
            if what == "directive":
                listed[fields[0]] = Listed(*fields)
            elif what == "construct":
                kind, rule, switch, functions = fields
                constructs[kind] = Construct(kind, rule, switch, set(functions.split()))
            else:
                switches += fields
    return listed, constructs, switches


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def directives(text, names):
    """Returns the line numbers of each directive: the longest name that a pragma begins with."""
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
    """Returns (line, role) of the regions that the test's program leaves in its experiment."""
    program, experiment = os.path.join(work, "program"), os.path.join(work, "experiment")
    link = [f"-L{LIBDIR}", "-lpompomp", f"-Wl,-rpath,{LIBDIR}"]
    done = run([CLANG, "-fopenmp", "-w", f"-fplugin={PLUGIN}", path, "-o", program, *link, *flags])
    if done.returncode:
        sys.exit(f"{path} does not compile\n{done.stderr}")
    environment = dict(os.environ, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR=experiment)
    done = run([program], env=environment, cwd=work, timeout=60)
    if done.returncode:
        sys.exit(f"{path} ends with status {done.returncode}\n{done.stderr}")
    report = run([AS_JSON, "--json", experiment])
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
    if row.name == "section":  # it is part of its sections
        if not any(role == "section" for _, role in known.regions):
            fail("section: no section in the experiment")
    elif row.name == "target loop":
        if not here & {line for line, name, _ in known.remarks if name == "target"}:
            fail("target loop: not counted as target")
    elif not here & lines:
        fail(f"{row.name}: no remark in {row.file} says that it is instrumented")
    elif known.regions is not None and not lines & {line for line, _ in known.regions}:
        fail(f"{row.name}: not in the experiment of {row.file}")


def check_listed(row, listed, inner_kind, constructs):
    """Checks that the documentation says of a directive what the plugin's list says."""
    if row.status != listed.treatment:
        fail(f"{row.name}: {row.status} in the documentation, {listed.treatment} in Directives.def")
    elif row.status == "measured":
        named = set(re.findall(r"`(rule[A-Z]\w+)`", row.text))
        if named != {listed.rule}:
            fail(f"{row.name}: the documentation names {sorted(named)}, Directives.def {listed.rule}")
        inner = constructs.get(inner_kind)
        functions = constructs[listed.kind].functions | (inner.functions if inner else set())
        if listed.kind == "Ordered":
            functions = functions | constructs["Doacross"].functions
        for function in re.findall(r"`([A-Z]\w+)`", row.text):
            if "POMP_" + function not in functions:
                fail(f"{row.name}: {function} is none of its functions")
        if listed.inner and f"`{listed.inner}`" not in row.text and listed.why not in row.text:
            fail(f"{row.name}: the documentation does not say that {listed.inner} is in it")
    if listed.why and row.status in ("measured", "left alone") and listed.why.removeprefix("it ") not in row.text:
        fail(f"{row.name}: the documentation does not say: {listed.why}")


def check_constructs(constructs, switches):
    """Checks that each rule of the list is defined, each function declared, each name of disable= documented, and the other way."""
    rules = ""
    for file in os.listdir(os.path.join(ROOT, "clang-plugin/rules")):
        with open(os.path.join(ROOT, "clang-plugin/rules", file), encoding="utf-8") as source:
            rules += source.read()
    defined = set(re.findall(r"^void (rule[A-Z]\w+)\(", rules, re.M))
    wanted = {construct.rule for construct in constructs.values()}
    for rule in sorted(defined ^ wanted):
        fail(f"{rule}: " + ("no row of Directives.def names it" if rule in defined else "no file of rules/ defines it"))
    with open(os.path.join(ROOT, "include/pomp.h"), encoding="utf-8") as header:
        declared = set(re.findall(r"^extern void (POMP_\w+)\(struct ompregdescr \*d\);", header.read(), re.M))
    called = set().union(*(construct.functions for construct in constructs.values()))
    for function in sorted((declared ^ called) - {"POMP_Workshare_enter", "POMP_Workshare_exit"}):  # these are Fortran's
        fail(f"{function}: " + ("no construct has it" if function in declared else "pomp.h does not declare it"))
    with open(os.path.join(ROOT, "docs/build-integration.md"), encoding="utf-8") as file:
        text = re.search(r"\*\*`disable`\*\*.*?(?=\n\*|\n\n)", file.read(), re.S).group()
    for name in switches:
        if f"`{name}`" not in text:
            fail(f"docs/build-integration.md does not say that disable= takes {name}")


def check(row, known):
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


def main():
    listed, constructs, switches = read_list()
    check_constructs(constructs, switches)
    # Clang's parser knows Fortran's no better than any other word, or dies of them.
    llvms = {name for name, directive in listed.items() if directive.treatment != "fortran"}
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
    known = {file: facts(file, names) for file in sorted({row.file for row in table})}
    for row in table:
        check(row, known[row.file])
        if row.name in listed:
            directive = listed[row.name]
            inner = listed[directive.inner].kind if directive.inner else ""
            check_listed(row, directive, inner, constructs)
    print(f"{len(table)} rows, {len(known)} tests")
    if failures:
        sys.exit("\n".join(failures))


main()
