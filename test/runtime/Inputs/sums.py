# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sums.py - reads what pomp-report --json says, and prints the sums of exclusive ns, visits and waiting of all call paths."""
import json
import sys

paths = json.load(sys.stdin)["callpaths"]
print(*(sum(p[key] for p in paths) for key in ("exclusive_ns", "visits", "wait_ns")))
