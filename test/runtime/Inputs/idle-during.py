# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""idle-during.py TRUTH REPORT... - runs the report and compares what it says of idle time with the file TRUTH."""
import json
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    true = json.load(file)
stated = json.loads(subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, check=True).stdout)
idle, all_idle = stated["idle"], stated["experiment"]["idle_ns"]
assert sum(row["idle_ns"] for row in idle) == all_idle, (idle, all_idle)
found = dict.fromkeys(true, 0.0)
for row in idle:
    region = stated["regions"][row["region"]] if row["region"] is not None else None
    if region is None or region["name"] == "(outside regions)":
        continue
    if row["during"] == "serial":
        found[region["sub_name"]] += row["idle_ns"] * 1e-9
    elif row["during"] == "small_team":
        found["small"] += row["idle_ns"] * 1e-9 if region["begin_line1"] == 4 else 0
    elif row["during"] == "late":
        found["late whole" if region["begin_line1"] == 3 else "late half"] += row["idle_ns"] * 1e-9
near = 0.05 * all_idle * 1e-9
for key, (least, most) in true.items():
    print(f"{key}: stated {found[key]:.4f} s, truth {least:.4f} to {most:.4f} s")
    assert least - near < found[key] < most + near, (key, found, true, idle)
