# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refused.py CMAKE PREFIX CLANG OTHER - writes a small project for each call that is wrong, and holds what CMake says of it against
the words that tell the user what to do. OTHER is a compiler that is not Clang."""

import os
import re
import shutil
import subprocess
import sys

cmake, prefix, clang, other = sys.argv[1:]
OLDEST = min(re.findall(r"libpompinst-(\d+)\.so", " ".join(os.listdir(os.path.join(prefix, "lib")))))
FOUND = "find_package(Pomp REQUIRED COMPONENTS Plugin Runtime)\nadd_library(t STATIC t.c)\n"

# (name, project's text, compiler, a pattern that CMake's output has, or None: it configures)
CASES = [
    ("good", FOUND + "pomp_instrument(t FUNCTIONS all)", clang, None),
    ("gcc", FOUND + "pomp_instrument(t)", other, r"pomp_instrument\(t\): the plugin of pompinst \S+ needs Clang \d+.*the compiler for C "
     r"is GNU \S+ .*say -DCMAKE_C_COMPILER=" + re.escape(os.path.basename(clang)) + r"\. "),
    ("other-language", FOUND + "list(GET Pomp_CLANG_VERSIONS 0 v)\nset(CMAKE_CXX_COMPILER_ID Clang)\nset(CMAKE_CXX_COMPILER_VERSION ${v}.0.1)\n"
     "pomp_instrument(t LANGUAGES C)", other, rf"the compiler for C is GNU \S+ .*say -DCMAKE_C_COMPILER=clang-{OLDEST}\. "),
    ("gcc-library", "find_package(Pomp REQUIRED COMPONENTS Runtime)\nadd_library(t STATIC t.c)\ntarget_link_libraries(t Pomp::runtime)",
     other, None),
    ("newer", "find_package(Pomp 99.1 REQUIRED)", clang, r"PompConfig.cmake, version: \d"),
    ("older", "find_package(Pomp 0.0.1 EXACT REQUIRED)", clang, r"PompConfig.cmake, version: \d"),
    ("component", "find_package(Pomp REQUIRED COMPONENTS Runtime Fortran)", clang,
     "there is no component Fortran; the components are Runtime, Mpi, Plugin, Tools, Read"),
    ("optional", "find_package(Pomp REQUIRED COMPONENTS Runtime OPTIONAL_COMPONENTS Fortran)", clang, None),
    ("not-there", "find_package(Pomp REQUIRED COMPONENTS Plugin)", clang, "component Plugin is not installed: there is no .*libpompinst.so"),
    ("quiet", 'find_package(Pomp QUIET COMPONENTS Plugin)\nif(NOT Pomp_FOUND AND NOT Pomp_Plugin_FOUND)\nmessage("no plugin here")\nendif()',
     clang, "no plugin here"),
    ("uninstrumentable", "find_package(Pomp REQUIRED)\nadd_library(t STATIC t.c)\npomp_instrument(t)", clang,
     r"pomp_instrument\(t\): the plugin is not installed: there is no .*libpompinst.so"),
    ("word", FOUND + "pomp_instrument(t FUNCTION all)", clang, r"pomp_instrument\(t\): unknown argument 'FUNCTION;all'; it takes FUNCTIONS"),
    ("value", FOUND + "pomp_instrument(t FILTER)", clang, r"pomp_instrument\(t\): there is no value after FILTER"),
    ("filter", FOUND + "pomp_instrument(t FILTER none)", clang, r"pomp_instrument\(t\): there is no filter file .*filter/none"),
    ("target", FOUND + "pomp_instrument(u)", clang, r"pomp_instrument\(u\): there is no target u"),
    ("twice", FOUND + "pomp_instrument(t)\npomp_instrument(t VERBOSE)", clang, r"pomp_instrument\(t\): the target is instrumented already"),
    ("custom", FOUND + "add_custom_target(i)\npomp_instrument(i)", clang, r"pomp_instrument\(i\): nothing is compiled for this target"),
    ("mutexes", FOUND + "pomp_instrument(t MUTEXES)", clang, r"pomp_instrument\(t\): libpompomp-mutexes.a is not installed in .*without/lib"),
    ("language", FOUND + "pomp_instrument(t LANGUAGES Fortran)", clang, r"pomp_instrument\(t\): LANGUAGES are C and CXX, not Fortran"),
]  # fmt: skip
WITHOUT_PLUGIN = {"not-there", "quiet", "uninstrumentable"}

shutil.copytree(prefix, "without", symlinks=True)
for name in os.listdir("without/lib"):
    if name.startswith("libpompinst"):
        os.remove(os.path.join("without/lib", name))
shutil.copytree(prefix, "less/without", symlinks=True)
os.remove("less/without/lib/libpompomp-mutexes.a")

bad = []
for name, text, compiler, pattern in CASES:
    os.makedirs(name)
    with open(f"{name}/t.c", "w", encoding="utf-8") as file:
        file.write("int t;\n")
    with open(f"{name}/CMakeLists.txt", "w", encoding="utf-8") as file:
        file.write(f"cmake_minimum_required(VERSION 3.18)\nproject({name} LANGUAGES C)\n{text}\n")
    where = os.path.abspath("without") if name in WITHOUT_PLUGIN else os.path.abspath("less/without") if name == "mutexes" else prefix
    command = [cmake, "-G", "Ninja", "-S", name, "-B", f"{name}/build", f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={where}"]
    command += ["-DCMAKE_C_COMPILER_FORCED=ON", "-DCMAKE_HAVE_LIBC_PTHREAD=1"]  # these checks take long and matter to nothing
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = re.sub(r"\s+", " ", done.stdout + done.stderr)
    if (done.returncode == 0) != (pattern is None or name == "quiet") or (pattern and not re.search(pattern, said)):
        bad.append(f"{name}: status {done.returncode}: {said[-1500:]}")
sys.exit("\n".join(bad) or 0)
