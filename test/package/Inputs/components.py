# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""components.py CMAKE BUILD WHOLE - installs each component by itself: each file is in one of them, WHOLE has all these files and
no other, and each component has what the documents say that it has."""

import os
import subprocess
import sys

cmake, build, whole = sys.argv[1:]
HAVE = {
    "Runtime": {"lib/libpompomp.so.1"},
    "Plugin": {"bin/pomp-clang", "bin/pomp-clang++", "bin/pomp-mpicc", "bin/pomp-mpicxx", "bin/pomp-opari2-cc", "lib/libpompinst.so"},
    "Tools": {"bin/pomp-report", "bin/pomp-convert", "bin/pomp-archive", "bin/pomp-scale", "bin/pomp-runs", "bin/pomp-top", "bin/pomp-control", "bin/pomp-exec", "share/pomp/python/pomp/__init__.py", "share/pomp/schema/pomp-report.json", "share/pomp/gdb/pomp-gdb.py", "share/pomp/gdb/pomp_ompd.py"},
    "Read": {"lib/libpompread.so.1"},
    "Dev": {"include/pomp.h", "include/pomp_read.h", "lib/libpompread.so", "lib/libpompread.a", "lib/pkgconfig/pompread.pc", "share/man/man3/pomp_read.3", "lib/libpompomp.so", "lib/libpompomp.a", "bin/pomp-config", "lib/cmake/Pomp/PompConfig.cmake",
            "lib/cmake/Pomp/pomp-toolchain.cmake", "lib/pkgconfig/pomp.pc", "lib/pompinst/pomp.cfg"},
    "Doc": {"share/doc/pompinst/README.md", "share/doc/pompinst/docs/build-integration.md"},
}  # fmt: skip
if os.path.exists(os.path.join(whole, "lib", "libpompomp-mpi.so.1")):
    HAVE["Mpi"] = {"lib/libpompomp-mpi.so.1", "lib/libpompreport-mpi.so"}


def files(folder):
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}


owners = {}
for component, expected in HAVE.items():
    command = [cmake, "--install", build, "--prefix", component, "--component", component]
    subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found = files(component)
    if expected - found:
        sys.exit(f"{component} lacks {expected - found}")
    for name in found:
        owners.setdefault(name, []).append(component)
twice = {name: of for name, of in owners.items() if len(of) > 1}
if twice:
    sys.exit(f"these files are in several components: {twice}")
if set(owners) != files(whole):
    sys.exit(f"in no component: {files(whole) - set(owners)}; in none but a component: {set(owners) - files(whole)}")
