# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tables.py CLANG PLUGIN SOURCE - tries each clause with an expression, on each directive that combines parallel with
another construct, under each `default`: what Clang accepts it must accept instrumented, without a word.

SOURCE is written; its suffix says which language it is. Prints how many combinations Clang accepts."""
import re
import subprocess
import sys

CLANG, PLUGIN, SOURCE = sys.argv[1:]
HEAD = """#include <omp.h>
int f(int);
"""
LOCALS = """static int fixed = 1;
const int constant = 2;
int i, v = 0, a[4] = {0}, *p = a;
omp_allocator_handle_t al = omp_default_mem_alloc;
(void)i, (void)v, (void)p, (void)al, (void)constant, (void)fixed, (void)x;
"""
VALUES = ["x", "f(fixed)", "constant"]
DEFAULTS = ["", "default(none)", "default(private)"]
LISTS = ["private(v)", "firstprivate(v)", "reduction(+ : v)", "allocate(al : v) private(v)", "shared(v)"]
SECTIONS = ["reduction(+ : a[E : 2])", "reduction(+ : a[0 : E])"]
PARALLEL = ["num_threads(E)", "if(E)", "if(parallel : E)"] + LISTS + SECTIONS
FOR = PARALLEL + ["schedule(static, E)", "schedule(monotonic : dynamic, E)", "linear(v : E)", "lastprivate(v)", "collapse(E)", "ordered(E)",
                  "order(concurrent)"]
SIMD = ["if(simd : E)", "linear(v : E)", "aligned(p : E)", "safelen(E)", "simdlen(E)", "nontemporal(v)"]
TASKLOOP = PARALLEL + ["if(taskloop : E)", "final(E)", "priority(E)", "grainsize(E)", "num_tasks(strict : E)", "collapse(E)", "lastprivate(v)"]
DIRECTIVES = {
    "for": FOR,
    "for simd": FOR + SIMD,
    "loop": PARALLEL + ["bind(parallel)", "collapse(E)", "lastprivate(i)"],
    "sections": PARALLEL + ["lastprivate(v)"],
    "master": PARALLEL,
    "masked": PARALLEL + ["filter(E)", "filter(E) firstprivate(x)", "filter(omp_get_num_threads() - E)"],
    "master taskloop": TASKLOOP,
    "master taskloop simd": TASKLOOP + SIMD,
    "masked taskloop": TASKLOOP + ["filter(E)"],
    "masked taskloop simd": TASKLOOP + SIMD + ["filter(E)"],
}


def pragmas():
    for directive, clauses in DIRECTIVES.items():
        for clause in clauses:
            for value in VALUES if "E" in clause else [""]:
                for default in DEFAULTS:
                    sharing = default + (" shared(a)" if default == "default(none)" and "a[" in clause else "")
                    yield f"#pragma omp parallel {directive} {sharing} {re.sub('E', value, clause)}"


def compiled(lines, *options):
    """Compiles one function for each pragma. Returns the numbers of those that the compiler speaks of, and what it says."""
    text = HEAD
    for number, pragma in enumerate(lines):
        statement = "" if " sections" in pragma or " master " in pragma or " masked " in pragma else "for (i = 0; i < 10; i++)"
        if "taskloop" in pragma:
            statement = "for (i = 0; i < 10; i++)"
        text += f"void f{number}(int x) {{\n{LOCALS}# {number} \"pragma\"\n{pragma}\n# {number} \"pragma\"\n{statement} {{ ; }}\n}}\n"
    with open(SOURCE, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([CLANG, "-fopenmp", "-fopenmp-version=51", "-ferror-limit=0", "-fno-caret-diagnostics", "-fno-crash-diagnostics", *options, "-c", SOURCE, "-o",
                           SOURCE + ".o"], capture_output=True, text=True, check=False)
    spoken = re.findall(r"^pragma:(\d+):\d+: ((?:error|warning): .*)", done.stderr, re.M)
    if done.returncode and not spoken:
        sys.exit(done.stderr)
    return {int(number): message for number, message in spoken}


every = list(pragmas())
refused = compiled(every, "-w", "-fsyntax-only")
accepted = [pragma for number, pragma in enumerate(every) if number not in refused]
refused = compiled(accepted, "-w")  # these fail as code is made of them
accepted = [pragma for number, pragma in enumerate(accepted) if number not in refused]
said = compiled(accepted, "-fplugin=" + PLUGIN)
before = compiled(accepted)
for number, message in said.items():
    if before.get(number) != message:
        print(accepted[number], "\n  ", message)
print(len(accepted), "accepted")
