# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exclusive.py TRUTH REPORT EXPERIMENT FORMAT=CONVERTED... - compares the exclusive times that follow from converted traces of
convert-exclusive.c with what the program has seen. Readers that are not installed are left out, which a line says."""
import json
import shutil
import sys

import converted

truth, report, experiment, *traces = sys.argv[1:]
with open(truth, encoding="utf-8") as file:
    levels = [[float(number) for number in line.split()] for line in file]
data = json.loads(converted.run(report, "--json", experiment))
read = 0
for text in traces:
    form, _, path = text.partition("=")
    reader, program = converted.READERS[form]
    if not shutil.which(program):
        print(f"{form} is left out: there is no {program}")
        continue
    read += 1
    trace = reader(path)
    converted.compare(trace, data)
    sums = converted.exclusive(trace)
    for line, (worked, forking) in enumerate(levels, 1):
        team = sums["0", "parallel", "test.c", line] / 1e9
        fork = sums["0", "parallel (fork-join)", "test.c", line] / 1e9
        barrier = sums.get(("0", "barrier (implicit)", "test.c", line), 0) / 1e9
        # The stamps of the block are inside of the region, and those of the fork around it. On a busy machine the program may be
        # without a processor between a stamp and the event beside it.
        within = f"{form}, line {line}: {team} s in the members' block, {worked} s in truth"
        around = f"{form}, line {line}: {fork} + {barrier} s around the block, {forking} s in truth"
        assert -0.001 <= team - worked <= 0.05 * worked + 0.08, within
        assert -0.001 <= forking - fork - barrier <= 0.05 * forking + 0.08, around
assert read, "no reader is installed"
