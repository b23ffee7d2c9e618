# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ways.py PREFIX LIBDIR CMAKE CLANG CLANGXX SOURCES MEASURED... - builds norm.c, squares.c and sum.cpp in each way that an installation
below PREFIX offers, whose libraries are in LIBDIR there, and has MEASURED look at each program. Each program finds the library there,
and nothing of the installation names another place. How the ways behave otherwise is not here: each has a test of its own."""

import os
import shlex
import shutil
import subprocess
import sys

prefix, libdir, cmake, clang, clangxx, sources, *measured = sys.argv[1:]
lib = os.path.join(prefix, libdir)
FIND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "find")


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def compile_and_link(name, compiler, compilerxx, cflags=(), libs=()):
    os.mkdir(name)
    names = ("norm.c", "squares.c", "sum.cpp")
    for file in names:
        run(compilerxx if file == "sum.cpp" else compiler, "-O2", *cflags, "-c", f"{sources}/{file}", "-o", f"{name}/{file}.o")
    run(compilerxx, *(f"{name}/{file}.o" for file in names), "-lm", *libs, "-o", f"{name}/norm")


def by_wrapper(name):
    compile_and_link(name, f"{prefix}/bin/pomp-clang", f"{prefix}/bin/pomp-clang++")


def by_pomp_config(name):
    words = [shlex.split(run(f"{prefix}/bin/pomp-config", what)) for what in ("--cflags", "--libs")]
    compile_and_link(name, clang, clangxx, *words)


def by_config_file(name):
    words = [f"--config={lib}/pompinst/pomp.cfg"]
    compile_and_link(name, clang, clangxx, words, words)


def by_pkg_config(name):
    words = [shlex.split(run("pkg-config", what, "pomp", PKG_CONFIG_PATH=f"{lib}/pkgconfig")) for what in ("--cflags", "--libs")]
    compile_and_link(name, clang, clangxx, *words)


def by_toolchain(name):
    run(cmake, "-G", "Ninja", "-S", sources, "-B", name, f"-DCMAKE_TOOLCHAIN_FILE={lib}/cmake/Pomp/pomp-toolchain.cmake")
    run(cmake, "--build", name, "--target", "norm")


def by_find_package(name):
    """CMake finds the package in lib/TRIPLET only if it knows the triplet, which it asks the compiler for."""
    run(cmake, "-G", "Ninja", "-S", FIND, "-B", name, f"-DSOURCES={sources}", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={clang}",
        f"-DCMAKE_CXX_COMPILER={clangxx}")  # fmt: skip
    run(cmake, "--build", name, "--target", "norm")


def main():
    for way in (by_wrapper, by_pomp_config, by_config_file, by_pkg_config, by_toolchain, by_find_package):
        name = way.__name__
        if way is by_pkg_config and not shutil.which("pkg-config"):
            print(f"{name}: not tried, as pkg-config is not installed")
            continue
        way(name)
        run(*measured, f"{name}.e", f"{name}/norm")
        loaded = [line.split(" => ")[1].rsplit(" (", 1)[0] for line in run("ldd", f"{name}/norm").splitlines() if "libpompomp.so" in line]
        if [os.path.realpath(path) for path in loaded] != [os.path.realpath(f"{lib}/libpompomp.so.1")]:
            sys.exit(f"{name}/norm loads {loaded}, and not that of {lib}")
        print(f"{name}: measured")


main()
