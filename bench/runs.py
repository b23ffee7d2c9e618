# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runs.py - how the benchmarks run commands in rounds, and sum up and print what these took.

All ways that are compared run in each round, one after the other, and each round begins with another way: what disturbs the machine for a
while disturbs all ways. A figure is the median over rounds, mostly of a ratio or a difference of two runs of one round, or the least. CPU times are steady
on a busy machine; elapsed times and those of several threads are not, also because the host of a virtual machine moves its processors.
Not here: how programs are built (ways.py), what is measured, and which columns a table has (the benchmarks)."""
import collections
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

Run = collections.namedtuple("Run", "cpu elapsed memory output")
LOOK_AT_MEMORY = 0.003  # seconds between two looks


def introduce(doc):
    """Prints what a benchmark says of itself in its first paragraph, and on which machine it runs now."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        found = re.search(r"^model name\s*: (.*)", file.read(), re.MULTILINE)
    print(re.split(r"\n\n|\s*Usage:", doc)[0])
    print(f"{found[1] if found else 'unknown processor'}, {len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[0]:.1f}\n", flush=True)


def environment(**settings):
    """Returns the environment of a measured program, which finds nothing of what the user has set for other measurements."""
    usual = dict(os.environ, POMP_SUMMARY="0", OMP_DYNAMIC="false")
    for name in ("OMP_TOOL", "OMP_TOOL_LIBRARIES", "POMP_ENABLE", "POMP_FILTER", "POMP_EXPERIMENT_DIR"):
        usual.pop(name, None)
    return {**usual, **settings}


def undisturbed(priority=1):
    """Returns the words before a command that give it a real-time priority, before which no other program goes; none if that is not allowed."""
    words = ["chrt", "-f", str(priority)]
    return words if shutil.which("chrt") and subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []


def text(output):
    return output.read().decode()


def counted(output):
    """Counts lines and bytes as they come."""
    lines = size = 0
    while data := output.read1(1 << 16):
        lines += data.count(b"\n")
        size += len(data)
    return lines, size


class Peak:
    """The most memory that a process has, in MB. What the kernel says of a process that has ended is not less than the memory of the one that
    started it; so it is looked at while it runs."""

    def __init__(self, process):
        self.most, self.process, self.ended = 0, process, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        while not self.ended.is_set():
            with contextlib.suppress(OSError), open(f"/proc/{self.process}/status", encoding="utf-8") as file:
                found = re.search(r"^VmHWM:\s+(\d+) kB", file.read(), re.MULTILINE)
                self.most = max(self.most, int(found[1]) / 1024 if found else 0)
            self.ended.wait(LOOK_AT_MEMORY)

    def end(self):
        self.ended.set()
        self.thread.join()
        return self.most


def run(command, env=None, cwd=None, read=None, into=subprocess.DEVNULL, memory=False, quiet=False, may_fail=False):
    """Runs a command. Returns the seconds of CPU time and of elapsed time, the most MB of memory if that is asked for, and what READ makes of its output, which
    goes to the file INTO without READ. QUIET keeps its messages back unless it fails. If it fails, the benchmark ends, or None is returned if it may."""
    with tempfile.TemporaryFile() as messages:
        begin = time.perf_counter()
        with subprocess.Popen(command, env=env, cwd=cwd, stdout=subprocess.PIPE if read else into,
                              stderr=messages if quiet else None) as process:  # fmt: skip
            peak = Peak(process.pid) if memory else None
            output = read(process.stdout) if read else None
            _, status, usage = os.wait4(process.pid, 0)
            elapsed = time.perf_counter() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
        most = peak and (peak.end() or usage.ru_maxrss / 1024)
        if process.returncode and may_fail:
            return None
        if process.returncode:
            messages.seek(0)
            raise SystemExit(f"{messages.read().decode()}{' '.join(command)}: status {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, elapsed, most, output)


def orders(ways, rounds):
    """Yields the order in which the ways run in each round."""
    ways = list(ways)
    for number in range(rounds):
        first = number % len(ways)
        yield ways[first:] + ways[:first]


def in_rounds(ways, run_way, rounds, warm_up=0, after=None):
    """Runs all ways in each round, and calls AFTER behind it. Returns what the ways have returned: a dictionary by way for each round."""
    ways, found = list(ways), []
    for order in orders(ways, warm_up + rounds):
        got = {way: run_way(way) for way in order}
        found.append({way: got[way] for way in ways})
        if after:
            after()
    return found[warm_up:]


def median(rounds, value):
    return statistics.median(value(one) for one in rounds)


def least(rounds, value):
    return min(value(one) for one in rounds)


def quartiles(values):
    """Returns lower quartile, median and upper quartile."""
    values = list(values)
    if len(values) < 3:
        return min(values), statistics.median(values), max(values)
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def spread(values, form):
    """Returns `median (lower to upper quartile)`, each in a form such as '.2f'."""
    low, middle, high = quartiles(values)
    return f"{middle:{form}} ({low:{form}} to {high:{form}})"


def print_table(head, rows, widths):
    """Prints the first column to the left, the others to the right."""
    for row in [head, *rows]:
        cells = [f"{row[0]:<{widths[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:])]
        print("".join(cells).rstrip(), flush=True)
