# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""system-calls.py DOC LIST_CALLS PROGRAM - runs system-calls.c's program in several ways, and compares the library's system calls with
the table in docs/limits.md. Prints what there is, for that table."""
import collections
import os
import re
import subprocess
import sys

DOC, LIST_CALLS, PROGRAM = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
TRACED = {"POMP_TRACE": "1"}
# These are the stages of the program in each way to measure: the row of the table whose calls they have.
ROWS = [
    ({}, {"begin": "begin", "usual": "usual", "new": "new", "thread": "thread", "sandbox": "sandbox", "end": "end"}),
    (TRACED, {"begin": "begin", "usual": "trace", "new": "trace", "thread": "trace", "sandbox": "trace", "end": "end"}),
    ({"POMP_METRICS": "rusage:minflt"}, {"usual": "rusage", "sandbox": "rusage"}),
    ({"POMP_SANDBOX": "1", "POMP_SUMMARY": "1"}, {"usual": "sandbox", "sandbox": "sandbox", "end": "sandbox end"}),
]
# Which of these are made is up to the machine, or to luck: when a file is to grow, how file systems and the clock are, who waits for whom and loses its processor.
MAY_LACK = {"clock_gettime", "timer_create", "ftruncate", "fallocate", "fstat", "mremap", "futex", "sched_yield", "pread64", "pwrite64", "fstatfs", "utimensat", "unlinkat", "rt_sigpending", "prlimit64", "getrusage", "timer_delete", "mmap",
            "munmap", "rt_sigaction", "mprotect", "ppoll", "rt_sigtimedwait", "rt_sigreturn", "statx", "readlinkat", "gettid", "get_robust_list"}  # fmt: skip

made = collections.defaultdict(set)
for number, (settings, stages) in enumerate(ROWS):
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=f"e{number}", OMP_WAIT_POLICY="passive", **settings)
    run = subprocess.run([LIST_CALLS, "libpompomp", "log", PROGRAM], env=environment, capture_output=True, text=True, timeout=300, check=False)
    if run.returncode == 126:
        print("system-calls: programs can't be traced here, so that their system calls are not read off")
        sys.exit(0)
    assert run.returncode == 0, (settings, run)
    with open("log", encoding="ascii") as log:
        calls = [line.split() for line in log]
    for name, row in stages.items():
        made[row] |= {call for at, call in calls if at == name}
        made[row] |= set()

for row, calls in made.items():
    print(f"{row}: " + ", ".join(f"`{call}`" for call in sorted(calls)))
with open(DOC, encoding="utf-8") as file:
    section = file.read().split("\n## System calls\n", 1)[1].split("\n## ", 1)[0]
documented = {row: set(re.findall(r"`(\w+)`", calls)) for row, calls in re.findall(r"^\| \*([\w ]+)\*[^|]*\| ([^|]*) \|", section, re.MULTILINE)}
assert set(documented) == set(made), (sorted(documented), sorted(made))
for row, calls in made.items():
    assert not calls - documented[row], f"{row}: docs/limits.md lacks {sorted(calls - documented[row])}"
    unseen = documented[row] - calls - MAY_LACK
    assert not unseen, f"{row}: docs/limits.md names {sorted(unseen)}, which no run makes"
assert not made["sandbox"] and not made["sandbox end"]
