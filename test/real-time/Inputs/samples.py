# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""samples.py JSON TRUTH - holds the parts that functions have of all samples against those of the CPU time that the program has measured
itself, a line `FUNCTION SECONDS` each."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
truth = {name: float(time) for name, time in map(str.split, open(sys.argv[2], encoding="utf-8"))}
found = dict.fromkeys(truth, 0)
for line in report["sampled_lines"]:
    if line["function"] in found:
        found[line["function"]] += line["time_ns"]
sampled = report["experiment"]["sampled"]
whole, all_found = sum(truth.values()), sampled["time_ns"]
rows = {name: (100 * truth[name] / whole, 100 * found[name] / all_found) for name in truth}
print(sampled["samples"], "samples", sampled["lost"], "lost", {name: tuple(round(n, 2) for n in row) for name, row in rows.items()})
assert sampled["samples"] + sampled["lost"] > 500, sampled
worst = max(rows, key=lambda name: abs(rows[name][0] - rows[name][1]))
assert abs(rows[worst][0] - rows[worst][1]) < 2, (worst, rows[worst])
# What was sampled is the time that the program has measured, all in all.
assert abs(all_found * 1e-9 / whole - 1) < 0.05, (all_found, whole)
