#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""eztrace.py SOURCE CLANG PLUGIN EZTRACE - runs a program with EZTrace's module for OpenMP, once as pompinst and once as OPARI2 has
instrumented it, and compares the regions that otf2-print finds in the two traces. EZTRACE is where its packages are unpacked."""
import collections
import glob
import os
import re
import subprocess
import sys

source, clang, plugin, eztrace = sys.argv[1:]
inputs = os.path.dirname(os.path.abspath(__file__))
libraries = os.path.dirname(glob.glob(f"{eztrace}/usr/lib/*/libeztrace-openmp.so")[0])
MODULES = ("instrumentation", "core", "lib", "openmp")


def run(*command, **variables):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=dict(os.environ, **variables))
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def regions(name):
    """Runs the program, and counts the enter and leave events of OpenMP's regions in its trace."""
    run("./" + name, LD_LIBRARY_PATH=libraries, LD_PRELOAD=" ".join(f"{libraries}/libeztrace-{module}.so" for module in MODULES),
        EZTRACE_TRACE="openmp", EZTRACE_LIBRARY_PATH=libraries, EZTRACE_TRACE_DIR=os.path.abspath("traces"), OMP_NUM_THREADS="2")  # fmt: skip
    text = run("otf2-print", f"traces/{name}_trace/eztrace_log.otf2")
    return collections.Counter(re.findall(r'^(ENTER|LEAVE) .*Region: "(OpenMP [^"]*)"', text, re.M))


link = (f"-L{libraries}", "-leztpomp")
run(clang, "-fopenmp", f"-fplugin={plugin}", "-fplugin-arg-pompinst-api=pomp2", source, *link, "-o", "ours")
run("cp", source, "source.c")
run("opari2", "--omp-task-untied=keep", "source.c", "opari.c")
run(clang, "-fopenmp", "-w", f"-I{inputs}", "-I.", "opari.c", *link, "-o", "theirs")
ours, theirs = regions("ours"), regions("theirs")
assert ours == theirs, f"the traces differ: {ours - theirs} is in ours alone, {theirs - ours} in OPARI2's"
assert len(ours) > 8, f"the trace has hardly anything: {ours}"
print(f"{sum(ours.values())} events of {len(ours) // 2} regions are the same")
