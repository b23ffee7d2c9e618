# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hang-job.py REPORT COMMAND... - reads the experiment of the job of mpi/hang.c while it hangs, kills rank 1, and reads it again.

The truth is in the job's files `waits-N`, the CLOCK_MONOTONIC at which rank N began to wait, and in what this script reads
from that clock before and after it reads the experiment, and before and after the kill."""
import json
import os
import signal
import subprocess
import sys
import time

from killing import longest_without_processor, remove_dead

report, *command = sys.argv[1:]
RANKS = 3
COARSE = 6  # CLOCK_MONOTONIC_COARSE, by which the kernel times the death


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def read():
    return json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)


def text():
    return subprocess.run([report, "e"], stdout=subprocess.PIPE, check=True, text=True).stdout


def check(data, rank, earliest, latest, ready):
    """Checks what is said of a rank that was read, or died, between the two. Its threads were ready for `ready` ns at most."""
    with open(f"waits-{rank}", encoding="utf-8") as file:
        began = int(file.read())
    process = data["processes"][rank]
    names = {l["id"]: l["name"] for l in data["locations"] if l["process"] == rank}
    innermost = {names[v["location"]]: v for v in data["open"] if v["innermost"] and v["location"] in names}
    # Nothing lies between the stamp and the begin, but a thread may lose its processor there.
    slack = 0.05e9 + ready + (process["clock"]["error"] + 1e-5) * process["wall_ns"]
    for name in ("1:0→0", "1:0→1") if rank == 1 else (f"{rank}:0",):
        visit = innermost[name]
        assert earliest - began - slack <= visit["open_ns"], (rank, visit, earliest - began)
        assert visit["open_ns"] <= latest - began + slack + (1e9 if name == "1:0→1" else 0), (rank, visit, latest - began)
        assert data["regions"][visit["region"]]["name"].startswith("critical" if rank == 1 else "MPI_Recv"), data["regions"][visit["region"]]
    assert process["wall_ns"] >= earliest - began, (process, earliest - began)
    cycle = [data["open"][v["visit"]] for v in data["deadlock"]]
    assert {v["location"] for v in cycle} == {l["id"] for l in data["locations"] if l["name"] in ("1:0→0", "1:0→1")}, cycle


def main(job):
    while not all(os.path.exists(f"waits-{rank}") for rank in range(RANKS)):
        assert job.poll() is None, job.returncode
        time.sleep(0.005)
    time.sleep(1.2)
    earliest = now()
    data = read()
    latest = now()
    ready = [longest_without_processor(process["pid"]) for process in data["processes"]]
    assert data["experiment"]["state"] == "running", data["experiment"]
    for rank, process in enumerate(data["processes"]):
        assert process["end_known_by"] == "clock" and process["state"] == "running", process
        check(data, rank, earliest, latest, ready[rank])
    shown = text()
    assert "Incomplete, measured up to now: rank 0 (running), 1 (running), 2 (running)." in shown, shown
    assert "\nDeadlock: 1:0->0 waits for " in shown or "\nDeadlock: 1:0→0 waits for " in shown, shown
    calendar = time.clock_gettime_ns(time.CLOCK_REALTIME) - now()
    killed = time.clock_gettime_ns(COARSE)
    os.kill(data["processes"][1]["pid"], signal.SIGKILL)
    job.wait()
    died = now()
    data = read()
    assert data["experiment"]["state"] == "killed", data["experiment"]
    if abs(time.clock_gettime_ns(time.CLOCK_REALTIME) - now() - calendar) > 1000000:
        print("the calendar was set meanwhile")
        return
    for rank, process in enumerate(data["processes"]):
        print(rank, process["end_known_by"], process["wall_ns"], killed, died)
        if process["end_known_by"] in ("death", "end"):
            check(data, rank, killed, died, ready[rank])
        else:
            print("nothing tells when it died; see death.py")
    told = subprocess.run(["stat", "-f", "-c", "%t", "e"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    if told in ("ef53", "58465342", "9123683e", "f2f52010", "794c7630"):  # as in death.py
        assert data["processes"][1]["end_known_by"] == "death", data["processes"][1]


with subprocess.Popen(command, env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")) as mpirun:
    try:
        main(mpirun)
    finally:
        if mpirun.poll() is None:  # one rank is enough to end the job
            for rank in read()["processes"][:1]:
                if rank["state"] == "running":
                    os.kill(rank["pid"], signal.SIGKILL)
            mpirun.wait()
        remove_dead()
