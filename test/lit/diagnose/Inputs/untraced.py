# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""untraced.py TRUTH REPORT [OPTION]... EXPERIMENT - holds that a finding about waiting in MPI is not judged where no traces tell how much of a call is
waiting, and that it says an upper bound: the program has printed what is true (pair.h)."""
import json
import subprocess
import sys

SLACK = 0.0005  # seconds that measuring may have taken in the calls
truth_file, report, *arguments = sys.argv[1:]
with open(truth_file, encoding="utf-8") as file:
    truth = json.loads(file.read().splitlines()[-1])
run = subprocess.run([report, "--diagnose", "--json", *arguments], stdout=subprocess.PIPE, check=True)
found = json.loads(run.stdout)["findings"]
reported = f"truth: {truth}\nfound: {json.dumps(found, indent=1)}"
late = [f for f in found if f["property"].startswith("mpi_late")]
if any(f["judged"] or f["cause"] or not f["not_judged_because"].startswith("up to ") for f in late):
    sys.exit(f"something is known of waiting\n{reported}")
mine = [f for f in late if (f["property"], f["line"]) == (truth["property"], truth["line"])]
if len(mine) != 1:
    sys.exit(f"{len(mine)} findings of {truth['property']} at line {truth['line']}\n{reported}")
if mine[0]["severity_s"] + SLACK < truth["severity_s"]:
    sys.exit(f"it is no upper bound\n{reported}")
