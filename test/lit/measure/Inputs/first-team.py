# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""first-team.py - checks what pomp-report --json says of the program of ../first-team.c."""
import json
import sys

report = json.load(sys.stdin)
members = {location["id"]: location["thread_num"] for location in report["locations"] if location["kind"] == "member"}
found = {}
for region in report["regions"]:
    for part in region["locations"]:
        if part["location"] in members:
            found[region["name"], members[part["location"]]] = part["exclusive_ns"]
MS = 1000000
assert found["parallel", 0] == 20 * MS, found
assert found["parallel", 1] == 10 * MS, found
assert found["barrier (implicit)", 0] == 0, found
assert found["barrier (implicit)", 1] == 10 * MS, found
