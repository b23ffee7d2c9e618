# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sigbus.py PROGRAM - runs sigbus.c's program in each of its ways, plain (POMP_PROFILE=0, so that there is no guard) and
measured, and compares status and output. What the program does is said elsewhere (sigbus.c)."""
import os
import shutil
import signal
import subprocess
import sys

from killing import remove_dead

WHEN = ["never", "before", "after", "ignored"]
HOW = ["fault", "raise", "kill", ""]


def run(when, how, profile):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_PROFILE=str(profile), POMP_SUMMARY="0")
    done = subprocess.run([sys.argv[1], when, how], env=environment, capture_output=True, timeout=100, check=False)
    remove_dead()
    return done.returncode, done.stdout, done.stderr


for when in WHEN:
    for how in HOW:
        plain, measured = run(when, how, 0), run(when, how, 1)
        assert plain[:2] == measured[:2], (when, how, plain, measured)
        assert measured[2] == b"", (when, how, measured)
assert run("never", "fault", 1)[0] == -signal.SIGBUS
assert run("before", "fault", 1)[:2] == (5, b"1 1\n") and run("after", "raise", 1)[:2] == (5, b"1 1\n")
for when in ("never", "before", "after"):
    status, out, err = run(when, "ours", 1)
    assert (status, out) == (5, b"0\n"), (when, status, out, err)
    assert err.count(b"\n") == 1 and b"cut off the experiment's file in e: measurement stops here" in err, (when, err)
