# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names.py - which names the libraries take from a program, and a program that has them all.

  names.py check LIBDIR COMPILER    fails if a library calls what a program may define: anything but what ISO C keeps for libc
                                    (its headers say what that is), what libomp calls by its name as well, what begins with an
                                    underscore, and functions of POMP, OpenMP and MPI
  names.py define LIBDIR COMPILER LOADED...
                                    writes a source in C and C++ that defines, with types of its own, whatever libc exports and
                                    leaves free, and all that the libraries hide; but not what the other libraries of the program
                                    call by its name: those that the dynamic linker has loaded for it (LD_DEBUG=files)
  names.py define-hidden LIBDIR COMPILER LOADED...
                                    the same for whatever libomp leaves free; but no shared library can find it, as an archive does

The lists are made from the headers and libraries that are there."""
import functools
import os
import re
import shlex
import subprocess
import sys

ISO_C = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype""".split()
CONTRACTS = re.compile(r"_|POMP_|P?MPI_|omp_|ompt_start_tool$")


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


def symbols(path, *options):
    """Returns the names of an object's or an archive's symbols, each with its kind as nm writes it."""
    lines = (line.split()[:2] for line in run("llvm-nm", "-P", *options, path, stderr=subprocess.DEVNULL).splitlines())
    return {words[0].partition("@")[0]: words[1] for words in lines if len(words) == 2}


def imports(path):
    return set(symbols(path, "--undefined-only", *(["-D"] if ".so" in path else [])))


def relocated(path):
    """Returns what a shared library takes from outside: the linker also lists other names of a variable that is taken."""
    lines = run("llvm-readelf", "-r", "-W", path).splitlines()
    return {words[4].partition("@")[0] for words in map(str.split, lines) if len(words) > 4}


def libraries(program):
    """Returns the libraries that the program is linked with, by their names."""
    found = re.findall(r"(\S+) => (/\S+)", run("ldd", program))
    return {os.path.basename(name): path for name, path in found}


def iso_c(compiler):
    text = "".join(f"#include <{name}.h>\n" for name in ISO_C)
    source = run(*shlex.split(compiler), "-std=c11", "-E", "-P", "-x", "c", "-", input=text)
    return set(re.findall(r"\b([A-Za-z]\w*)(?=\s*\()", source)) | set(re.findall(r"extern FILE \*(\w+);", source))


def omp():
    return run("llvm-config-19", "--libdir").strip() + "/libomp.so.5"


def check(libdir, compiler):
    kept, wrong, seen = iso_c(compiler) | imports(omp()), [], 0
    assert "snprintf" in kept and "write" not in kept, "the headers of ISO C are not what they should be"
    for name in ("libpompomp.so", "libpompomp.a", "libpompomp-mpi.so", "libpompomp-mpi.a"):
        path = os.path.join(libdir, name)
        if not os.path.exists(path) and "-mpi" in name:
            continue
        taken = imports(path)
        if ".so" in name:
            taken &= relocated(path)
            others = libraries(path) if "-mpi" in name else {}
        mpi = set(symbols(others["libmpi.so.40"], "-D", "--defined-only")) if "libmpi.so.40" in others else set()
        seen += len(taken)
        wrong += [f"{name} takes {it}, which a program may define" for it in sorted(taken - kept - mpi) if not CONTRACTS.match(it)]
        # What is exported can be taken by a program of the same name, or take its place.
        shown = symbols(path, "--defined-only", *(["-D"] if ".so" in name else ["--extern-only"]))
        # The name of a version is no function's, nor a variable's (runtime/libpompomp/entries.map).
        wrong += [f"{name} defines {it}" for it in sorted(set(shown) - {"VERSION"}) if not CONTRACTS.match(it)]
    own = relocated(os.path.join(libdir, "libpompomp.so")) & set(symbols(os.path.join(libdir, "libpompomp.so"), "-D", "--defined-only"))
    wrong += [f"libpompomp.so takes {it} from the module that defines it first" for it in sorted(own - {"ompt_start_tool"})]
    print(f"{seen} names are taken", *wrong, sep="\n")
    assert seen > 50
    return bool(wrong)


def define(libdir, compiler, *logs, hide=False):
    loaded = set()
    for log in logs:
        with open(log, encoding="utf-8", errors="replace") as file:
            loaded |= set(re.findall(r"calling init: (/\S+)", file.read()))
    libc = next(path for path in loaded if os.path.basename(path) == "libc.so.6")
    free = symbols(libc, "-D", "--defined-only")
    others = loaded - {libc} if not hide else [omp()]
    needed = iso_c(compiler).union(*(imports(path) for path in others))
    hidden = {}
    for name in filter(os.path.exists, (os.path.join(libdir, name) for name in ("libpompomp.so", "libpompomp-mpi.so"))):
        hidden |= symbols(name, "--defined-only")
    functions = {name for name, kind in free.items() if kind in "TWi"}
    functions |= {name for name, kind in hidden.items() if kind in "tTdDbB" and name.startswith("pomp_")}
    functions = sorted(name for name in functions - needed if re.fullmatch(r"[a-zA-Z]\w*", name) and name != "main")
    assert len(functions) > 1000, functions
    print('#include <stdio.h>\n#include <stdlib.h>\n#define HIDDEN __attribute__((visibility("hidden")))\n#ifdef __cplusplus\nextern "C" {\n#endif')
    print('static int called(const char *name) { fprintf(stderr, "%s was called\\n", name); abort(); }')
    for name in functions:
        print(f'{"HIDDEN " if hide else ""}int own_{name}(char *text, double value) __asm__("{name}");')
        print(f'int own_{name}(char *text, double value) {{ (void)text, (void)value; return called("{name}"); }}')
    print("#ifdef __cplusplus\n}\n#endif")
    return 0


if __name__ == "__main__":
    commands = {"check": check, "define": define, "define-hidden": functools.partial(define, hide=True)}
    sys.exit(commands[sys.argv[1]](*sys.argv[2:]))
