# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python3 two-exits.py HOW...: runs ./a HOW, and looks at its status, its table, and what libomp leaves behind; see ../two-exits.c."""
import fcntl
import glob
import os
import subprocess
import sys
import time

CAPACITY = 4096


def run(how):
    """Returns the program's process, and what it wrote to stderr: a pipe that is full at first, where that is meant."""
    end, stderr = os.pipe()
    filled = b""
    if how in ("measurement", "quick"):
        fcntl.fcntl(stderr, fcntl.F_SETPIPE_SZ, CAPACITY)
        filled = b"-" * CAPACITY
        os.write(stderr, filled)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": how}
    with subprocess.Popen(["./a", how], stdout=subprocess.PIPE, stderr=stderr, env=environment) as process:
        os.close(stderr)
        if filled:
            time.sleep(0.2)
        with os.fdopen(end, "rb") as read:
            said = read.read()[len(filled):].decode()
        return process, process.stdout.read().decode(), process.wait(), said


for how in sys.argv[1:]:
    process, out, status, said = run(how)
    left = glob.glob(f"/dev/shm/__KMP_REGISTERED_LIB_{process.pid}_*")
    for file in left:
        os.remove(file)
    assert said.count("pomp: experiment ") == 1, f"{how}: {said}"
    if how == "joined":
        assert status == 2, f"{how}: {status}"
        continue
    assert status == 0, f"{how}: {status}"
    assert how == "quick" or not left, f"{how}: {left}"
    assert out == (f"{how}\n" if how in ("program", "library") else ""), f"{how}: {out}"
print("good")
