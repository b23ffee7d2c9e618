#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-faults.py LIST FOLDER VERSION WORK - compiles and runs, without the plugin, the program of each row of ClangFaults.def
or ClangLacks.def.

FOLDER has the programs. One shows the fault if Clang refuses it or dies of it, or if it ends with another status than 0. Each row says which
versions do; what this version does must agree. A program's line with `FLAGS:` replaces the usual flags."""
import os
import re
import subprocess
import sys

LIST, FOLDER, VERSION, WORK = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
CLANG = os.environ["TEST_CLANG"]
# One dies in another way than the other, but no program may hang.
LIMIT = 120


def shows(name):
    path = os.path.join(FOLDER, name + ".c")
    with open(path, encoding="utf-8") as file:
        given = re.search(r"// FLAGS: (.*)", file.read())
    flags = given[1].split() if given else ["-fopenmp-version=51", "-w"]
    program = os.path.join(WORK, name)
    # Clang would write a file about its crash.
    done = subprocess.run([CLANG, "-fopenmp", "-fno-crash-diagnostics", *flags, path, "-o", program], capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode or "-c" in flags or "-fsyntax-only" in flags:
        return done.returncode != 0, done.stderr
    ran = subprocess.run([program], timeout=LIMIT, check=False)
    return ran.returncode != 0, f"the program ends with status {ran.returncode}"


def main():
    os.makedirs(WORK, exist_ok=True)
    with open(LIST, encoding="utf-8") as file:
        rows = re.findall(r"^(?:POMP_CLANG_FAULT|CLANG_LACKS)\((\w+),\s*(\d+),\s*(\d+),", file.read(), re.M)
    programs = {name[:-2] for name in os.listdir(FOLDER)}
    wrong = [f"{name}: has no row, or no program" for name in sorted(programs ^ {row[0] for row in rows})]
    for name, first, last in rows:
        fault, how = shows(name)
        expected = int(first) <= VERSION <= int(last)
        print(f"{name}: Clang {VERSION} {'has' if fault else 'does not have'} the fault")
        if fault != expected:
            wrong.append(f"{name}: the list says {first} to {last}, and Clang {VERSION} {'has it' if fault else 'has it not'}: {how[-600:]}")
    if wrong:
        sys.exit("\n".join(wrong))


main()
