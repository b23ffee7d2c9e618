# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""registration.py LIMITS PROGRAM... - starts programs under a number that already has a registration of libomp's. The command that
cleans up is the one in LIMITS."""
import os
import re
import signal
import subprocess
import sys
import time

limits, programs = sys.argv[1], sys.argv[2:]
DEADLY = {"empty": (b"", -signal.SIGBUS), "zeros": (bytes(1024), -signal.SIGABRT), "a part": (b"0x7f", -signal.SIGABRT)}


def path_of(pid):
    return f"/dev/shm/__KMP_REGISTERED_LIB_{pid}_{os.getuid()}"


def run(program, left, cleanup=None):
    """Runs the program in a process that a registration is there for, and returns how it ended."""
    pid = os.fork()
    if not pid:
        with open(path_of(os.getpid()), "wb") as file:
            file.write(left)
        if cleanup:
            # The cleaning process must think that the process is gone; it has another number while that happens.
            os.rename(path_of(os.getpid()), path_of(4194303))
            subprocess.run(["sh", "-c", cleanup], check=True)
            if os.path.exists(path_of(4194303)):
                os.rename(path_of(4194303), path_of(os.getpid()))
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 2)
        os.environ["POMP_SUMMARY"] = "0"
        os.execv(program, [program])
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if os.path.exists(path_of(pid)):
        os.remove(path_of(pid))
    return status


def whole(program):
    """Returns the registration that a killed program leaves."""
    with subprocess.Popen([program, "wait"], env=dict(os.environ, POMP_SUMMARY="0")) as process:
        path, left = path_of(process.pid), b""
        while b"libomp" not in left:
            time.sleep(0.01)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    left = file.read()
        process.kill()
        process.wait()
    os.remove(path)
    return left


with open(limits, encoding="utf-8") as text:
    cleaning = re.search(r"`(for f in /dev/shm/__KMP_[^`]*)`", text.read())[1]
assert whole(programs[0])
for name in programs:
    assert run(name, whole(programs[0])) == 0, name
    for what, (content, end) in DEADLY.items():
        assert run(name, content) == end, (name, what)
        assert run(name, content, cleaning) == 0, (name, what, "cleaned up")
