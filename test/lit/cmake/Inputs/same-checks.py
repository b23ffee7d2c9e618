# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-checks.py PLAIN-BUILD INSTRUMENTED-BUILD - checks that CMake found out the same about both compilers, as far as projects
look at it, and neither's checks left an experiment."""

import os
import re
import sys

RESULTS = r"^(HAVE_\w+|SIZEOF_\w+|COMPILES_\w+|RUNS\w*|OpenMP_C_SPEC_DATE|OpenMP_CXX_SPEC_DATE|CMAKE_HAVE_LIBC_PTHREAD):"
COMPILER = r"CMAKE_(C|CXX)_(COMPILER_ID|COMPILER_VERSION|STANDARD_COMPUTED_DEFAULT|SIZEOF_DATA_PTR|COMPILER_ABI)\b.*"


def facts(build):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        found = [line.strip() for line in file if re.match(RESULTS, line)]
    for where, _, names in os.walk(os.path.join(build, "CMakeFiles")):
        for name in names:
            if re.fullmatch(r"CMakeC(XX)?Compiler\.cmake", name):
                with open(os.path.join(where, name), encoding="utf-8") as file:
                    found += [match[0] for match in re.finditer(COMPILER, file.read())]
    return sorted(found)


plain, instrumented = (facts(build) for build in sys.argv[1:])
if plain != instrumented:
    sys.exit("Clang:      " + "; ".join(plain) + "\npomp-clang: " + "; ".join(instrumented))
if len(plain) < 12:
    sys.exit(f"found only {plain}")
for where, folders, names in os.walk(sys.argv[2]):
    if "profile.pomp" in names:
        sys.exit(f"{where} is an experiment")
