# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""first-team.py POMP-REPORT PROGRAM HOW - runs the program of test/real-time/new-threads.c, and holds the time of its innermost teams against what it says."""
import json
import os
import shutil
import subprocess
import sys

report, program, how = sys.argv[1:]
ROUNDS, MOST = 15, 200000  # ns by which a thread's time may be longer


def run():
    """Returns by how many ns the time of that thread is longer which is worst off."""
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")
    worked = [int(n) for n in subprocess.run([program, how], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.split() if int(n)]
    data = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    teams = [region for region in data["regions"] if region["role"] == "team"]
    inner = max(teams, key=lambda region: region["begin_line1"])
    shares = sorted((data["locations"][share["location"]]["name"], share["exclusive_ns"]) for share in inner["locations"])
    assert len(shares) == len(worked) == 2, (shares, worked)
    return max(time - wanted for (_, time), wanted in zip(shares, worked))


off = sorted(run() for _ in range(ROUNDS))
print("longer by", off, "ns")
assert 0 <= off[0] and off[ROUNDS // 2] < MOST, off
