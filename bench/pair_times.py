# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pair_times.py [OPTION]... REPORT BAD FIXED THREADS [ARGUMENT...] - holds the diagnosis of a program against what fixing it saves, by the
machine's clock.

BAD and FIXED are the same program, without and with what costs time (-DFIXED), and with -DPAIR_REAL (pair_real.h). They run in turn, with
OMP_NUM_THREADS=THREADS. BAD prints its own truth as a line of JSON: `property`, `line` (0: none), `severity_ns`, and perhaps `saving_ns`,
`file`, `cause`, `unsure_ns`, by which the severity may be off as the program knows no better, and `advice`, words that the finding's advice has.
With `cost` true it is about what operations cost and not about waiting: a busy machine changes that, so a run in which threads had to wait for
processors tells nothing of it. `least_times` is how many times its shortest visit the construct's visits have to take on the mean; where they took
less, as on processors that share a cache, nothing need be found. `near` is the part by which the figures may differ, if that is more than usual.
With `crowds` true BAD has more threads than processors, and is meant to: only FIXED tells whether the machine was busy.
Where what begins and ends a run takes a time that varies, as in MPI, both programs state what they took in between (`wall_ns`), which is
compared. `region` is the name of the finding's region. With `judged` false the finding claims no saving, and none is compared. These must hold:

  * the finding of that property at that line is the first one, with the severity (and the saving) that the program states;
  * the saving that it predicts is the measured difference of the two median wall times, within 15 %;
  * FIXED has no finding of that property at that line which would save more than 2 % of its wall time.

Wall times of different runs can be compared only if the machine had time for both. If threads were ready and had no processor, the
runs are repeated some times; at last a line says that the comparison was not judged, and why. Everything else is checked all the same.
Ranks that wait in MPI keep their processor: where each has none of its own, wall times are not compared.

The machine may spoil a run: a thread may lose its processor between an event and the program's own reading of the clock. So of the
first two runs one may be wrong, and later one more of every five.

If more threads run than there are processors, PAIR_SLEEPS=1 and OMP_WAIT_POLICY=passive are set: then work() of pair_real.h sleeps in
place of computing, so that threads take as long as on processors of their own.

  --launch WORDS   what starts the program, such as "mpirun -n 2"
  --traced         traces are recorded, and the diagnosis is made from them

With PAIRS_TABLE=FILE one line of JSON is added to the file, from which bench/pairs makes its table. Not here: the programs
(test/lit/diagnose/pairs), and the same by the clock that they set (test/lit/diagnose/Inputs/pair.py)."""
import argparse
import fcntl
import json
import os
import shlex
import shutil
import statistics
import sys

sys.dont_write_bytecode = True
import runs  # noqa: E402

NEAR = 0.05  # the part by which a figure may differ from what the program states
NEAR_READY = 0.1  # so much of the time without a processor may be between an event and the program's reading of the clock
SLACK = 0.0005  # seconds by which it may differ beside
SAVING_NEAR = 0.15  # the part of the measured difference by which the predicted one may be off
UNSURE = 0.10  # it is compared if what is not sure about it is no greater part
HEALTHY = 0.02  # the part of the wall time that a finding about FIXED may be worth
RUNS = 5  # of each program, at least
SECOND_THOUGHTS = 9  # runs of each before a difference counts as wrong
MOST_RUNS = 15
BUSY_RUNS = 3  # so many runs without a quiet one are enough to see that the machine is busy

parser = argparse.ArgumentParser()
parser.add_argument("--launch", default="")
parser.add_argument("--traced", action="store_true")
parser.add_argument("report")
parser.add_argument("bad")
parser.add_argument("fixed")
parser.add_argument("threads", type=int)
parser.add_argument("arguments", nargs=argparse.REMAINDER)
args = parser.parse_args()
launch = shlex.split(args.launch)
ranks = int(launch[launch.index("-n") + 1]) if "-n" in launch else 1
is_dense = args.threads * ranks > len(os.sched_getaffinity(0))
no_wall = "ranks that wait in MPI have no core of their own" if is_dense and ranks > 1 else None


class Wrong(Exception):
    """A run is not as it should be."""


class Run:
    """One run of a program, and what its experiment says."""

    def __init__(self, program, number):
        self.experiment = os.path.abspath(f"e-{os.path.basename(program)}-{args.threads}")
        self.name = f"{program}, {args.threads} threads, run {number}"
        shutil.rmtree(self.experiment, ignore_errors=True)
        environment = dict(os.environ, OMP_NUM_THREADS=str(args.threads), POMP_EXPERIMENT_DIR=self.experiment, POMP_SUMMARY="0")
        if is_dense:
            environment.update(PAIR_SLEEPS="1", OMP_WAIT_POLICY="passive")
        if args.traced:
            environment["POMP_TRACE"] = "1"
        output = runs.run([*launch, program, *args.arguments], env=environment, read=runs.text).output
        lines = [line for line in output.splitlines() if line.startswith("{")]
        self.truth = json.loads(lines[-1]) if lines else None
        self.crowds = (self.truth or {}).get("crowds", False)
        diagnosis = self.read("--diagnose", "--json")
        summary = self.read("--json=summary")
        experiment, self.regions = summary["experiment"], summary["regions"]
        self.findings = diagnosis["findings"]
        self.wall = diagnosis["wall_s"]
        self.took = self.true("wall") or self.wall
        self.ready = ((experiment["scheduled"] or {}).get("ready_ns") or 0) * 1e-9
        self.is_busy = experiment["crowded"]

    def true(self, key):
        """Returns a figure of the truth in seconds, or None."""
        ns = (self.truth or {}).get(key + "_ns")
        return None if ns is None else ns * 1e-9

    def read(self, *options):
        traced = ["--from-trace"] if args.traced else []
        return json.loads(runs.run([args.report, *traced, *options, self.experiment], read=runs.text).output)

    def fail(self, text):
        raise Wrong(f"{self.name}: {text}\ntruth: {self.truth}\nready {self.ready} s, found: {json.dumps(self.findings, indent=1)}")

    def of(self, truth):
        """Returns the findings that are about what the program knows to be wrong."""
        return [
            f
            for f in self.findings
            if (f["property"], f["line"]) == (truth["property"], truth["line"] or None)
            and os.path.basename(f["file"] or "") == os.path.basename(truth.get("file") or f["file"] or "")
        ]

    def is_faint(self):
        visited = [r for r in self.regions if r["begin_line1"] == self.truth["line"] and r["visits"]]
        return any(r["mean_visit_ns"] < self.truth.get("least_times", 0) * r["min_visit_ns"] for r in visited)

    def check_bad(self):
        """Checks the finding, and returns it; None: the machine was too busy for there being one, or what is wrong has no effect."""
        if not self.truth:
            self.fail("it prints no truth")
        mine = self.of(self.truth)
        if self.is_busy and self.truth.get("cost"):
            return mine[0] if mine else None
        if self.is_busy and not mine and self.true("severity") < self.ready:
            return None  # what the machine's other work made of the run hides it
        if self.crowds and not mine:
            return None
        if not mine and self.is_faint():
            print(f"{self.name}: {self.truth['property']} has too little effect on this machine now to be found")
            return None
        if len(mine) != 1:
            self.fail(f"there are {len(mine)} findings of {self.truth['property']} at line {self.truth['line']}")
        one = mine[0]
        for key in ("severity", "saving"):
            true = self.true(key)
            slack = SLACK + (NEAR_READY * self.ready if self.is_busy else 0)
            slack += (self.true("unsure") or 0) if key == "severity" else 0
            if true is not None and abs(one[key + "_s"] - true) > self.truth.get("near", NEAR) * true + slack:
                self.fail(f"{key} is {one[key + '_s']} s, the program says {true} s")
        if not self.is_busy and self.truth.get("advice", "") not in one["advice"]:
            self.fail(f"its advice is not: {self.truth['advice']}")
        cause = self.truth.get("cause", {})
        if not self.is_busy and any((one["cause"] or {}).get(key) != value for key, value in cause.items()):
            self.fail(f"the cause is {one['cause']}")
        if self.truth.get("region", one["region"]) != one["region"] or self.truth.get("judged", True) < one["judged"]:
            self.fail(f"it is about {one['region']}, and judged: {one['judged']}")
        self.check_first(one)
        return one

    def check_first(self, one):
        """Only what the machine's other work may have made up may come before it, where that was too much for a judgement."""
        if one["judged"]:
            before = [f for f in self.findings if f["judged"]]
            before = before[: before.index(one)]
        else:
            before = [f for f in self.findings if f["saving_s"] > one["saving_s"]]
            if not one["not_judged_because"]:
                self.fail("nothing says why it is not judged")
        if self.is_busy:
            before = [f for f in before if f["saving_s"] > one["saving_s"] + self.ready]
        if before:
            self.fail(f"{before[0]['property']} at line {before[0]['line']} comes before it")

    def check_fixed(self, truth):
        for f in self.of(truth):
            if f["judged"] and f["saving_s"] > HEALTHY * self.wall:
                self.fail(f"the fixed program has {f['property']} at line {f['line']}")


def error_of_median(values):
    """Returns the standard error of the values' median, from their quartiles."""
    low, _, high = statistics.quantiles(values, n=4)
    return 1.25 * (high - low) / 1.35 / len(values) ** 0.5


class Comparison:
    """The wall times of quiet runs, and the savings that were predicted."""

    def __init__(self):
        self.bad, self.fixed, self.findings, self.busy_ready = [], [], [], []

    def add(self, pair, finding):
        if pair[0].crowds:  # BAD would be crowded on an idle machine as well
            pair[0].is_busy = pair[1].is_busy
        self.busy_ready += [run.ready for run in pair if run.is_busy]
        for run, kept in zip(pair, (self.bad, self.fixed)):
            if not run.is_busy:
                kept.append(run)
        if not pair[0].is_busy:
            self.findings.append(finding)

    def is_enough(self):
        return min(len(self.bad), len(self.fixed)) >= RUNS

    def predicted(self):
        return statistics.median(f["saving_s"] for f in self.findings)

    def measured(self):
        return statistics.median(r.took for r in self.bad) - statistics.median(r.took for r in self.fixed)

    def unsure(self):
        """Returns by how many seconds the measured difference may be off: runs differ, and each thread had to wait for a processor."""
        waits = (0 if self.bad[0].crowds else statistics.median(r.ready for r in self.bad)) + statistics.median(r.ready for r in self.fixed)
        return waits / (args.threads * ranks) + 2 * (error_of_median([r.took for r in self.bad]) ** 2 + error_of_median([r.took for r in self.fixed]) ** 2) ** 0.5

    def is_sure(self):
        return self.is_enough() and self.unsure() <= UNSURE * abs(self.predicted())

    def is_near(self):
        near = max(SAVING_NEAR, self.bad[0].truth.get("near", 0))
        return abs(self.predicted() - self.measured()) <= near * abs(self.measured()) + self.unsure()


def not_judged(comparison, rounds):
    if no_wall:
        return f"not compared: {no_wall}"
    if comparison.findings and not comparison.findings[0]["judged"] and comparison.bad[0].truth.get("judged") is False:
        return "not compared: the finding claims no saving, as it is not judged"
    if comparison.is_sure():
        return None
    if comparison.is_enough():
        times = f"{comparison.predicted():.4f} s predicted, {comparison.measured():.4f} s measured"
        return f"not judged: {times}, but the wall times of {rounds} runs leave that unsure by {comparison.unsure():.4f} s"
    if not comparison.busy_ready:
        return "not judged: it has too little effect on this machine now"
    ready = statistics.median(comparison.busy_ready)
    return f"not judged: the machine was busy, threads were ready and had no processor for {ready:.3f} s in {len(comparison.busy_ready)} of {2 * rounds} runs"


def record(truth, finding, comparison, why):
    """Adds a line for bench/pairs."""
    if "PAIRS_TABLE" not in os.environ:
        return
    row = {
        "property": truth["property"],
        "program": " ".join([os.path.basename(os.getcwd()).split(".")[0], *args.arguments]),  # tests run in NAME.c.tmp
        "threads": args.threads,
        "ranks": ranks,
        "severity_s": finding and finding["severity_s"],
        "true_severity_s": truth["severity_ns"] * 1e-9,
        "predicted_s": comparison.predicted() if comparison.findings else finding and finding["saving_s"],
        "measured_s": comparison.measured() if comparison.is_enough() else None,
        "runs": min(len(comparison.bad), len(comparison.fixed)),
        "not_judged": why,
    }
    with open(os.environ["PAIRS_TABLE"], "a", encoding="utf-8") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        file.write(json.dumps(row) + "\n")


def main():
    comparison = Comparison()
    severities, wrong = [], 0
    for number, order in enumerate(runs.orders((args.bad, args.fixed), MOST_RUNS), 1):
        pair = {program: Run(program, number) for program in order}
        bad, fixed = pair[args.bad], pair[args.fixed]
        try:
            finding = bad.check_bad()
            fixed.check_fixed(bad.truth)
            if bad.crowds and not finding and not fixed.is_busy:
                bad.fail("there is no finding")
        except Wrong as problem:
            wrong += 1
            print(problem)
            if wrong > 1 + number // 5:
                sys.exit(f"{wrong} of {number} runs were wrong")
            continue
        if finding or bad.is_busy or bad.crowds:
            comparison.add((bad, fixed), finding)
        if finding and not (bad.truth.get("cost") and bad.is_busy):
            severities.append((finding["severity_s"], bad.truth, finding))
        if no_wall and number - wrong >= RUNS:
            break
        if number >= BUSY_RUNS and not (comparison.bad and comparison.fixed):
            break
        if comparison.is_sure() and (comparison.is_near() or number >= SECOND_THOUGHTS):
            break
    why = not_judged(comparison, number)
    if not severities:
        print(f"{bad.truth['property']}, {args.threads} threads: the saving was {why}; nor was the severity")
        record(bad.truth, None, comparison, why)
        return
    _, truth, finding = sorted(severities, key=lambda s: s[0])[len(severities) // 2]
    record(truth, finding, comparison, why)
    who = f"{truth['property']}, {args.threads} threads"
    stated = f"severity {finding['severity_s']:.4f} s of {truth['severity_ns'] * 1e-9:.4f} s"
    if why:
        print(f"{who}: {stated}; the saving was {why}")
        return
    compared = f"saving {comparison.predicted():.4f} s of {comparison.measured():.4f} s (unsure {comparison.unsure():.4f} s, {number} runs)"
    print(f"{who}: {stated}; {compared}")
    if not comparison.is_near():
        walls = [[round(r.took, 4) for r in kept] for kept in (comparison.bad, comparison.fixed)]
        sys.exit(f"{who}: fixing it saves {comparison.measured():.4f} s, and {comparison.predicted():.4f} s were predicted\n{walls}")


main()
