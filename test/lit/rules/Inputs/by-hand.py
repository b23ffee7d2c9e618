# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by-hand.py REPORT.json - checks what is known of the clauses of descriptors that by-hand.c has filled."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    regions = {r["sub_name"]: r for r in json.load(file)["regions"]}
for name in ("listed", "assigned", "version 1", "version 2"):
    region = regions[name]
    assert region["visits"] == 1, region
    if name != "assigned":
        assert region["clauses"] is None and region["directive"] is None, region
assert regions["assigned"]["clauses"] == "schedule(guided) num_threads(3)"
known = {key: value for key, value in regions["assigned"]["directive"].items() if value}
assert known == {"schedule": "guided", "has_num_threads": True, "num_threads": 3}, known
