# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""live-trace.py REPORT PROGRAM MODE MEMORY - reads the trace of the program of live-trace.c while it grows. Each loop has one single,
so that of each thread at most one loop has none yet, or none any more where the begin of the trace is gone."""
import json
import os
import shutil
import subprocess
import sys
import time

from killing import remove_dead

report, program, mode, memory = sys.argv[1:]
READINGS, THREADS, SECONDS = 10, 2, 90


def read():
    """Returns the visits that the trace has; None while there is nothing in it."""
    run = subprocess.run([report, "--json", "--from-trace", "e"], capture_output=True, check=False)
    said = run.stderr.decode()
    assert "damaged" not in said and "do not fit" not in said, said
    if run.returncode:
        return None
    data = json.loads(run.stdout)
    visits = {r["construct"]: r["visits"] for r in data["regions"] if r["role"] in ("loop", "single")}
    if len(visits) < 2:
        return None
    assert data["experiment"]["state"] == "running" or os.path.exists("stop"), data["experiment"]
    assert abs(visits["for"] - visits["single"]) <= THREADS, visits
    return visits["for"]


shutil.rmtree("e", ignore_errors=True)
if os.path.exists("stop"):
    os.remove("stop")
settings = {"POMP_TRACE": "1", "POMP_TRACE_MODE": mode, "POMP_TRACE_MEMORY": memory, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0"}
process = subprocess.Popen([program], env=dict(os.environ, **settings))
try:
    readings, last, deadline = 0, 0, time.monotonic() + SECONDS
    while readings < READINGS and time.monotonic() < deadline:
        found = read() if os.path.exists("e/trace.pomp") and os.path.exists("e/profile.pomp") else None
        assert mode != "stop" or not found or found >= last, (found, last)
        if found and found != last:
            readings, last = readings + 1, found
        time.sleep(0.01)
    assert readings == READINGS, f"{readings} readings differ"
    with open("stop", "w"):
        pass
    assert process.wait() == 0
finally:
    process.kill()
    process.wait()
    remove_dead()
assert read() >= last or mode != "stop"
