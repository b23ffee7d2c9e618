# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-refusals.py CLANG POMP-CLANG SOURCE - options of other machines, and such as are of no use: both have the same status and say
the same, whatever follows the source: each option is tried with every second row of what may."""
import subprocess
import sys

clang, ours, source = sys.argv[1:]
OPTIONS = ["-mbranch-protection=standard", "-mlong-calls", "-mno-movt", "-fptrauth-calls", "-mthumb -fno-rtti-data -mrelax",
           "-mthumb -Werror", "-O2 -fPIC -fno-plt"]  # fmt: skip
REST = [source, f"{source} -lm", f"-lm {source}", f"-shared -fPIC {source}", f"-c {source}", f"-x c {source}"]


def run(command):
    done = subprocess.run(command.split(), stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, [line.split(": ", 1)[-1] for line in done.stderr.splitlines()]


for number, option in enumerate(OPTIONS):
    for rest in REST[number % 2 :: 2]:
        plain, wrapped = (run(f"{compiler} {option} {rest} -o out") for compiler in (clang, ours))
        assert plain == wrapped, (option, rest, plain, wrapped)
