# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""busy.py REPORT PROGRAM - runs the demo alone and beside four processes that take what processors they get, and compares the first findings. The
saving is the same within a fifth and twice the error of the samples. The machine may be busy with other things in both runs."""
import json
import os
import subprocess
import sys

report, program = sys.argv[1:]
STEPS = "20000"


def first(experiment, load):
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(load)]
    try:
        environment = {**os.environ, "POMP_SAMPLE": "1", "POMP_SUMMARY": "0", "POMP_EXPERIMENT_DIR": experiment}
        subprocess.run([program, "200", "200", STEPS], env=environment, stdout=subprocess.DEVNULL, check=True)
    finally:
        for other in others:
            other.kill()
            other.wait()
    found = json.loads(subprocess.run([report, "--diagnose", "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)["findings"][0]
    print(experiment, found["property"], found["line"], found["by"], found["saving_s"], found["saving_error_s"])
    assert found["judged"] and (found["property"], found["line"]) == ("large_chunk", 137), found
    return found


alone, busy = first("alone", 0), first("busy", 4)
assert busy["by"] == "cpu", busy
errors = (alone["saving_error_s"] or 0) ** 2 + busy["saving_error_s"] ** 2
assert abs(busy["saving_s"] - alone["saving_s"]) <= 0.2 * alone["saving_s"] + 2 * errors**0.5, (alone, busy)
