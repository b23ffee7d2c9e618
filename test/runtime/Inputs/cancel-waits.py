# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cancel-waits.py REPORT PROGRAM MEMBERS [explicit] - holds what is said of a cancelled region against what the program of
cancel-waits.c tells: when the region was joined, and for each member when it began and when it left."""
import json
import os
import subprocess
import sys

report, *command = sys.argv[1:]
environment = dict(os.environ, POMP_EXPERIMENT_DIR="e" + "".join(command[1:]), POMP_SUMMARY="0")
reported = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
joined, *stamps = map(int, reported.split())
begun, left = stamps[::2], stamps[1::2]
last = max(left)  # nobody goes on before that
shown = subprocess.run([report, "--json", environment["POMP_EXPERIMENT_DIR"]], stdout=subprocess.PIPE, check=True).stdout
data = json.loads(shown)
numbers = {l["id"]: l["thread_num"] for l in data["locations"]}
regions = {r["role"]: r for r in data["regions"]}
ERROR = 1 + 2 * data["experiment"]["clock"]["error"]


def shares(role):
    return {numbers[s["location"]]: s for s in regions[role]["locations"]}


team, barrier = shares("team"), shares("barrier")
assert len(team) == len(barrier) == len(begun), (team, barrier)
for member, at in enumerate(left):
    waited, worked = barrier[member]["wait_ns"], team[member]["exclusive_ns"]
    print(member, "waited", waited, "truth", last - at, joined - at, "worked", worked, "truth", at - begun[member])
    # The thread may lose its processor between its stamp and the event that follows, which is none of the figure's fault.
    assert 0.95 * (last - at) - 10e6 <= waited <= (joined - at) * ERROR, (member, waited, last - at, joined - at)
    assert waited + worked <= (joined - begun[member]) * ERROR + 10e6, (member, waited, worked, joined - begun[member])
assert regions["team"]["unfinished"] == regions["barrier"]["unfinished"] == 0
assert sum(b["wait_ns"] for b in barrier.values()) >= 0.95 * sum(last - at for at in left) - 10e6
