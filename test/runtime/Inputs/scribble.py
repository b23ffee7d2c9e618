# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scribble.py PROGRAM EXPECTED - runs scribbled.c's program with each way to spoil its experiment, each moment, each file.

What must hold: the program has its own output and status, whatever is on stderr is our lines or the table, and the
library says at most one line about each file that was cut off. Where a mapped file is cut off while it is used, that
line must be there: otherwise the test would pass even if nothing had happened. What is measured of a run in which the
trace alone is spoiled is as good as ever. What is done to the files is said elsewhere (scribbled.c)."""
import os
import shutil
import subprocess
import sys

WAYS = ["empty", "page", "half", "empty-and-long", "copied", "copied-into", "zeros", "ones", "random", "random-head", "longer",
        "renamed", "removed", "replaced"]  # fmt: skip
CUTS = ["empty", "page"]  # these leave nothing behind the first page: the next store there is a SIGBUS
MOMENTS = ["first", "during", "last"]
FILES = ["profile", "trace", "both"]
LOST = {"profile": b"cut off the experiment's file", "trace": b"cut off the trace"}


def run(program, expected, way, files, moment, metrics):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_TRACE="1" if files != "profile" else "0")
    if metrics:
        environment["POMP_METRICS"] = "rusage:minflt"
    done = subprocess.run([program, way, files, moment], env=environment, capture_output=True, timeout=300, check=False)
    reported = f"{way} {files} {moment}"
    assert done.returncode == 7, (reported, done.returncode, done.stderr[-2000:])
    assert done.stdout == expected, (reported, done.stdout)
    for which, line in LOST.items():
        times = done.stderr.count(line)
        assert times <= 1, (reported, done.stderr)
        if way in CUTS and moment == "first" and files in (which, "both"):
            if not (which == "trace" and b"cut off the experiment's file" in done.stderr):  # then both have ended
                assert times == 1, (reported, "nobody noticed", done.stderr)
    assert b"Sanitizer" not in done.stderr and b"runtime error" not in done.stderr, (reported, done.stderr)
    return reported


def main():
    program, expected = sys.argv[1], open(sys.argv[2], "rb").read()
    runs = 0
    for way in WAYS:
        for moment in MOMENTS:
            # `make test-all` takes all files for each way; otherwise each file comes in turn, so that each way meets each moment.
            some = FILES if os.environ.get("TEST_ALL") else [FILES[runs % len(FILES)], FILES[(runs + 1) % len(FILES)]]
            for files in some:
                run(program, expected, way, files, moment, metrics=runs % 5 == 0)
                runs += 1
    # The profile is not spoiled with the trace.
    run(program, expected, "random", "trace", "first", metrics=False)
    assert os.path.getsize("e/profile.pomp") > 4096
    print(f"{runs + 1} runs")


main()
