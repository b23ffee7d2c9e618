# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pair.py [--launch WORDS] [--traced] REPORT BAD FIXED THREADS [ARGUMENT...] - holds the diagnosis of a program against what fixing it saves.

BAD and FIXED are the same program, without and with what costs time (-DFIXED). Each runs once, with OMP_NUM_THREADS=THREADS, by the
clock that it sets (test_clock.h), so all figures are equal, to the nanosecond. BAD prints its truth as a line of JSON: `property`, `line`,
`severity_ns`, and perhaps `saving_ns`, `file`, `region`, its name, `cause`, `judged`, and `advice`, words that the finding's advice has. These must hold:

  * the finding of that property at that line is the first one, is judged (unless that is to be false), and has the severity that the program states;
  * the saving is `saving_ns`, or else the difference of the two wall times;
  * FIXED has no finding of that property at that line.

Not here: the same programs by the machine's clock (bench/pair_times.py), the programs (../pairs)."""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--launch", default="")
parser.add_argument("--traced", action="store_true")
parser.add_argument("report")
parser.add_argument("bad")
parser.add_argument("fixed")
parser.add_argument("threads")
parser.add_argument("arguments", nargs=argparse.REMAINDER)
args = parser.parse_args()
INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "runtime", "Inputs")
sys.path.append(INPUTS)
import bounded_findings  # pylint: disable=wrong-import-position


def ns(seconds):
    return round(seconds * 1e9)


def run(program):
    """Returns the program's truth, and its diagnosis."""
    experiment = f"e-{os.path.basename(program)}-{args.threads}"
    shutil.rmtree(experiment, ignore_errors=True)
    environment = {**os.environ, "OMP_NUM_THREADS": args.threads, "POMP_EXPERIMENT_DIR": experiment, "POMP_SUMMARY": "0"}
    environment.update({"POMP_TRACE": "1"} if args.traced else {})
    command = [*shlex.split(args.launch), program, *args.arguments]
    printed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    truth = [json.loads(line) for line in printed.splitlines() if line.startswith("{")][-1]
    if program == args.bad and not args.traced:
        subprocess.run([sys.executable, os.path.join(INPUTS, "first-screen.py"), args.report, experiment], check=True)
    whole = subprocess.run([args.report, "--json", experiment], stdout=subprocess.PIPE, check=True).stdout
    bounded_findings.check(args.report, experiment, json.loads(whole))
    options = ["--from-trace"] * args.traced + ["--diagnose", "--json", experiment]
    return truth, json.loads(subprocess.run([args.report, *options], stdout=subprocess.PIPE, check=True).stdout)


def main():
    truth, bad = run(args.bad)
    _, fixed = run(args.fixed)
    difference = ns(bad["wall_s"]) - ns(fixed["wall_s"])
    text = f"truth: {truth}, and {difference} ns less when fixed\n"

    def of(diagnosis):
        file = truth.get("file")
        return [
            f
            for f in diagnosis["findings"]
            if (f["property"], f["line"]) == (truth["property"], truth["line"] or None) and file in (None, os.path.basename(f["file"] or ""))
        ]

    if len(of(bad)) != 1 or bad["findings"][0] != of(bad)[0]:
        sys.exit(f"{text}it is not the first finding: {json.dumps(bad, indent=1)}")
    one = of(bad)[0]
    stated = {"judged": one["judged"], "severity_ns": ns(one["severity_s"]), "saving_ns": ns(one["saving_s"])}
    true = {"judged": truth.get("judged", True), "severity_ns": truth["severity_ns"], "saving_ns": truth.get("saving_ns", difference)}
    cause = truth.get("cause", {})
    if truth.get("region", one["region"]) != one["region"]:
        sys.exit(f"{text}it is about {one['region']}: {json.dumps(one, indent=1)}")
    if stated != true or truth.get("advice", "") not in one["advice"] or any(one["cause"][key] != cause[key] for key in cause):
        sys.exit(f"{text}expected: {true}\nstated: {stated}: {json.dumps(one, indent=1)}")
    if of(fixed):
        sys.exit(f"{text}the fixed program has it: {json.dumps(of(fixed), indent=1)}")


main()
