# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""agrees-with-clang.py CLANG POMP_CLANG - asks for many command lines: does the wrapper name the library exactly when Clang
plans to run the linker, and does what it adds change nothing else of Clang's plan?

Clang's plan is what it prints under -###; nothing is run."""

import shlex
import subprocess
import sys

CLANG, POMP_CLANG = sys.argv[1:]

# Each line has arguments. Files need not exist: -### does not read them, except for those made in `main`.
LINES = """
a.c
a.c b.o -o x
-c a.c
-S a.c
-E a.c
-M a.c
-MM a.c
-MD a.c
-MMD -MF d -MT -c a.c
-fsyntax-only a.c
-emit-ast a.c
--analyze a.c
--precompile a.h
--compile a.c
--assemble a.c
--preprocess a.c
--shared a.o
-shared a.o
-o a.c b.o
-oa.c b.o
-o -c b.o
--output -c b.o
--output=-c b.o
-x c a.h
-xc a.h
-x c-header a.c
--language=c-header a.c
-x c++-header a.c b.c
a.h
a.hpp
a.h b.o
-x none a.h b.c
-x c -x none a.h
-x c - -o x
-include -c a.c
-I -E a.c
-I-E a.c
-D -S -U -c a.c
-isystem -c a.c
-idirafter -c a.c
-Xclang -c a.c
-Xlinker -c a.o
-Xassembler -c a.s
-Xpreprocessor -c a.c
-mllvm -c a.c
-T -c a.o
-u -c a.o
-z -c a.o
-e -c a.o
-L -c a.o
-l -c a.o
-rpath -c a.o
-target x86_64-linux-gnu a.c
--target=x86_64-linux-gnu a.c
--sysroot / a.c
--param -c a.c -lm
-arch -c a.o
-framework -c a.o
-lm
-Wl,--version
-Wl,-soname,x -shared a.o
-Wl,-z -Wl,now a.o
-Wp,-c a.c
-Wa,-c a.s
a.s
a.S -c
a.ll
a.bc -c
a.i
a.a
a.so.1 a
a.cpp
-flto a.o
-save-temps a.c
-v
-###
-v -c a.c
--version
--help
-dumpversion
-dumpmachine
-print-search-dirs
-print-file-name=libc.so
--print-resource-dir
-nostdlib a.o
-nodefaultlibs a.o
-nostartfiles a.o
-nostdlib++ a.o
-nolibc a.o
-static-libgcc a.o
-no-pie a.o
-fuse-ld=lld a.o
-pthread a.o
-rdynamic a.o
-s a.o
-pie a.o
-- a.c
-c -- a.c
-- -c
-o x -- -c.c b.o
@in.rsp
-c @in.rsp
@in.rsp -E
@quoted.rsp
@escaped.rsp
@no-such-file b.o
-fopenmp a.c
-fopenmp=libgomp a.c
-fno-openmp a.c
-fopenmp-simd -c a.c
-fopenmp -fno-openmp a.o
-bundle_loader -c a.o
-bundle_loader a.o
-bundle_loader a.o b.o
-segaddr -c -S a.o
-install_name -E a.o
-unknown-option a.o
-O2 a.c
-dM -E a.c
-g3 -O3 -march=native -std=c11 -Wall -Wextra -pedantic a.c -lm
-Xarch_host -c a.o
-Xarch_host -O2 a.o
--coverage -c a.c
-isysroot / a.c
-fnew-alignment -c a.cpp
-objcmt-migrate-all a.o
-object a.o
""".strip().splitlines()


def plan(program, arguments):
    """Returns the commands that would be run, each as a list of words; and the exit status."""
    done = subprocess.run([program, "-###", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False)  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith(' "')]
    return [shlex.split(line) for line in lines], done.returncode, done.stdout


def is_linker(command):
    name = command[0].rsplit("/", 1)[-1]
    return name in ("ld.lld", "ld.gold") or name.endswith("-ld") or name == "ld"


def check(line):
    arguments = shlex.split(line)
    theirs, their_status, their_text = plan(CLANG, arguments)
    ours, our_status, our_text = plan(POMP_CLANG, arguments)
    links = any(is_linker(command) for command in theirs)
    named = any("-lpompomp" in command for command in ours)
    if links != named:
        return f"Clang {'links' if links else 'does not link'}, the library is {'' if named else 'not '}named"
    if our_status != their_status:
        return f"exit status {our_status}, Clang's is {their_status}"
    kinds = [[is_linker(command) for command in commands] for commands in (ours, theirs)]
    if kinds[0] != kinds[1]:
        return f"{len(ours)} commands, Clang plans {len(theirs)}"
    if our_text.count("warning:") != their_text.count("warning:"):
        return "other warnings:\n" + our_text
    if named and not any(last_before_default_libraries(command) for command in ours):
        return "the library does not follow the user's files"
    return None


def last_before_default_libraries(command):
    """Checks that -lpompomp comes after all files but the start and end files of the C library."""
    if "-lpompomp" not in command:
        return False
    rest = command[command.index("-lpompomp") :]
    return not any(word.endswith((".o", ".a", ".so.1")) and "/crt" not in word for word in rest)


def main():
    with open("in.rsp", "w", encoding="utf-8") as file:
        file.write("a.c -o x @nested.rsp\n")
    with open("nested.rsp", "w", encoding="utf-8") as file:
        file.write("-DX -lm\n")
    with open("quoted.rsp", "w", encoding="utf-8") as file:
        file.write("-D'X=\"a b\"' \\-c 'a\\'b.c' \"d e.c\"\n")
    with open("escaped.rsp", "w", encoding="utf-8") as file:
        file.write("-DX=\\ -c a.c\n")
    for name in ("a.c", "a.h", "a.hpp", "b.c", "a.s", "a.S", "a.ll", "a.bc", "a.i", "a.a", "a.so.1", "a", "a.cpp", "a.o",
                 "b.o", "-c", "-c.c", "a'b.c", "d e.c"):  # fmt: skip
        with open(name, "w", encoding="utf-8"):
            pass
    bad = [f"{line}\n    {why}" for line in LINES if (why := check(line))]
    if not any(is_linker(command) for command in plan(CLANG, ["a.o"])[0]):
        bad.append("this test does not recognise Clang's linker")
    print("\n".join(bad) or f"{len(LINES)} command lines agree")
    return 1 if bad else 0


sys.exit(main())
