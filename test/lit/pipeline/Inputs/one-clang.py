# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one-clang.py ROOT - checks that whatever builds, tests or measures names the version of Clang that is cmake/clangs.txt's default.

Packages and commands carry their version in their names (clang-19, /usr/lib/llvm-19), and not all places can ask
CMake for it."""
import os
import re
import sys

root = sys.argv[1]
PLACES = ("CMakeLists.txt", "Makefile", "cmake", "bench", "examples", "clang-plugin", "tools/commands/clang", "test/run-tests", "test/run",
          "test/fuzz", "test/lit/lit.cfg.py", "test/runtime/lit.cfg.py", "test/runtime/mpi/lit.local.cfg")  # fmt: skip
NAMED = re.compile(r"(?:clang(?:\+\+)?|clang-format|clang-tidy|llvm|lld|FileCheck|libclang|libclang-rt|libomp5?)-(\d+)")


def files(path):
    if os.path.isfile(path):
        yield path
    for folder, _, names in os.walk(path):
        yield from (os.path.join(folder, name) for name in names)


sys.path.insert(0, os.path.join(root, "test", "run"))
import clangs  # noqa: E402 pylint: disable=wrong-import-position

major = clangs.DEFAULT
OTHERS = {"14", *clangs.OTHERS}  # the plugin has to refuse the first (wrong-clang.test), and is built for the others as well
found, wrong = 0, []
for place in PLACES:
    assert os.path.exists(os.path.join(root, place)), place
    for name in files(os.path.join(root, place)):
        with open(name, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                for version in NAMED.findall(line):
                    found += 1
                    if version != major and version not in OTHERS:
                        wrong.append(f"{os.path.relpath(name, root)}:{number}: {line.strip()}")
assert found > 20, found
if wrong:
    sys.exit(f"not Clang {major}:\n" + "\n".join(wrong))
