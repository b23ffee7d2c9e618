# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sampled-job.py REPORT JOB - reports of a job whose threads were sampled take no more memory of four times as many ranks than a little: the
samples of one rank are in memory at a time. JOB is the program of bench/job.c."""
import os
import subprocess
import sys

from memory_of import run

REPORT, JOB = sys.argv[1:]
FEW, MANY = 4, 16
VIEWS = [[], ["--constructs"], ["--tree"], ["--efficiency"], ["--diagnose"], ["--threads=all"], ["--json"], ["--html", "--output=/dev/null"], ["--samples"],
         ["--states"], ["--source"]]  # fmt: skip


def memory(ranks, view):
    status, said, most = run(["/bin/sh", "-c", 'exec "$@" > /dev/null', "sh", REPORT, *view, f"of-{ranks}"])
    assert status == 0 and not said, (view, said)
    return most


for count in FEW, MANY:
    os.makedirs(f"of-{count}", exist_ok=True)
    subprocess.run([JOB, f"of-{count}/profile.pomp", str(count), "20", "20", "50"], check=True)
one = os.path.getsize(f"of-{FEW}/profile.pomp") / FEW / 1024
for of in VIEWS:
    few, many = memory(FEW, of), memory(MANY, of)
    assert many - few < (MANY - FEW) * one, (of, few, many, one)
