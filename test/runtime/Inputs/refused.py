# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refused.py REPORT MADE - makes experiments with one fault each by made.py: one line says which fault it is, and nothing else."""
import subprocess
import sys

report, made = sys.argv[1:]
FAULTS = {
    "itself": "call paths in a circle",
    "circle": "call paths in a circle",
    "foreign": "a call path hangs in the air",
    "gone": "a call path hangs in the air",
    "place": "a team without a location that forked it",
    "threads": "more threads than a system can have",
    "blame": "a call path below a wait",
    "overlapping": "locations of no process, or of two",
    "too few": "locations of no process, or of two",
    "no locations": "locations of no process, or of two",
    "ranks twice": "ranks out of order",
    "rank beyond": "a rank beyond the last",
    "other process": "a call path from one process to another",
    "other team": "a team of another process",
    "no path": "messages of no call path",
    "user's": "messages of another kind of call path",
    "twice": "messages of another kind of call path",
    "no kind": "messages of another kind of call path",
    "endless": "an impossible number of messages",
    "shared kind": "instances of another kind of call path",
    "shared twice": "instances of another kind of call path",
    "shared nowhere": "instances of no call path",
    "shared time": "an impossible time",
    "shared count": "an impossible time",
    "sampled order": "an impossible stack",
    "sampled beyond": "an impossible stack",
    "sampled registers": "an impossible stack",
    "sampled size": "half a stack",
    "sampled no size": "half a stack",
    "sampled modules": "a stack with modules that are not there",
    "sampled endless": "an impossible number of samples",
    "sampled time": "an impossible number of samples",
    "sampled node": "samples of what is not there",
    "sampled location": "samples of what is not there",
    "sampled stack": "samples of what is not there",
    "sampled blame": "samples of another kind of call path",
    "no clock": "no usable clock calibration",
    "dead twice": "a process that died twice",
}
for kind, fault in FAULTS.items():
    subprocess.run([sys.executable, made, kind, kind + ".pomp"], check=True)
    run = subprocess.run([report, kind + ".pomp"], capture_output=True, text=True, check=False)
    got = run.returncode, run.stdout, run.stderr
    assert got == (1, "", f"pomp-report: {kind}.pomp: damaged: {fault}\n"), (kind, got)
