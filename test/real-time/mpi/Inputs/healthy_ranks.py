# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""healthy_ranks.py REPORT EXPERIMENT [OPTION]... - holds that nothing is found about an experiment that is worth more than two hundredths of the
wall time, unless threads were ready and had no processor, who may then have taken that time."""
import json
import subprocess
import sys

HEALTHY = 0.02
report, experiment, *options = sys.argv[1:]


def read(*more):
    return json.loads(subprocess.run([report, *options, *more, experiment], stdout=subprocess.PIPE, check=True).stdout)


diagnosis, whole = read("--diagnose", "--json"), read("--json=summary")["experiment"]
ready = ((whole["scheduled"] or {}).get("ready_ns") or 0) * 1e-9
reported = f"ready {ready} s of {diagnosis['wall_s']} s; {json.dumps(diagnosis['findings'], indent=1)}"
for f in diagnosis["findings"]:
    if f["judged"] and f["saving_s"] > HEALTHY * diagnosis["wall_s"] + ready:
        sys.exit(f"{f['property']} at line {f['line']} is found\n{reported}")
traced = "--from-trace" in options
late = [f for f in diagnosis["findings"] if f["property"].startswith("mpi_late")]
if not traced and any(f["judged"] or "up to " not in f["not_judged_because"] for f in late):
    sys.exit(f"a profile tells of waiting\n{reported}")
print(reported)
