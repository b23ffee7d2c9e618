#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""counts.py - compares the POMP2 calls of a program that pompinst instrumented with those of the same program that OPARI2
instrumented: both run with counting.c, and each construct must have the same events with the same ctc string.

Usage: counts.py SOURCE CLANG PLUGIN [--alone]

--alone: OPARI2 gets the program wrong. Then the program itself says what is right, in lines `// COUNT: for line 7: For_enter 4`.
What does not live here: what a library may rely on in each call (counting.c checks it in both)."""
import os
import re
import shutil
import subprocess
import sys

source, clang, plugin, *options = sys.argv[1:]
inputs = os.path.dirname(os.path.abspath(__file__))
environment = dict(os.environ, OMP_NUM_THREADS="3", OMP_DYNAMIC="false")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def init_file(objects, path):
    """Does what OPARI2's pomp2-parse-init-regions.awk does with the names of the init functions."""
    names = run("nm", "-B", *objects)
    text = "#include <stddef.h>\n"
    for user in ("", "USER_"):
        found = re.findall(rf" [TDA] (POMP2_{user}Init_reg_[0-9a-zA-Z]+_([0-9]+))$", names, re.M)
        text += "".join(f"extern void {name}(void);\n" for name, _ in found)
        text += f"void POMP2_{user}Init_regions(void) {{ {' '.join(name + '();' for name, _ in found)} }}\n"
        text += f"size_t POMP2_{user}Get_num_regions(void) {{ return {sum(int(count) for _, count in found)}; }}\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def counted(name, objects, with_init):
    """Links and runs the program, and returns its output and the lines of its counts."""
    extra = []
    if with_init:
        init_file(objects, name + ".init.c")
        extra = [name + ".init.c"]
    run(clang, "-fopenmp", "-o", name, *objects, *extra, "counting.o", "-lm")
    environment["POMP2_COUNTS"] = name + ".counts"
    output = run("./" + name)
    with open(name + ".counts", encoding="utf-8") as file:
        lines = sorted(file.read().splitlines())
    if "wrong 0" not in lines:
        sys.exit(f"{name}: {output}")
    return output, lines


def compare(what, ours, theirs):
    if ours != theirs:
        difference = [f"ours:   {line}" for line in ours if line not in theirs]
        difference += [f"theirs: {line}" for line in theirs if line not in ours]
        sys.exit(f"{what} differ:\n" + "\n".join(difference))


name = os.path.basename(source)
shutil.copy(source, name)
run(clang, "-O1", "-w", "-fopenmp", f"-I{inputs}", "-c", f"{inputs}/counting.c", "-o", "counting.o")
run(clang, "-O1", "-fopenmp", f"-fplugin={plugin}", "-fplugin-arg-pompinst-api=pomp2", "-c", name, "-o", "ours.o")
output, ours = counted("ours", ["ours.o"], False)
compare("counts with and without the init file", ours, counted("ours-init", ["ours.o"], True)[1])
if "--alone" in options:
    with open(source, encoding="utf-8") as file:
        wanted = sorted(re.findall(r"^// COUNT: (.*)$", file.read(), re.M))
    compare("counts", [line for line in ours if re.match(r"\w+ line ", line)], wanted)
else:
    run("opari2", "--omp-task-untied=keep", name, "opari.c")
    run(clang, "-O1", "-w", "-fopenmp", f"-I{inputs}", "-I.", "-c", "opari.c", "-o", "opari.o")
    theirs_output, theirs = counted("opari", ["opari.o"], True)
    compare("outputs", output.splitlines(), theirs_output.splitlines())
    # OPARI2 writes these two keys, and its own readers complain of them.
    unread = [re.sub(r"\*has(Copyprivate|Proc_bind)=1", "", line) for line in theirs]
    without_length = [sorted(re.sub(r"^ctc \d+", "ctc", line) for line in lines) for lines in (ours, unread)]
    compare("counts and strings", *without_length)
print(f"{name}: {len([line for line in ours if ' line ' in line])} counts are the same")
