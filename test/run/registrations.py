#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""registrations.py - removes what killed programs leave in shared memory of LLVM's libomp.

Everything that kills programs, or runs tests that may, calls remove_dead(); nothing else about killing lives here. libomp
registers each process in /dev/shm, by its number. A process that was killed while libomp made its registration leaves half of
one, and each later process of that number, measured or not, dies of it when libomp starts."""
import os
import re

SHARED = "/dev/shm"
NAME = re.compile(r"__KMP_REGISTERED_LIB_([0-9]+)_[0-9]+")


def is_alive(pid):
    """Tells whether the process can still run: it is there, and not merely waited for."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def remove_dead(folder=SHARED):
    """Removes the registrations of this user's processes that no longer live. Returns their numbers."""
    removed = []
    try:
        names = os.listdir(folder)
    except OSError:
        return removed
    for match in filter(None, map(NAME.fullmatch, names)):
        path = os.path.join(folder, match[0])
        try:
            if os.stat(path).st_uid == os.getuid() and not is_alive(match[1]):
                os.remove(path)
                removed.append(int(match[1]))
        except OSError:
            pass  # somebody else was faster
    return removed


if __name__ == "__main__":
    remove_dead()
