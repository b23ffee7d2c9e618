# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""odd-paths.py CLANG PLUGIN - compiles a file below folders with odd names, without and with the plugin: the messages are the same,
and the file is instrumented."""
import os
import subprocess
import sys

clang, plugin = sys.argv[1:]
TEXT = "static int unused;\nint f(int n) {\n#pragma omp critical\n  n++;\n  return n;\n}\n"
for folder in (b"caf\xe9", b"two\nlines", b"tab\tand \"quotes\\ ??/", "größe".encode()):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(os.getcwdb(), folder, b"n.c")
    with open(path, "w", encoding="ascii") as file:
        file.write(TEXT)
    for options in (["-Wall"], ["-Wall", "-Wno-unused-variable", "-Werror"]):
        said = []
        for more in ([], ["-fplugin=" + plugin]):
            done = subprocess.run([clang, "-fopenmp", *more, *options, "-c", path, "-o", "n.o"], stderr=subprocess.PIPE, check=False)
            said.append((done.returncode, done.stderr))
        assert said[0] == said[1], (folder, said)
        assert b"POMP_Critical_enter" in open("n.o", "rb").read(), folder
