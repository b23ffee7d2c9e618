# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""findings.py REPORT PROGRAM THREADS MODE... - holds the findings of pomp-report --diagnose against what a program has recorded itself.

The program runs once in each mode and prints the truth. That is JSON: `property`, `line`, `severity_s`, `saving_s`, and perhaps `least`, which has the lower
bounds of the two where the program knows no more than bounds. The finding of that property and line must be
there with these figures, whether the machine was too busy to judge it or not; judged, it must be the first one of all but for more threads
than processors, where there are. If it would save next to nothing, it need not be there."""
import json
import os
import subprocess
import sys

NEAR = 0.05  # the part that a figure may be off
SMALL = 0.01  # the part of the wall time below which there is no finding
SLACK = 0.0005  # seconds that it may be off beside


def near(stated, least, most):
    return least * (1 - NEAR) - SLACK <= stated <= most * (1 + NEAR) + SLACK


def check(report, program, threads, mode):
    experiment = f"e-{mode}-{threads}"
    environment = {**os.environ, "OMP_NUM_THREADS": threads, "POMP_EXPERIMENT_DIR": experiment, "POMP_SUMMARY": "0"}
    truth = json.loads(subprocess.run([program, mode], env=environment, stdout=subprocess.PIPE, check=True).stdout)
    run = subprocess.run([report, "--diagnose", "--json", experiment], stdout=subprocess.PIPE, check=True)
    diagnosis = json.loads(run.stdout)
    found = diagnosis["findings"]
    reported = f"{mode}, {threads} threads\ntruth: {truth}\nfound: {json.dumps(found, indent=1)}"
    mine = [f for f in found if (f["property"], f["line"]) == (truth["property"], truth["line"])]
    if not mine and truth["saving_s"] <= SMALL * diagnosis["wall_s"] * (1 + NEAR) + SLACK:
        return
    if len(mine) != 1:
        sys.exit(f"{len(mine)} findings of {truth['property']} at line {truth['line']}\n{reported}")
    one = mine[0]
    for key in ("severity_s", "saving_s"):
        least = truth.get("least", truth)[key]
        if not near(one[key], least, truth[key]):
            sys.exit(f"{key} is {one[key]}, the program says {least}..{truth[key]}\n{reported}")
    judged = [f for f in found if f["judged"]]
    savings = [f["saving_s"] for f in judged]
    if savings != sorted(savings, reverse=True) or found[: len(judged)] != judged:
        sys.exit(f"the findings are not in order\n{reported}")
    if one["judged"] and next(f for f in judged if f["property"] != "oversubscription") != one:
        sys.exit(f"it is not the first one\n{reported}")
    if not one["judged"] and not one["not_judged_because"]:
        sys.exit(f"nothing says why it is not judged\n{reported}")


report_, program_, threads_, *modes = sys.argv[1:]
for one_mode in modes:
    check(report_, program_, threads_, one_mode)
