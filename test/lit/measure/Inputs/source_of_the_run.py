# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source_of_the_run.py POMP-CLANG POMP-REPORT - compiles src/a.c, which includes src/b.h, in this folder, runs it in ../ran, and edits both."""
import base64
import os
import re
import shlex
import subprocess
import sys
import zlib

compiler, report = shlex.split(sys.argv[1]), sys.argv[2]
SOURCES = {"src/a.c": '#include "b.h"\nint main(void) {\n#pragma omp parallel\n  first();\n  return 0;\n}\n',
           "src/b.h": "static void first(void) {\n#pragma omp critical\n  {}\n}\n"}
HERE = os.getcwd()
CHANGED = "changed since the run: lines may have moved"


def write(extra=""):
    for name, text in SOURCES.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text + extra)


def run(command, cwd=HERE):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, (command, done)
    return done


def said(*options, cwd=HERE, experiment="../ran/e"):
    """Returns what is said of each file, None if nothing is: that its lines are there."""
    text = run([report, "--source", *options, experiment], cwd).stdout
    heads = dict(re.findall(r"^(\S+)(?: \((.*)\))?$", text, re.MULTILINE))
    shown = {name: heads[name] or None for name in heads if name.endswith(("a.c", "b.h"))}
    assert ("#pragma omp critical" in text) == all(note in (None, CHANGED) for note in shown.values()), text
    return set(shown.values()) if len(shown) == 2 else text


for options in ([], ["-save-temps"], [f"-ffile-prefix-map={HERE}=."], ["-O2", "-fplugin-arg-pompinst-parse=twice"]):
    write()
    main = HERE + "/src/a.c" if "-ffile-prefix-map" in str(options) else "src/a.c"
    run([*compiler, "-g", *options, main, "-o", "../ran/a"])
    environment = "POMP_SUMMARY=0", "OMP_NUM_THREADS=2", "POMP_EXPERIMENT_DIR=e"
    run(["rm", "-rf", "e"], "../ran")
    run(["env", *environment, "./a"], "../ran")
    assert said() == {None}, (options, said())
    for time in (None, (0, 0)):
        write("\n")
        for name in SOURCES if time else ():
            os.utime(name, time)
        assert said() == {CHANGED}, (options, said())
    errors = run([report, "--source", "--csv", "../ran/e"]).stderr
    assert errors.count(": " + CHANGED + "\n") == 2, errors
    page = re.search(r'id="data-run">([^<]*)<', run([report, "--html", "-o", "-", "../ran/e"]).stdout)[1]
    assert zlib.decompress(base64.b64decode(page), -15).count(b'"changed"') == 2, options
    write()
    assert said() == {None}, options  # though it is newer than the run

# The program says where it was compiled; a file that has changed is not read there, as who made the experiment doesn't know it.
run([*compiler, "-g", "src/a.c", "-o", "../ran/a"])
run(["rm", "-rf", "e"], "../ran")
run(["env", "POMP_SUMMARY=0", "POMP_EXPERIMENT_DIR=e", "./a"], "../ran")
assert said(cwd="../other") == {None}, said(cwd="../other")
write("\n")
assert "not read: it is outside of this folder" in str(said(cwd="../other")), said(cwd="../other")
assert said("--source-path=../code", cwd="../other") == {CHANGED}
os.rename("src", "../moved")
assert said() == {"not found: its lines are not shown"}
write_to = {name: "../moved/" + os.path.basename(name) for name in SOURCES}
for name, text in SOURCES.items():
    with open(write_to[name], "w", encoding="utf-8") as file:
        file.write(text)
assert said("--source-path=../moved") == {None}

# Two folders have a file of one name, as with a make in each: what each is like tells which is which.
for folder, text in (("x", "void in_x(void) {\n#pragma omp critical\n  {}\n}\n"), ("y", "void in_x(void);\nint main(void) {\n#pragma omp parallel\n  in_x();\n  return 0;\n}\n")):
    os.mkdir(folder)
    with open(folder + "/k.c", "w", encoding="utf-8") as file:
        file.write(text)
    run([*compiler, "-g", "-c", "k.c", "-o", f"../{folder}.o"], folder)
run([*compiler, "x.o", "y.o", "-o", "two"])
run(["env", "POMP_SUMMARY=0", "POMP_EXPERIMENT_DIR=two.e", "./two"])
text = run([report, "--source", "two.e"]).stdout
assert len(re.findall(r"^\S*k\.c$", text, re.MULTILINE)) == 2 and "#pragma omp critical" in text and "#pragma omp parallel" in text, text
