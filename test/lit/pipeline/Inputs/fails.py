# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fails.py PLUGIN CLANG none|some SOURCE... - compiles each source with and without the plugin, and compares what is said and how it ends. Whether
the compiler starts another one is told by the library spawned.so in the current folder, which then makes the file `spawned`. With `some` that is
all that is asked. Nobody can wait for a child who does not say so, as in some build systems."""

import os
import signal
import subprocess
import sys

PLUGIN, CLANG, WANTED, *SOURCES = sys.argv[1:]


def compiled(source, *options, **environment):
    done = subprocess.run([*CLANG.split(), "-fopenmp", "-c", source, "-o", "x.o", *options], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))  # fmt: skip
    return done.returncode, done.stderr


def main():
    for source in SOURCES:
        plain = compiled(source)
        ours = compiled(source, f"-fplugin={PLUGIN}", LD_PRELOAD=os.path.abspath("spawned.so"))
        spawned = os.path.exists("spawned")
        if spawned:
            os.remove("spawned")
        if WANTED == "none" and (plain != ours or plain[0] == 0):
            sys.exit(f"{source}: plain {plain[0]}\n{plain[1]}\nours {ours[0]}\n{ours[1]}")
        if spawned != (WANTED == "some"):
            sys.exit(f"{source}: another compiler was {'' if spawned else 'not '}started")


main()
