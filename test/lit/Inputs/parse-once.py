# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parse-once.py - compiles sources with parse=once and with parse=twice, and compares what was made of them.

Usage: parse-once.py PLUGIN CLANG CLANGXX LEAST SOURCE… ; a compiler may have options behind it. The same remarks must be made, each function must have the same calls of
the interface in the same order, and the descriptors must be the same; at least LEAST sources must need no parse of their own, or
exactly so many of a hundred, if it ends in %."""
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

PLUGIN, CLANG, CLANGXX, LEAST, *SOURCES = sys.argv[1:]
OWN_PARSE = "the analysis has a parse of its own, as "


def compiled(source, how):
    """Returns the exit status, the messages and the LLVM code."""
    compiler = CLANGXX if source.endswith((".cpp", ".cc", ".hpp")) else CLANG
    with tempfile.TemporaryDirectory() as work:
        code = os.path.join(work, "code.ll")
        command = [*compiler.split(), "-fopenmp", "-O0", "-S", "-emit-llvm", "-Wall", "-Rpass=none", f"-fplugin={PLUGIN}",
                   f"-fplugin-arg-pompinst-parse={how}", "-fplugin-arg-pompinst-verbose",
                   f"-I{os.path.dirname(source)}", f"-I{os.path.dirname(source)}/Inputs", source, "-o", code]  # fmt: skip
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        text = ""
        if done.returncode == 0:
            with open(code, encoding="utf-8", errors="replace") as file:
                text = file.read()
        return done.returncode, done.stdout, text


def calls(code):
    """Returns the calls of the interface by function, and the strings and numbers of all descriptors."""
    found, function = collections.defaultdict(list), None
    strings = dict(re.findall(r'^(@[.\w]+) = private .*? c("(?:[^"\\]|\\.)*")', code, re.MULTILINE))
    for line in code.splitlines():
        if line.startswith("define "):
            function = re.sub(r"\.\d+$", "", re.search(r"@([^(]+)\(", line).group(1))
        elif line.startswith("}"):
            function = None
        elif function:
            call = re.search(r"(?:call|invoke) .*@(POMP_\w+|omp_\w+|__kmpc_\w+)\(", line)
            if call:
                found[function].append(call.group(1))
    tables = re.findall(r"^@(?:_ZL\d+)?__pomp_rds(?:_\d+)? = .*$", code, re.MULTILINE)
    descriptors = [re.sub(r"@[.\w]+", lambda name: strings.get(name.group(0), "other"), table.split(", align")[0])
                   for table in tables]  # fmt: skip
    # Functions that the compiler numbers are compared as a heap: which number each has depends on the order of others.
    heap = collections.Counter((re.sub(r"[.\d]+", "#", name), tuple(list_)) for name, list_ in found.items())
    return heap, descriptors


def compare(source):
    """Returns whether the source had no parse of its own, and what differs."""
    once, twice = compiled(source, "once"), compiled(source, "twice")
    messages = once[1].splitlines(keepends=True)
    own = [line for line in messages if OWN_PARSE in line]
    said = "".join(line for line in messages if OWN_PARSE not in line)
    if once[0] != twice[0]:
        return not own, f"ended as {once[0]}, not as {twice[0]}:\n{once[1]}"
    if said != twice[1]:
        return not own, f"said\n{said}and not\n{twice[1]}"
    if calls(once[2]) != calls(twice[2]):
        return not own, f"other calls or descriptors: {[x for x in zip(calls(once[2]), calls(twice[2])) if x[0] != x[1]]}"
    return not own and twice[0] == 0, ""


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = list(zip(SOURCES, pool.map(compare, SOURCES)))
for name, (_, difference) in results:
    if difference:
        print(f"{name}: {difference}")
alone = sum(once for _, (once, _) in results)
if LEAST.endswith("%"):
    print(*(f"{name}: {'no parse' if once else 'a parse'} of its own" for name, (once, _) in results), sep="\n")
print(f"{alone} of {len(results)} sources needed no parse of their own")
enough = alone * 100 == int(LEAST[:-1]) * len(results) if LEAST.endswith("%") else alone >= int(LEAST)
sys.exit(any(difference for _, (_, difference) in results) or not enough)
