# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late-messages.py CLANG CLANGXX PLUGIN FOLDER - compiles FOLDER/all.c and holds what the optimiser says with the plugin against what it
says without. Of the remarks, those are compared that inserted calls do not change."""
import re
import subprocess
import sys

clang, clangxx, plugin, folder = sys.argv[1:]
REMARKS = "-Rpass=.* -Rpass-missed=loop-vectorize -Rpass-analysis=loop-vectorize"
RECORD = "-fsave-optimization-record -foptimization-record-passes=loop-vectorize -foptimization-record-file="


def compiled(compiler, *options):
    command = [*compiler.split(), "-fopenmp", "-O2", *options, "-c", "-o", "all.o", folder + "/all.c"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True)
    return unnumbered(done.stderr)


def unnumbered(text):
    """Leaves out by which numbers LLVM tells the outlined functions of one file apart: up to Clang 16 all of them have one name, and other
    names of the file, such as those of our strings, take numbers of the same sequence."""
    return re.sub(r"([.]omp_outlined[.](?:_debug__)?)[.]\d+", r"\1", text)


for compiler in (clang, clangxx + " -x c++"):
    for options in (["-g"], [], ["-g", "-fsanitize=address"], REMARKS.split(), ["-g", *REMARKS.split()]):
        plain = compiled(compiler, *options)
        assert "loop not vectorized" in plain, plain[:500]
        for parse in ("once", "twice"):
            ours = compiled(compiler, *options, "-fplugin=" + plugin, "-fplugin-arg-pompinst-functions=none", "-fplugin-arg-pompinst-parse=" + parse)
            differ = [(a, b) for a, b in zip(plain.splitlines(), ours.splitlines()) if a != b]
            assert plain == ours, (compiler, options, parse, differ[:3])
        compiled(compiler, *options, *(RECORD + "plain.yaml").split())
        compiled(compiler, *options, *(RECORD + "ours.yaml").split(), "-fplugin=" + plugin, "-fplugin-arg-pompinst-functions=none")
        with open("plain.yaml", encoding="utf-8") as plain, open("ours.yaml", encoding="utf-8") as ours:
            assert unnumbered(plain.read()) == unnumbered(ours.read()), options
