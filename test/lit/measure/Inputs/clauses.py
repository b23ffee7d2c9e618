# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clauses.py REPORT.json REPORT.json - checks what reports, from the profile and from the trace, know of the directives of reported-clauses.c."""
import json
import sys

LOOP = "schedule(static, 4) num_threads(2) reduction(+: s)"
LOOP_FACTS = {"schedule": "static", "has_chunk": True, "chunk": 4, "has_num_threads": True, "num_threads": 2, "iterations": 1000, "in_loop": True}
EXPECTED = {
    ("parallelfor", "fork"): (LOOP, LOOP_FACTS), ("parallelfor", "team"): (LOOP, LOOP_FACTS), ("parallelfor", "loop"): (LOOP, LOOP_FACTS),
    ("parallelfor", "barrier"): (LOOP, LOOP_FACTS), ("parallel", "fork"): ("", {}), ("parallel", "team"): ("", {}),
    ("critical", "critical"): ("hint(1)", {}), ("function", "user"): (None, None)}  # fmt: skip
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        regions = {(r["construct"], r["role"]): r for r in json.load(file)["regions"]}
    for key, (clauses, facts) in EXPECTED.items():
        found = regions[key]["directive"]
        known = found and {name: value for name, value in found.items() if value}
        assert (regions[key]["clauses"], known) == (clauses, facts), (path, key, regions[key]["clauses"], known)
