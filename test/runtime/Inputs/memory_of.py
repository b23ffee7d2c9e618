# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory_of.py - runs a command and tells the most memory that it took."""
import subprocess
import sys

# A process counts as its own what the one had that made it; so another Python, which is small, makes it.
MEASURE = "import os, sys; _, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0); " \
          "print('memory', usage.ru_maxrss); sys.exit(os.waitstatus_to_exitcode(status))"  # fmt: skip


def run(command):
    """Returns the exit status, what was said, and the most memory in KB."""
    done = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr, int(done.stdout.rpartition("memory ")[2])
