# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parse-once-why.py - sees to it that each reason for a parse of its own is given where it holds, and only there.

Usage: parse-once-why.py PLUGIN CLANG CLANGXX, in the directory of the sources of parse-once.test."""
import re
import subprocess
import sys

PLUGIN, CLANG, CLANGXX = sys.argv[1:]
PLUGIN_OPTION = "-fplugin-arg-pompinst-"
MAIN = "int main(void) {\n#pragma omp parallel\n  ;\n  return 0;\n}\n"
# Each row has the reason, the options, and the source: a file, or its text, in C++ if an option says so.
ROWS = [
    (None, [], MAIN),
    ("emit= asks for the text", [PLUGIN_OPTION + "emit=emitted.c"], MAIN),
    ("system-headers asks for headers that are read first", [PLUGIN_OPTION + "system-headers"], MAIN),
    ("functions=all asks for functions of all headers", [PLUGIN_OPTION + "functions=all"], MAIN),
    (None, [PLUGIN_OPTION + "functions=none"], MAIN),
    ("the compiler's action is a special one", ["-Xclang", "-ast-print"], MAIN),
    (None, [], "/* omp */\nint\n  import(int n);\n" + MAIN),
    (None, ["-xc++", "-std=c++20"], "#include <utility>\nint\n  exports(int n),\n  modules;\n" + MAIN),
    ("it may use modules", ["-xc++", "-std=c++20"], "module;\nexport module why;\n" + MAIN),
    ("it may use modules", ["-xc++", "-std=c++20", "-fprebuilt-module-path=."], MAIN),
    ("it may use modules", ["-xc++", "-std=c++20", "-fmodules", "-fmodules-cache-path=modules"], MAIN),
    ("it may use modules", ["-fmodules"], MAIN),
    ("templates are parsed at the end", ["-xc++", "-fdelayed-template-parsing"], MAIN),
    (None, ["-include", "once/quiet.h", "-xc++"], MAIN),
    (None, ["-include", "once/speaking.h"], MAIN),
    ("macros of files are included before it", ["-imacros", "once/quiet.h"], MAIN),
    (None, [], "#pragma once\n#include <stdio.h>\n" + MAIN),
    ("it uses #pragma once", [], "#include <stdio.h>\n#pragma once\n" + MAIN),
    ("it uses #pragma once", [], MAIN + "#pragma once\n"),
    ("what the preprocessor does is recorded", ["-g", "-fdebug-macro", "-c", "-o", "x.o"], MAIN),
    ("inclusions are listed", ["-H"], MAIN),
    ("messages are verified", ["-Xclang", "-verify=none"], MAIN),
    ("a macro of the command line may hold OpenMP", ["-DP=_Pragma(\"omp barrier\")"], MAIN),
    (None, ["-DN=computes"], MAIN),
    ("it has line markers", [], "# 1 \"other.c\" 1\n" + MAIN),
    ("it uses include_next", [], "#if __has_include_next(<stdio.h>)\n#endif\n" + MAIN),
    ("a header that speaks of OpenMP is included inside of a declaration", [], "twice/inside.c"),
    ("a header that speaks of OpenMP is included several times", [], "twice/several.c"),
    ("a pragma comes before the first place where the analysis could begin", [], "twice/first-pragma.c"),
    ("OpenMP comes before the first place where the analysis could begin", [], "twice/macro-first.c"),
    ("OpenMP comes before the first place where the analysis could begin", [],
     "int numbers[] = {\n#include \"numbers.inc\"\n} /* omp */;\n" + MAIN),
    ("a file goes on with a macro after a header that speaks of OpenMP", [],
     "#include \"once/speaking.h\"\n#define int int\n" + MAIN),
    ("the main file includes itself", [],
     "#ifndef SECOND\n#define SECOND\nint f(int n) {\n#pragma omp parallel\n  n++;\n  return n;\n}\n#include \"why.c\"\n#else\n"
     "int g(int n) {\n#pragma omp parallel\n  n++;\n  return n;\n}\n#endif\n"),
    ("its text is in no file", ["-xc"], "-"),
    (None, ["-include-pch", "quiet.pch", "-xc++"], MAIN),
    ("its precompiled header is found by the name of another", ["-Xclang", "-include-pch", "-Xclang", "through.pch", "-Xclang",
     "-pch-through-header=once/quiet.h", "-xc++"], "#include \"once/quiet.h\"\n" + MAIN),
    ("directives are attributes", ["-xc++"], "twice/attribute.cpp"),
    ("a copy of the compiler could not be made, or did not come to its end", ["LIMIT"], MAIN),
]  # fmt: skip

failed = False
with open("numbers.inc", "w", encoding="utf-8") as file:
    file.write("1, 2, 3\n")
subprocess.run([CLANGXX, "-fopenmp", "-xc++-header", "once/quiet.h", "-o", "quiet.pch"], check=True)
with open("through.cpp", "w", encoding="utf-8") as file:
    file.write("#include \"once/quiet.h\"\n")
subprocess.run([CLANGXX, "-fopenmp", "-xc++-header", "through.cpp", "-o", "through.pch", "-Xclang", "-pch-through-header=once/quiet.h"], check=True)
for reason, options, source in ROWS:
    if "\n" in source:
        with open("why.c", "w", encoding="utf-8") as file:
            file.write(source)
        source = "why.c"
    compiler = CLANGXX if "-xc++" in options else CLANG
    action = [] if "-c" in options else ["-fsyntax-only"]
    command = [compiler, "-fopenmp", f"-fplugin={PLUGIN}", PLUGIN_OPTION + "verbose", *action, *options, source]
    if "LIMIT" in options: # as many processes of this user as there are, and no more; root has no such limit
        command = ["setpriv", "--reuid=65534", "--clear-groups", "prlimit", "--nproc=1"] + [w for w in command if w != "LIMIT"]
    done = subprocess.run(command, input=MAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    given = re.findall(r"pompinst: the analysis has a parse of its own, as (.*)", done.stderr)
    if given != ([reason] if reason else []):
        failed = True
        print(f"{' '.join(options)} {source}: {given}, not {reason}\n{done.stderr}")
sys.exit(failed)
