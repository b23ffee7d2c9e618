# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""points.py - tries the points where a program may fail or be killed: each system call, each allocation.

Counting the points, choosing those that are tried, and running the program with one of them live here. What must hold of a run is
the test's business (readers.py); how a point fails is fail_call.c's and fail_function.c's."""
import collections
import errno
import os
import random
import subprocess

TIMEOUT = 60
# A call may say these when it fails. Others say EIO.
ERRORS = {
    "ENOMEM": "mmap mremap mprotect brk madvise munmap",
    "EMFILE": "open openat dup dup2 dup3 pipe2 memfd_create",
    "ENOSPC": "write pwrite64 writev ftruncate fallocate rename mkdir mkdirat link",
    "EACCES": "stat lstat newfstatat access faccessat unlink unlinkat rmdir getdents64 readlink chdir",
    "EAGAIN": "clone clone3",
    "ENOSYS": "getrandom statx perf_event_open fallocate copy_file_range",
    "ENOTTY": "ioctl",
}
ERROR_OF = {name: getattr(errno, error) for error, names in ERRORS.items() for name in names.split()}

# `said` is what it wrote to stderr, `call` the call whose turn it was, or None if the program did not get there; `calls` are all.
Run = collections.namedtuple("Run", "status output said call calls")


class Injector:
    """It runs a command with the two programs that inject failures; they are in the current directory."""

    def __init__(self, command, environment=None):
        self.command, self.environment = command, dict(os.environ, LC_ALL="C", **(environment or {}))

    def run(self, command, **variables):
        """Runs a command. One that does not end in time is an error of the test's."""
        done = subprocess.run(command, env=dict(self.environment, **variables), capture_output=True, timeout=TIMEOUT, check=False)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace")

    def plain(self):
        return Run(*self.run(self.command), None, [])

    # --- system calls: those that libc makes, for the program or for another library; the loader's are not among them ---

    def traced(self, number=0, error="0"):
        status, output, said = self.run([os.path.abspath("fail_call"), "/libc.so", str(number), error, "1", "calls.log", *self.command])
        return Run(status, output, said, *self.logged("calls.log"))

    @staticmethod
    def logged(path):
        """Returns the call whose turn it was, or None, and the names of all."""
        with open(path, encoding="utf-8") as log:
            lines = [line.split() for line in log]
        return next((words[0] for words in lines if words[-1] == "first"), None), [words[0] for words in lines]

    def calls(self):
        """Returns the names of the calls in their order."""
        return self.traced().calls

    def fail_call(self, number, name):
        return self.traced(number, str(ERROR_OF.get(name, errno.EIO)))

    def kill_at_call(self, number):
        return self.traced(number, "KILL")

    # --- allocations, and what else fail_function.c knows: those of the program itself, which is the first file that is mapped ---

    def fail_allocation(self, number=0):
        log = os.path.abspath("allocations.log")
        if os.path.exists(log):
            os.remove(log)
        variables = {"LD_PRELOAD": os.path.abspath("fail_function.so"), "FAIL_LIBRARY": "", "FAIL_NTH": str(number), "FAIL_LOG": log}
        return Run(*self.run(self.command, **variables), *self.logged(log))

    def allocations(self):
        return len(self.fail_allocation().calls)


def spread(points, most):
    """Chooses at most so many points, the first and the last among them. With TEST_ALL it chooses up to four times as many by TEST_SEED, which are
    others on another day."""
    points = list(points)
    if os.environ.get("TEST_ALL"):
        chosen = random.Random(int(os.environ.get("TEST_SEED", "1"))).sample(points, min(4 * most, len(points)))
        return sorted(chosen)
    if len(points) <= most:
        return points
    return [points[i * (len(points) - 1) // (most - 1)] for i in range(most)]
