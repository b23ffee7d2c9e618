# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""turns.py POMP-REPORT FIB - runs tasks on one processor, with two threads and with one, and checks whether it is said that threads took
turns, against what the system counted of the process."""
import json
import os
import subprocess
import sys

report, program = sys.argv[1:]
WORDS = "(at least, as threads took turns)"
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
for threads in 2, 1:
    experiment = f"turns-{threads}"
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive", POMP_EXPERIMENT_DIR=experiment)
    with subprocess.Popen([program, "20"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        table = run.stderr.read()
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == 0, table
    said = json.loads(subprocess.run([report, "--json=summary", experiment], capture_output=True, check=True).stdout)["experiment"]
    # Some turns were taken before the measurement began, or after it had ended.
    assert 0 <= used.ru_nivcsw - said["involuntary_switches"] < 1000, (threads, used, said)
    least = said["involuntary_switches"] > said["visits"] // 20 and said["measuring_ns"] > said["allocation_ns"] / 100
    assert said["measuring_at_least"] == least, said
    score = json.loads(subprocess.run([report, "--score", "--json", experiment], capture_output=True, check=True).stdout)
    assert score["at_least"] == least, (score["at_least"], said)
    head = subprocess.run([report, experiment], capture_output=True, text=True, check=True).stdout
    lines = subprocess.run([report, "--score", experiment], capture_output=True, text=True, check=True).stdout.splitlines()
    measuring = [line for line in lines if line.startswith("  measuring:")]
    for text in table, head, *measuring:
        assert (WORDS in text) == least, (threads, text)
    assert len(measuring) == 1, lines
    if threads == 1:
        assert not least, said
