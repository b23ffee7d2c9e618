# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""visits.py REPORT.json NAME=VISITS... - checks that the critical constructs of these names are one region each, with these visits."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for argument in sys.argv[2:]:
    name, count = argument.split("=")
    found = [r for r in report["regions"] if r["sub_name"] == name and r["role"] == "critical"]
    if len(found) != 1 or found[0]["visits"] != int(count):
        sys.exit(f"{name}: {[(r['file'], r['begin_line1'], r['visits']) for r in found]} instead of {count} visits")
