# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fault_runs.py - builds and runs the programs below bench/programs/faults, with a fault and with it fixed, plain and instrumented, and
judges what the tools say of them.

A program that may have real-time priority is disturbed by nothing else on the machine; one with more threads than processors has no such
priority, as its threads would not take turns, but the highest of the others. After each run the machine has time for what else there is: the
kernel stops who leaves none. Where fixing the fault makes it too short to be
judged, the fixed program gets more to do (`long` in the table) when the tools are asked whether anything is wrong with it. Not here: the
options, and how the results are kept and shown (bench/faults, bench/fault_table.py)."""
import contextlib
import json
import os
import shutil
import time

import runs

BENCH = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(BENCH, "programs", "faults")
MARK = "// the fault"
PRIORITY = 10
SILENT = 0.02  # the part of the wall time that a finding about a program without a fault may be worth
ALIKE = 0.9  # of the first finding's saving
PROCESSORS = 2
LIMIT = ["timeout", "60"]  # seconds that a run may take
PAUSE = 0.2  # seconds
FIRST = ("fault", "fixed")


def rows():
    with open(os.path.join(PROGRAMS, "table.json"), encoding="utf-8") as file:
        return json.load(file)


def lines_of(row):
    """Returns the lines of its program that have the fault."""
    with open(os.path.join(PROGRAMS, row["file"]), encoding="utf-8") as file:
        return [number for number, line in enumerate(file, 1) if MARK in line]


@contextlib.contextmanager
def first_in_line(has_priority):
    """While a program with a priority runs, this process, which waits for its end, goes before it: else the end would be seen late."""
    if has_priority:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY + 1))
    try:
        yield
    finally:
        if has_priority:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
            time.sleep(PAUSE)


class Fault:
    """One row of the table, built in a folder of its own."""

    def __init__(self, row, build, work):
        self.row, self.build, self.lines = row, os.path.abspath(build), lines_of(row)
        self.folder = os.path.join(work, row["file"].split(".")[0])
        self.first = runs.undisturbed(PRIORITY)
        os.makedirs(self.folder, exist_ok=True)

    def compile(self, is_instrumented, programs=FIRST):
        plus = "++" if self.row["file"].endswith("pp") else ""
        way = "pomp" if is_instrumented else "plain"
        compiler = [f"{self.build}/bin/pomp-clang{plus}", *self.row.get("options", [])] if is_instrumented else [f"clang{plus}-19", "-fopenmp"]
        for which in programs:
            flags = ["-O2", "-g"] + ["-DFIXED"] * (which == "fixed")
            command = [*compiler, *flags, os.path.join(PROGRAMS, self.row["file"]), "-o", f"{way}-{which}", "-lm"]
            runs.run(command, cwd=self.folder)

    def _environment(self, which, more):
        usual = {key: value for key, value in os.environ.items() if not key.startswith(("OMP_", "KMP_", "POMP_"))}
        of_row = self.row.get("environment", {}) if which == "fault" else {}
        return {**usual, "OMP_NUM_THREADS": str(PROCESSORS), "OMP_DYNAMIC": "false", **of_row, **more}

    def _before(self):
        """Returns the words before a command that give it its priority and its processors."""
        first = ["chrt", "-o", "0", "nice", "-n", "-20"] if self.first and self.row.get("nice") else self.first
        return [*first, "taskset", "-c", ",".join(map(str, sorted(os.sched_getaffinity(0))[:PROCESSORS])), *LIMIT]

    def _run(self, which, command, more):
        """Returns the wall time of a command. What it prints goes to a file, as a reader would take a processor."""
        with open(os.path.join(self.folder, f"{which}.txt"), "wb") as output, first_in_line(self.first):
            return runs.run([*self._before(), *command], cwd=self.folder, env=self._environment(which, more), into=output).elapsed

    def _printed(self, which):
        with open(os.path.join(self.folder, f"{which}.txt"), encoding="utf-8") as file:
            return sorted(file)

    def plain(self, rounds):
        """Returns the median wall times of the program with the fault and without."""
        found = runs.in_rounds(FIRST, lambda which: self._run(which, [f"./plain-{which}"], {}), rounds)
        if self._printed("fault") != self._printed("fixed"):
            raise SystemExit(f"{self.row['file']}: fixed, it prints something else")
        return [runs.median(found, lambda one: one[which]) for which in FIRST]

    def alone(self, rounds):
        """Returns the median wall time of the program with the fault, by one thread."""
        found = runs.in_rounds(FIRST[:1], lambda which: self._run(which, [f"./plain-{which}"], {"OMP_NUM_THREADS": "1"}), rounds)
        return runs.median(found, lambda one: one["fault"])

    def diagnosed(self, which):
        """Returns what the tool says of one instrumented run: the findings, best first, and the run's wall time. Where pomp-scale has no finding,
        it is the diagnosis of its run with most threads."""
        experiment = os.path.join(self.folder, f"e-{which}")
        program = [f"./pomp-{which}", *([str(self.row["long"])] if which == "fixed" and "long" in self.row else [])]
        shutil.rmtree(experiment, ignore_errors=True)
        if self.row.get("tool") == "pomp-scale":
            command = [f"{self.build}/bin/pomp-scale", "--json", "--folder", experiment, f"1,{PROCESSORS}", "--", *program]
            done = runs.run([*self._before(), *command], cwd=self.folder, env=self._environment(which, {"POMP_SUMMARY": "0"}), read=runs.text, quiet=True)
            of = json.loads(done.output)["series"][0]
            if of.get("findings"):
                return {"findings": of["findings"], "wall_s": of["numbers"][-1]["wall_s"]}
            experiment = os.path.join(experiment, f"threads-{PROCESSORS}-run-1")
        else:
            self._run(which, program, {"POMP_SUMMARY": "0", "POMP_EXPERIMENT_DIR": experiment})
        return json.loads(runs.run([f"{self.build}/bin/pomp-report", "--diagnose", "--json", experiment], read=runs.text).output)

    def right_of(self, diagnosis):
        """Returns the first finding, or what is to be looked at beside it, if that names the fault; else None."""
        return next((f for f in firsts_of(diagnosis) if self.is_right(f)), None)

    def is_right(self, finding):
        """Whether a finding names the fault and its line."""
        if finding["property"] not in self.row["properties"]:
            return False
        in_file = os.path.basename(finding["file"] or "") == self.row["file"]
        return bool(self.row.get("no_line")) or (in_file and finding["line"] in self.lines)


def firsts_of(diagnosis):
    """Returns the first finding, those that save as much but for what two runs differ by, and what is to be looked at (a note of the compiler's) about
    the construct of the first, or about any if nothing is found."""
    judged = [f for f in diagnosis["findings"] if f.get("judged", True)]
    number = diagnosis["findings"].index(judged[0]) if judged else None
    looks = [look for look in diagnosis.get("look_at", []) if look["finding"] == number]
    first = [f for f in judged if f["saving_s"] >= ALIKE * judged[0]["saving_s"]]
    return first + [{**look, "property": look["kind"], "saving_s": 0} for look in looks]


def loudest(diagnosis):
    """Returns the first finding that a program without a fault should not have, and None if there is none."""
    return next((f for f in firsts_of(diagnosis) if f["saving_s"] > SILENT * diagnosis["wall_s"]), None)
