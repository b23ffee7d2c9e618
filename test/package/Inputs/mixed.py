# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mixed.py PREFIX SOURCES AR MEASURED... - builds norm.c, squares.c and sum.cpp in each way that a row names, and has MEASURED look at
the program and its experiment. A row that needs what is not installed is not tried, and says so."""

import os
import shutil
import subprocess
import sys

prefix, sources, AR, *measured = sys.argv[1:]
CC, CXX = (os.path.join(prefix, "bin", name) for name in ("pomp-clang", "pomp-clang++"))
LLD = ["-fuse-ld=lld"] if shutil.which("ld.lld") or shutil.which("ld.lld-19") else None

# (name, flags to compile and to link, flags to link)
WAYS = [
    ("lto", ["-O2", "-flto"], LLD),
    ("thin-lto", ["-O2", "-flto=thin"], LLD),
    ("lto-archive", ["-O2", "-flto"], LLD and [*LLD, "--pomp-static"]),
    ("pie", ["-O2", "-fPIE"], ["-pie"]),
    ("no-pie", ["-O2", "-fno-pie"], ["-no-pie"]),
    ("no-pie-archive", ["-O2", "-fno-pie"], ["-no-pie", "--pomp-static"]),
    ("asan", ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], []),
    ("asan-archive", ["-O1", "-g", "-fsanitize=address"], ["--pomp-static"]),
    ("gc-sections", ["-O2", "-ffunction-sections", "-fdata-sections"], ["-Wl,--gc-sections"]),
    ("gc-sections-archive", ["-O2", "-ffunction-sections", "-fdata-sections"], ["-Wl,--gc-sections", "--pomp-static"]),
    ("now-and-stripped", ["-O2"], ["-Wl,-z,now,-z,relro", "-s"]),
]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        return f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return ""


def build(name, flags, link):
    """Makes one program of objects, and one with a shared and a static library. Returns what went wrong."""
    shutil.rmtree(name, ignore_errors=True)
    os.mkdir(name)
    steps = [(CC, *flags, "-c", f"{sources}/{file}.c", "-o", f"{name}/{file}.o") for file in ("norm", "squares")]
    steps += [(CXX, *flags, "-c", f"{sources}/sum.cpp", "-o", f"{name}/sum.o")]
    steps += [(CXX, *flags, *link, f"{name}/norm.o", f"{name}/squares.o", f"{name}/sum.o", "-lm", "-o", f"{name}/program")]
    steps += [(*measured, f"{name}/program.e", f"{name}/program")]
    if "-static" not in " ".join(link) and "-fno-pie" not in flags and "-fPIE" not in flags and "address" not in " ".join(flags):
        shared = [word for word in link if word not in ("-pie", "--pomp-static")]
        steps += [(CXX, *flags, *shared, "-fPIC", "-shared", f"{sources}/sum.cpp", "-o", f"{name}/libsum.so")]
        steps += [(AR, "rcs", f"{name}/libsquares.a", f"{name}/squares.o")]
        path = f"-Wl,-rpath,{os.path.abspath(name)}"
        steps += [(CC, *flags, *link, f"{name}/norm.o", f"{name}/libsquares.a", f"-L{name}", "-lsum", path, "-lm", "-o", f"{name}/linked")]
        steps += [(*measured, f"{name}/linked.e", f"{name}/linked")]
    for step in steps:
        wrong = run(*step)
        if wrong:
            return f"{name}: {wrong}"
    return ""


bad = []
for way, compile_flags, link_flags in WAYS:
    if link_flags is None:
        print(f"{way}: not tried, as there is no ld.lld")
        continue
    found = build(way, compile_flags, link_flags)
    if found:
        bad.append(found)
sys.exit("\n".join(bad) or 0)
