# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""healthy.py REPORT PROGRAM THREADS MODE... - runs a program once in each mode, by the clock that it sets, and holds that the diagnosis has nothing to
say of it: no finding that would save a hundredth of the wall time. Not here: real programs by the machine's clock (test/real-time)."""
import json
import os
import subprocess
import sys

report, program, threads, *modes = sys.argv[1:]
for mode in modes:
    environment = {**os.environ, "OMP_NUM_THREADS": threads, "POMP_EXPERIMENT_DIR": f"e-{mode}-{threads}", "POMP_SUMMARY": "0"}
    subprocess.run([program, mode], env=environment, check=True)
    diagnosis = json.loads(subprocess.run([report, "--diagnose", "--json", environment["POMP_EXPERIMENT_DIR"]], stdout=subprocess.PIPE, check=True).stdout)
    if diagnosis["findings"] or diagnosis["wall_s"] < 0.01:
        sys.exit(f"{mode}, {threads} threads: {json.dumps(diagnosis, indent=1)}")
