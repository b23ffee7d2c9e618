# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounded_findings.py - holds of any experiment that its findings claim no more than there was: of the wall time, of all threads' time, of the kernel's.

Findings that say that they have the same time as another one count once. Not here: what else must hold of an experiment (check.py)."""
import json
import subprocess
import sys

NEAR = 1.000001  # for sums of rounded numbers


def check(report, experiment, whole=None):
    """`whole` is what pomp-report --json says of it, if that is known."""
    run = subprocess.run([report, "--diagnose", "--json", experiment], capture_output=True, check=False)
    if run.returncode:
        return
    diagnosis = json.loads(run.stdout)
    judged = [f for f in diagnosis["findings"] if f["judged"]]
    once = sum(f["saving_s"] for f in judged if f["within"] is None and f["by"] == "wall")
    bad = [f for f in judged if f["saving_s"] > f["saving_of_s"] * NEAR]
    if once > diagnosis["wall_s"] * NEAR or bad:
        sys.exit(f"{experiment}: findings save more than {diagnosis['wall_s']} s: {once}, {json.dumps(bad or judged, indent=1)}")
    for kind in ("waiting", "idle"):
        of = diagnosis["ledger"][kind]
        if of["explained_ns"] + of["unexplained_ns"] > of["all_ns"] * NEAR:
            sys.exit(f"{experiment}: findings explain more {kind} than there is: {of}")
    kernel = whole and whole["experiment"]["kernel"]
    if kernel:
        of = [f for f in diagnosis["findings"] if f["property"] == "kernel_time"]
        claims = sum(f["severity_s"] for f in of) * 1e9, sum(f["evidence"]["page_faults"] for f in of), sum(f["evidence"]["sleeps"] for f in of)
        had = kernel["system_ns"], kernel["page_faults"], kernel["voluntary_switches"]
        if any(claim > most * NEAR + 1 for claim, most in zip(claims, had)):
            sys.exit(f"{experiment}: findings have more of the kernel's time, page faults and sleeps than there was: {claims}, {had}: {json.dumps(of, indent=1)}")
