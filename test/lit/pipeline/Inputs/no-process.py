# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no-process.py CLANG PLUGIN - compiles with the plugin where the compiler can't start a process, where who starts it ignores SIGCHLD,
and where Clang dies."""
import os
import resource
import signal
import subprocess
import sys

clang, plugin = sys.argv[1:]
OTHER_USER = 65534  # root may always have one more process
TEXTS = {
    "a.c": "int main(void) {\n  int s = 0;\n#pragma omp parallel\n#pragma omp critical\n  s++;\n  return s;\n}\n",
    "header.h": "static inline int h(int n) {\n#pragma omp critical\n  n++;\n  return n;\n}\n",
    "b.c": '#include <stdio.h>\n#include "header.h"\nint main(void) {\n  return h(1);\n}\n',
    "error.c": "int main(void) {\n  int s = 0;\n  char *p = 3;\n#pragma omp parallel\n  s += undefined;\n  return s;\n}\n",
    # The analysis can't begin before a declaration that includes a header with a directive in it: it has to start anew.
    "inside.h": '#define P _Pragma("omp critical")\nint b;\n',
    "late.h": "#include <stdio.h>\nstatic int before(int n) { return n; }\n" + "static inline int late(int n) {\n#pragma omp critical\n  n++;\n  return before(n);\n}\n",
    "late.c": '#include "late.h"\nint main(void) {\n  int s = 0;\n#pragma omp critical\n  s++;\n  return late(s);\n}\n',
    # Nor before a header with a directive in it that is included twice.
    "each.h": "static int NAME(int n) {\n#pragma omp critical\n  n++;\n  return n;\n}\n",
    "twice.c": '#define NAME one\n#include "each.h"\n#undef NAME\n#define NAME two\n#include "each.h"\nint main(void) { return one(two(0)); }\n',
    "anew.c": 'struct x {\n  int a;\n#include "inside.h"\n};\n' + "int f(int n) {\n  P n++;\n  return n;\n}\n",
}
for name, text in TEXTS.items():
    with open(name, "w", encoding="ascii") as file:
        file.write(text)
with open("crash.c", "w", encoding="ascii") as file:
    file.write(TEXTS["a.c"] + "#pragma clang __debug crash\n")


def no_process():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(OTHER_USER)
        os.setuid(OTHER_USER)
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))


def ignored():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def compiled(name, *options, preexec_fn=None):
    """Returns the status, what was said, and how many names of POMP's the object has."""
    command = [clang, "-fopenmp", "-fplugin=" + plugin, *options, "-c", name, "-o", "out.o"]
    if os.path.exists("out.o"):
        os.remove("out.o")
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, preexec_fn=preexec_fn, env={**os.environ, "TMPDIR": os.getcwd()})
    symbols = open("out.o", "rb").read().count(b"POMP_Critical") if os.path.exists("out.o") else 0
    return done.returncode, done.stderr, symbols


os.umask(0)
for name in ("a.c", "b.c", "late.c", "twice.c", "anew.c", "error.c"):
    usual = compiled(name)
    assert usual[2] or name == "error.c", usual
    assert compiled(name, preexec_fn=ignored) == usual, (name, usual)
readable = subprocess.run(["cat", plugin], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, preexec_fn=no_process).returncode == 0
if not readable:
    print("another user may not read the plugin here, so that a compiler without processes is not tried")
else:
    for name in ("a.c", "b.c", "late.c", "error.c"):
        usual = compiled(name)
        assert compiled(name, preexec_fn=no_process) == usual, (name, usual, compiled(name, preexec_fn=no_process))
    for name in ("anew.c", "twice.c"):
        status, said, symbols = compiled(name, preexec_fn=no_process)
        assert status == 0 and not symbols and "warning: pompinst: nothing of this file is instrumented" in said, (name, status, said)
        status, said, symbols = compiled(name, "-fplugin-arg-pompinst-required", preexec_fn=no_process)
        assert status != 0 and "error: pompinst: nothing of this file is instrumented" in said, (name, status, said)
status, said, _ = compiled("crash.c")
assert status != 0 and said.count("Stack dump:") == 1, said
