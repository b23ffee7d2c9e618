# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many-words.py CLANG POMP_CLANG - has both read a response file of 300,000 options and compares the processor time that
they take; the best of several tries counts, as others may use the machine."""

import os
import subprocess
import sys

WORDS = 100000
TRIES = 5
ALLOWED = 1.5

with open("many.rsp", "w", encoding="utf-8") as file:
    for i in range(WORDS):
        file.write(f"-DX{i}=1 -Iinclude/{i} -fno-strict-aliasing\n")
with open("empty.c", "w", encoding="utf-8"):
    pass


def seconds(compiler):
    before = os.times()
    subprocess.run([compiler, "-###", "@many.rsp", "-c", "empty.c"], stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


times = {compiler: min(seconds(compiler) for _ in range(TRIES)) for compiler in sys.argv[1:]}
clang, ours = times.values()
print(f"clang {clang:.2f} s, pomp-clang {ours:.2f} s")
if ours > ALLOWED * clang:
    sys.exit(f"{ours / clang:.1f} times Clang's time for {3 * WORDS} words; at most {ALLOWED} is allowed")
