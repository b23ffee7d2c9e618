#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""limits.py SECONDS COMMAND... - runs a command, which has to end within some time, and ends all processes that it leaves.

How processes are ended lives here: those of lit's tests (remembered.py), and those of everything else that test/run-tests runs. Which limit
holds for what does not. By hand it is like timeout(1), and so is its exit status.

A process that starts tests is made the one that orphans fall to (PR_SET_CHILD_SUBREAPER of prctl(2)). So all that a test has
started can be found below it, as long as it lives: ranks of a job, what was forked and left behind, what has a session of its own. Neither
a process group nor psutil, by which lit looks for children, has all of them."""
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time

from registrations import is_alive

EXCEEDED = 124  # the exit status of a command that did not end in time
PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Lets what this process's children leave behind fall to it, and not to the machine's first process."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def parent_of(pid):
    """Returns the number of the process that has to wait for this one, or None if there is none any more."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])
    return None


def descendants():
    """Returns the processes that this one has started, those that they have started, and so on."""
    children = {}
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        children.setdefault(parent_of(pid), []).append(pid)
    found = []
    todo = [os.getpid()]
    while todo:
        more = children.get(todo.pop(), [])
        found += more
        todo += more
    return found


def end_descendants(patience=10):
    """Ends all descendants that still run, and those that they start until then."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        living = list(filter(is_alive, descendants()))
        for pid in living:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not living:
            return
        time.sleep(0.01)


def end_if_running(pid):
    """Ends all descendants, if this child of the process is there: lit tells of each process that a test had, maybe long after the test."""
    if parent_of(pid) == os.getpid():
        end_descendants()


def clear():
    """Ends what a command has left, and forgets it. The caller waits for none of its children."""
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # it fails if there is no child, as there mostly is none
        end_descendants()
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def run(command, seconds, **how):
    """Runs a command within a limit. Returns what subprocess.run does; its status is EXCEEDED if it was ended, and what it said until then is kept."""
    return subprocess.run([sys.executable, os.path.abspath(__file__), str(seconds), *command], capture_output=True, text=True, errors="replace", check=False, **how)


def main():
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    status = EXCEEDED
    try:
        with subprocess.Popen(sys.argv[2:]) as process:
            try:
                status = process.wait(float(sys.argv[1]))
            except subprocess.TimeoutExpired:
                print(f"it did not end within {sys.argv[1]} s, and was ended", file=sys.stderr)
            finally:
                end_descendants()
    except OSError as error:
        print(error, file=sys.stderr)
        status = 127
    clear()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
