# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace-part.py ALL PART LOW HIGH - compares two outputs of pomp-report --json: the measured profile, and the one from a trace that
has only a part of the run. That part has between LOW and HIGH of the loops, and nothing is longer or more than in all."""
import json
import sys

whole, part = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
low, high = map(float, sys.argv[3:])


def visits(data, role):
    return {r["role"]: r["visits"] for r in data["regions"]}[role]


share = visits(part, "loop") / visits(whole, "loop")
assert low < share < high, share
assert abs(visits(part, "barrier") - visits(part, "loop")) <= 2 * len(part["locations"]), part["regions"]
assert all(l["inclusive_ns"] <= part["experiment"]["wall_ns"] for r in part["regions"] for l in r["locations"])
