# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exclusive.py WORKED FORKING REPORT EXPERIMENT FORMAT=CONVERTED... - compares the exclusive times that follow from converted traces
of convert-exclusive.c with those of thread 0 in ns, in the members' blocks and around them, at both levels. Readers that are not
installed are left out, which a line says."""
import json
import shutil
import sys

import converted

worked, forking, report, experiment, *traces = sys.argv[1:]
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
    for line in 1, 2:
        own = {name: sums.get(("0", name, "test.c", line), 0) for name in ("parallel", "parallel (fork-join)", "barrier (implicit)")}
        # The formats have times in other units than ns.
        assert round(own["parallel"]) == int(worked), (form, line, own)
        assert round(own["parallel (fork-join)"] + own["barrier (implicit)"]) == int(forking), (form, line, own)
assert read, "no reader is installed"
