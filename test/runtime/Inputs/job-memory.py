# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""job-memory.py REPORT FEW MANY FIXED [OPTION...] - what pomp-report takes of memory for the file MANY of a job is hardly more than for FEW, of a job with a tenth of the ranks, in all views or in that of the options."""
import sys

from memory_of import run

REPORT, FEW, MANY, FIXED, *OPTIONS = sys.argv[1:]
VIEWS = [[], ["--flat"], ["--flat", "--csv"], ["--tree"], ["--efficiency"], ["--diagnose"], ["--diagnose", "--json"], ["--json=summary"], ["--threads"], ["--jobs=2"], ["--jobs=1"]]  # fmt: skip
MORE = 1.3  # and FIXED, in KB: lists that are small are in memory, and so are sums of ranks

for view in [OPTIONS] if OPTIONS else VIEWS:
    (status, said, few), (other_status, other_said, many) = run([REPORT, *view, FEW]), run([REPORT, *view, MANY])
    assert (status, said, other_status, other_said) == (0, "", 0, ""), (view, said, other_said)
    assert many <= MORE * few + int(FIXED), (view, few, many)
