# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""samples.py FOLDED - holds the stacks of sampled-stacks.c against those that it has.
samples.py --lines JSON SOURCE - holds the lines of its functions against the marks in the source."""
import json
import re
import sys

# Which chains of functions and regions lead to each function that takes time.
CHAINS = {
    "flux": {
        ("main", "serial"),
        ("main", "solve", "parallel", "parallel", "orphaned", "for"),
        ("main", "make_tasks", "parallel", "parallel", "single", "single sblock", "create task", "task"),
    },
    "inlined": {("main", "solve", "parallel", "parallel", "for")},
    "plain": {("main", "serial", "deeper"), ("main", "solve", "parallel", "parallel", "for")},
}
# The others of its functions; what begins and ends a process has some that main does not call.
OURS = {"solve", "orphaned", "make_tasks", "serial", "deeper", *CHAINS}
NEVER = re.compile(r"omp_outlined|omp_task_entry|__kmp|^kmp|GOMP|^omp_|pomp_|POMP_|^\.|_start|clone|start_thread")


def name(step):
    """Makes of a region's name `!$omp for @a.c:3` the word `for`."""
    return re.sub(r" (\(fork-join\)|\(nowait\))", "", re.sub(r"^!\$omp (.*?) @.*", r"\1", step))


def check_stacks(path):
    found = {}
    for line in open(path, encoding="utf-8"):
        stack, time = line.rsplit(" ", 1)
        steps = [name(step) for step in stack.split(";")[1:]]
        for step in steps:
            assert not NEVER.search(step), line
        for at, step in enumerate(steps):
            if step in CHAINS:
                assert tuple(steps[:at]) in CHAINS[step], (step, steps)
                found.setdefault(step, {}).setdefault(tuple(steps[:at]), 0)
                found[step][tuple(steps[:at])] += int(time)
        assert "main" not in steps[1:] and (steps[:1] == ["main"] or not OURS.intersection(steps)), line
    missing = {(f, chain) for f, chains in CHAINS.items() for chain in chains if chain not in found.get(f, {})}
    assert not missing, missing
    print(found)


def check_lines(path, source):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    with open(source, encoding="utf-8") as file:
        marks = {m[1]: i for i, line in enumerate(file, 1) if (m := re.search(r"// (inlined|flux)$", line))}
    for function, line in marks.items():
        of = [l for l in report["sampled_lines"] if l["function"] == function]
        near = [l for l in of if l["file"] == source and abs(l["line"] - line) <= 1]
        assert sum(l["samples"] for l in near) > 0.95 * sum(l["samples"] for l in of) > 0, of
    plain = [l for l in report["sampled_lines"] if l["function"] == "plain"]
    assert plain and all(l["known"] == "symbol" and l["line"] is None for l in plain), plain


if sys.argv[1] == "--lines":
    check_lines(*sys.argv[2:])
else:
    check_stacks(sys.argv[1])
