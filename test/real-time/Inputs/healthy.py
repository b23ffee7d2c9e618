# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""healthy.py [--spinning N] [--launch WORDS] [--sleeps] REPORT PROGRAM THREADS [ARGUMENT...] - runs a program in which nothing is wrong, and fails if the
diagnosis says of something in each of three runs that fixing it would save more than a fiftieth of the wall time. (In a single run, threads may
well be late by chance, and it is right to say so.)

With --spinning, N processes that compute all the time run beside it. Then threads wait for processors, and what comes of that must not
be mistaken for a fault of the program: a finding that is not judged is no statement about the program. With --sleeps, or if there are more
threads than processors, programs that use work() of pair.h sleep in place of computing. Without TEST_ALL in the environment there is no
run beside spinning processes."""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys

HEALTHY = 0.02  # the part of the wall time that a finding may be worth
RUNS = 3  # at most: a host may take the same processor away in two
SPIN = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"

parser = argparse.ArgumentParser()
parser.add_argument("--spinning", type=int, default=0)
parser.add_argument("--launch", default="")
parser.add_argument("--sleeps", action="store_true")
parser.add_argument("report")
parser.add_argument("program")
parser.add_argument("threads", type=int)
parser.add_argument("arguments", nargs=argparse.REMAINDER)
args = parser.parse_args()


def run():
    """Returns what the diagnosis of a run says."""
    shutil.rmtree("e-healthy", ignore_errors=True)
    environment = {**os.environ, "OMP_NUM_THREADS": str(args.threads), "POMP_EXPERIMENT_DIR": "e-healthy", "POMP_SUMMARY": "0"}
    if args.sleeps or args.threads > len(os.sched_getaffinity(0)):
        environment.update(PAIR_SLEEPS="1", OMP_WAIT_POLICY="passive")
    command = [*shlex.split(args.launch), args.program, *args.arguments]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    done = subprocess.run([args.report, "--diagnose", "--json", "e-healthy"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def wrong_in(diagnosis):
    return {(f["property"], f["line"]) for f in diagnosis["findings"] if f["judged"] and f["saving_s"] > HEALTHY * diagnosis["wall_s"]}


def main():
    if args.spinning and "TEST_ALL" not in os.environ:
        print(f"{args.program}: make test-all runs it beside {args.spinning} processes that compute")
        return
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(args.spinning)]
    try:
        runs, wrong = [], {None}
        while wrong and len(runs) < RUNS:
            runs.append(run())
            wrong = set.intersection(*(wrong_in(r) for r in runs))
    finally:
        for process in spinning:
            process.kill()
            process.wait()
    if wrong:
        reported = "\n".join(f"{r['wall_s']} s: {json.dumps(r['findings'], indent=1)}" for r in runs)
        sys.exit(f"{args.program}, {args.threads} threads\n{reported}")


main()
