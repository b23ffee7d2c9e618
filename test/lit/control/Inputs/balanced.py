# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""balanced.py REPORT.json NAME=VISITS... - checks that user regions have exactly these visits, and none was left open or repaired."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
visits = {}
for region in report["regions"]:
    if region["construct"] == "region":
        visits[region["sub_name"]] = visits.get(region["sub_name"], 0) + region["visits"]
expected = {name: int(count) for name, count in (arg.split("=") for arg in sys.argv[2:])}
if visits != expected:
    sys.exit(f"visits {visits} instead of {expected}")
for key in ("repaired", "ignored"):
    if report["experiment"].get(key):
        sys.exit(f"{report['experiment'][key]} events {key}")
