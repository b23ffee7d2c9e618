# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""crash.py PLUGIN CLANG DEATH... SOURCE - has Clang die of SOURCE, where the word DEATH in it is one of `#pragma clang __debug`, with and without the
plugin, in the driver's process and in one of its own, and compares all that is said, in any order, but stacks and numbers, and what is left behind."""

import os
import re
import shutil
import subprocess
import sys

PLUGIN, CLANG, *DEATHS, SOURCE = sys.argv[1:]
STACK = re.compile(r"^( *#\d+ |\d+\.\t|Stack dump|PLEASE submit|.*: note: diagnostic msg: /)")


def death(source, *options):
    shutil.rmtree("left", ignore_errors=True)
    os.mkdir("left")
    done = subprocess.run([CLANG, "-fopenmp", "-c", source, "-o", "left/x.o", *options], capture_output=True, text=True, check=False,
                          env={**os.environ, "TMPDIR": os.path.abspath("left")})  # fmt: skip
    said = sorted(line for line in done.stderr.splitlines() if not STACK.match(line))
    stacks = sum(line.startswith(" #0 ") for line in done.stderr.splitlines())
    return done.returncode, said, stacks, sorted(re.sub(r"-[0-9a-f]+", "", name) for name in os.listdir("left"))


def main():
    for kind in DEATHS:
        with open(SOURCE, encoding="utf-8") as file:
            text = file.read().replace("DEATH", kind)
        source = os.path.join(os.path.dirname(SOURCE), "die-" + os.path.basename(SOURCE))
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        for options in ([], ["-fno-integrated-cc1"]):
            plain, ours = death(source, *options), death(source, f"-fplugin={PLUGIN}", *options)
            if plain != ours or plain[0] == 0:
                sys.exit(f"{SOURCE} {kind} {options}: plain {plain}\nours {ours}")


main()
