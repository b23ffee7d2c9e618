# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""signal-end-job.py PROGRAM REPORT MPIRUN... - ends a job by signals to its launcher."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

program, report, *mpirun = sys.argv[1:]


def as_from_a_terminal():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


for number in (signal.SIGTERM, signal.SIGINT):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_TRACE="0")
    with open("err", "w", encoding="utf-8") as err:
        with subprocess.Popen([*mpirun, "env", "POMP_SUMMARY=1", program], env=environment, stdout=err, stderr=err,
                              preexec_fn=as_from_a_terminal) as p:  # fmt: skip
            while not os.path.exists("ready"):
                assert p.poll() is None
                time.sleep(0.05)
            with open("ready", encoding="utf-8") as launcher:
                os.kill(int(launcher.read()), number)
            os.unlink("ready")
            assert p.wait(180) != 0
    done = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=True)
    data = json.loads(done.stdout)
    states = [p["state"] for p in data["processes"]]
    with open("err", encoding="utf-8") as err:
        lines = [line for line in err.read().splitlines() if line.startswith("pomp:")]
    # A launcher that sends a second signal at once ends rank 0 before it speaks.
    assert len(lines) <= 1 and all("did not end together in MPI_Finalize: experiment e has" in line for line in lines), lines
    assert states == ["killed"] * 3, states
    (work,) = [r for r in data["regions"] if r["name"] == "region(work)"]
    assert work["visits"] >= 30, work
