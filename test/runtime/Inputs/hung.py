# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hung.py POMP_REPORT EXPERIMENT PROGRAM... - runs a program until the report tells of a deadlock, and kills it then."""
import json
import os
import subprocess
import sys
import time

report, experiment = sys.argv[1:3]
program = subprocess.Popen(sys.argv[3:], env=dict(os.environ, POMP_EXPERIMENT_DIR=experiment, POMP_SUMMARY="0"))
try:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        shown = subprocess.run([report, "--json=summary", experiment], capture_output=True, check=False)
        if shown.returncode == 0 and json.loads(shown.stdout)["deadlock"]:
            break
        time.sleep(0.1)
    else:
        sys.exit("it does not hang")
finally:
    program.kill()
    program.wait()
