# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fails.py PLUGIN CLANG none|one-copy|once|some SOURCE... - compiles each source with and without the plugin, and compares what is said and how it ends. Whether
the compiler starts another one is told by the library spawned.so in the current folder, which then makes the file `spawned`. With `some` that is
all that is asked. With `one-copy` the error is found in the first copy of the compiler, before the source is rewritten: `copied` has a byte a copy.
With `once` the text behind the fork is read by one process alone: `read` has a byte each time that the header last.h is.
Nobody can wait for a child who does not say so, as in some build systems."""

import os
import signal
import subprocess
import sys

PLUGIN, CLANG, WANTED, *SOURCES = sys.argv[1:]


def compiled(source, *options, **environment):
    done = subprocess.run([*CLANG.split(), "-fopenmp", "-c", source, "-o", "x.o", *options], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))  # fmt: skip
    return done.returncode, done.stderr


def taken(name):
    """Returns how often the library has noted something, and forgets it."""
    if not os.path.exists(name):
        return 0
    count = os.path.getsize(name)
    os.remove(name)
    return count


def main():
    for source in SOURCES:
        plain = compiled(source)
        ours = compiled(source, f"-fplugin={PLUGIN}", LD_PRELOAD=os.path.abspath("spawned.so"))
        spawned, copies, reads = map(taken, ("spawned", "copied", "read"))
        if WANTED == "one-copy" and copies != 1:
            sys.exit(f"{source}: the compiler was copied {copies} times")
        if WANTED == "once" and reads != 1:
            sys.exit(f"{source}: last.h was read {reads} times")
        if WANTED != "some" and (plain != ours or plain[0] == 0):
            sys.exit(f"{source}: plain {plain[0]}\n{plain[1]}\nours {ours[0]}\n{ours[1]}")
        if (spawned > 0) != (WANTED == "some"):
            sys.exit(f"{source}: another compiler was {'' if spawned else 'not '}started")


main()
