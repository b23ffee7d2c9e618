# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""doubts.py POMP-REPORT FIB HISTOGRAM - runs tasks on one processor, with two threads and with one, and threads that share a lock, on
two processors if there are two, and checks what is said behind the cost of measuring, against what the regions say and what the
system counted of the process."""
import json
import os
import subprocess
import sys

report, fib, histogram = sys.argv[1:]
TURNS, LOCKS, CONTENDED = "(at least, as threads took turns)", "(at least, as threads share locks)", "(not judged for contended locks)"
PROCESSORS = sorted(os.sched_getaffinity(0))


def report_of(*options):
    return subprocess.run([report, *options], capture_output=True, text=True, check=True).stdout


def run(command, threads, processors, policy, experiment):
    """Returns the table at the program's end, and how often its threads gave up their processor."""
    os.sched_setaffinity(0, processors)
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY=policy, POMP_EXPERIMENT_DIR=experiment)
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        table = program.stderr.read()
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    os.sched_setaffinity(0, PROCESSORS)
    assert program.returncode == 0, table
    return table, used.ru_nivcsw


def check(experiment, table):
    """Returns what is said, or "", and what the report has of the run."""
    whole = json.loads(report_of("--json=summary", experiment))
    said, regions = whole["experiment"], whole["regions"]
    visits, contended = (sum(region[key] for region in regions) for key in ("visits", "contended"))
    sharing = sum(region["visits"] for region in regions if region["contended"] > region["visits"] // 1000)
    judged, turns = contended <= visits // 100, said["involuntary_switches"] > visits // 20
    least = (turns or sharing > visits // 20) and said["measuring_ns"] > said["allocation_ns"] / 100
    assert (said["measuring_judged"], said["measuring_at_least"]) == (judged, least), said
    score = json.loads(report_of("--score", "--json", experiment))
    assert (score["judged"], score["at_least"]) == (judged, least), (score["judged"], score["at_least"], said)
    words = CONTENDED if not judged else "" if not least else TURNS if turns else LOCKS
    measuring = [line for line in report_of("--score", experiment).splitlines() if line.startswith("  measuring:")]
    assert len(measuring) == 1, measuring
    for text in table, report_of("--all", experiment), report_of(experiment).replace("\n", " "), *measuring:
        assert [w for w in (TURNS, LOCKS, CONTENDED) if w in text] == [words] * (words != ""), (words, text)
    return words, said


for threads in 2, 1:
    table, switches = run([fib, "20"], threads, PROCESSORS[:1], "passive", f"turns-{threads}")
    words, said = check(f"turns-{threads}", table)
    # Some turns were taken before the measurement began, or after it had ended.
    assert 0 <= switches - said["involuntary_switches"] < 1000, (threads, switches, said)
    assert threads == 2 or not words, words
for threads in 2, 1:
    table, _ = run([histogram, "20000"], threads, PROCESSORS, "active", f"locks-{threads}")
    words, _ = check(f"locks-{threads}", table)
    assert threads == 2 or not words, words
