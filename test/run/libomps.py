# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libomps.py - finds the OpenMP runtimes that cmake/other-libomp.sh has unpacked, for the configurations of lit's suites.

What does not live here: which tests are run with which of them (test/run-tests)."""
import contextlib
import os

# The one that is installed, and linked by programs.
INSTALLED = "/usr/lib/llvm-19/lib/libomp.so"

# These tests of the runtime are skipped with a version, for a reason that is its own. When a process ends, libomp 16 opens the file
# /dev/shm/__KMP_REGISTERED_LIB_<pid>_<uid> once more. If that fails, it asserts that there is a file of another name; what ends the process then
# tries the same again, and waits for a lock that it holds. A program without pompinst does so, too: it calls omp_get_max_threads() and
# fork(), and its child returns from main.
ENDS = ("libomp 16 waits for ever at the end of a process that can't open the file of /dev/shm which libomp has made for it, and whose name has the "
        "process's number")
CANNOT = {"16": {"metrics-perf.c": f"{ENDS}: no more files can be had", "raw-fork.c": f"{ENDS}: a child has another number"}}


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
