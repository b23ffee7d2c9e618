# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""untraced.py TRUTH REPORT [OPTION]... EXPERIMENT - holds that a finding about waiting in MPI is not judged where no traces tell how much of a call is
waiting, and that it says what it may be at most: all of the call, which the program has printed (pair.h)."""
import json
import subprocess
import sys

truth_file, report, *arguments = sys.argv[1:]
with open(truth_file, encoding="utf-8") as file:
    truth = json.loads(file.read().splitlines()[-1])
run = subprocess.run([report, "--diagnose", "--json", *arguments], stdout=subprocess.PIPE, check=True)
late = [f for f in json.loads(run.stdout)["findings"] if f["property"].startswith("mpi_late")]
mine = [round(f["severity_s"] * 1e9) for f in late if (f["property"], f["line"]) == (truth["property"], truth["line"])]
if mine != [truth["severity_ns"]] or any(f["judged"] or f["cause"] or not f["not_judged_because"].startswith("up to ") for f in late):
    sys.exit(f"truth: {truth}\nfound: {json.dumps(late, indent=1)}")
