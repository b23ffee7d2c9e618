# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tasks.py REPORT.json PROFILE - checks that fib(16)'s tasks are counted exactly, times add up, and call paths are few."""
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
fib = [0, 1]
calls = [0, 0]  # so many calls of fib(n) create tasks
for n in range(2, 17):
    fib.append(fib[n - 1] + fib[n - 2])
    calls.append(1 + calls[n - 1] + calls[n - 2])
for role, count in (("task", 2), ("task create", 2), ("taskwait", 1)):
    found = [r["visits"] for r in report["regions"] if r["role"] == role and r["function"] == "fib"]
    if found != [calls[16]] * count:
        sys.exit(f"{role}: {found} instead of {count} times {calls[16]} visits")
for region in report["regions"]:
    if not 0 <= region["exclusive_ns"] <= region["inclusive_ns"]:
        sys.exit(f"{region['name']}: exclusive {region['exclusive_ns']}, inclusive {region['inclusive_ns']}")
exclusive = sum(r["exclusive_ns"] for r in report["regions"])
whole = report["experiment"]
if exclusive + whole["idle_ns"] != whole["allocation_ns"]:
    sys.exit(f"exclusive times add up to {exclusive}, with {whole['idle_ns']} idle, of {whole['allocation_ns']}")
if report["experiment"].get("repaired") or report["experiment"].get("ignored"):
    sys.exit(f"events repaired or ignored: {report['experiment']}")
if os.path.getsize(sys.argv[2]) > 200000:
    sys.exit(f"the profile has {os.path.getsize(sys.argv[2])} bytes")
