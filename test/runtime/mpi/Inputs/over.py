# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""over.py REPORT EXPERIMENT - waits until no process of a job that was killed is running any more."""
import json
import subprocess
import sys
import time

end = time.monotonic() + 60
while True:
    done = subprocess.run([sys.argv[1], "--json", sys.argv[2]], capture_output=True, text=True, check=False)
    if done.returncode == 0 and json.loads(done.stdout)["experiment"]["state"] != "running":
        break
    if time.monotonic() > end:
        sys.exit(f"still running: {done.stderr}")
    time.sleep(0.05)
