# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""job-corpus.py FOLDER - makes what fuzz_job starts from: files of all ranks, some with the own file of a rank behind them that has
not ended, and own files alone."""
import os
import subprocess
import sys

folder, made = sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), "made.py")
STATE, RUNNING = 20, b"\1\0\0\0"  # where it is in a header


def make(kind):
    path = os.path.join(folder, "made")
    subprocess.run([sys.executable, made, kind, path], check=True)
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return data


def running(job, number):
    """The process of that number has not ended: the record of it has a copy of its header."""
    at = -1
    for _ in range(number + 2):
        at = job.index(b"POMPINST", at + 1)
    return job[: at + STATE] + RUNNING + job[at + STATE + 4 :]


os.makedirs(folder)
job = make("job")
used = int.from_bytes(job[32:40], "little")
job = job[:used]
corpus = {"job": job, "rank-3": make("rank-3"), "rank-1": make("rank-1"), "twice": make("ranks twice"),
          "own-1": running(job, 1) + make("rank-1"), "own-0": running(job, 0) + make("rank-0"), "stranger": running(job, 1) + make("stranger"),
          "ended": job + make("rank-1")}  # fmt: skip
for name, data in corpus.items():
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
