# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libomps.py - finds the OpenMP runtimes that cmake/other-libomp.sh has unpacked, for the configurations of lit's suites.

What does not live here: which tests are run with which of them (test/run-tests)."""
import contextlib
import os

# The one that is installed, and linked by programs.
INSTALLED = "/usr/lib/llvm-19/lib/libomp.so"

# These tests of the runtime are skipped with a version, for a reason that is its own.
OWN_LOCK = "there, libomp 16 takes a lock of its own a second time, in a function that calls itself, and waits for ever"
CANNOT = {"16": {"metrics-perf.c": OWN_LOCK, "raw-fork.c": OWN_LOCK}}


def unpacked(build, version):
    """Returns the folder of a version's libomp below the build directory, whether it is there or not."""
    return os.path.join(build, "test", "libomp", version, f"usr/lib/llvm-{version}/lib")


def has_library(build, version):
    """Tells whether Debian has the version's library, not only its headers, which go with the one that is installed."""
    return os.path.exists(os.path.join(unpacked(build, version), "libomp.so"))


def alone(library, folder):
    """Makes a folder where nothing but this libomp is found, by each of its names: beside it, there is a libgomp, too, which gcc is not to find."""
    os.makedirs(folder, exist_ok=True)
    for name in ("libomp.so", "libomp.so.5"):
        with contextlib.suppress(FileExistsError):
            os.symlink(os.path.realpath(library), os.path.join(folder, name))
    return folder
