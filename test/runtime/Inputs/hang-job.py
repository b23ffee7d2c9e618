# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hang-job.py REPORT COMMAND... - reads the experiment of the job of mpi/hang.c while it hangs, kills rank 1, and reads it again.

Whatever the machine does between two moments, a rank's times grow between them, and by no more than what lies between."""
import json
import os
import re
import signal
import subprocess
import sys
import time

from killing import remove_dead, reported

report, *command = sys.argv[1:]
TICK = 0.02  # s; the kernel notes deaths by a clock that goes on every 10 ms or sooner


def read():
    return json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)


def text():
    return subprocess.run([report, "--all", "e"], stdout=subprocess.PIPE, check=True, text=True).stdout


def hangs(data):
    """Tells whether all are where they stay."""
    inside = [data["regions"][v["region"]]["name"] for v in data["open"] if v["innermost"]] if data else []
    return inside.count("MPI_Recv") == 2 and bool(data["deadlock"])


def check(data):
    """Checks in what each rank is, that it is there as long as it is said to be there, and who waits for each other. Returns how long
    each rank was measured, and was in what it is in."""
    times = []
    for process in data["processes"]:
        rank = process["rank"]
        names = {l["id"]: l["name"] for l in data["locations"] if l["process"] == rank}
        innermost = {names[v["location"]]: v for v in data["open"] if v["innermost"] and v["location"] in names}
        wanted = ["1:0→0", "1:0→1"] if rank == 1 else [f"{rank}:0"]
        for name in wanted:
            visit = innermost[name]
            assert data["regions"][visit["region"]]["name"].startswith("critical" if rank == 1 else "MPI_Recv"), data["regions"][visit["region"]]
            assert 0 < visit["open_ns"] <= process["wall_ns"], (visit, process)
        times.append((process["wall_ns"], *(innermost[name]["open_ns"] for name in wanted)))
    cycle = [data["open"][v["visit"]] for v in data["deadlock"]]
    assert {v["location"] for v in cycle} == {l["id"] for l in data["locations"] if l["name"] in ("1:0→0", "1:0→1")}, cycle
    return times


def check_now(data):
    """Asks for what the threads do now: of the job by its directory, and of the rank that hangs by its process."""
    assert sum(len(g["threads"]) for g in data["now"] if not g["stuck"]) == 2, data["now"]
    for name in ("e", str(data["processes"][1]["pid"])):
        shown = subprocess.run([report, "--now", name], stdout=subprocess.PIPE, check=True, text=True).stdout.replace("→", "->")
        assert "\nDeadlock: 1:0->0 waits for " in shown and re.search(r"^ *1:0->1 +stuck ", shown, re.M), shown
        # While they poll, one may have a processor and the other not.
        receive = re.findall("^ *([02]:0(?:, 2:0)?) .* MPI_Recv", shown, re.M)
        assert sorted(", ".join(receive).split(", ")) == (["0:0", "2:0"] if name == "e" else [""]), shown


def main(job):
    data = None
    while not hangs(data):
        assert job.poll() is None, job.returncode
        time.sleep(0.05)
        before = time.monotonic_ns()
        data, _ = reported(report, "e")
    assert data["experiment"]["state"] == "running", data["experiment"]
    assert all(p["end_known_by"] == "clock" and p["state"] == "running" for p in data["processes"]), data["processes"]
    at_first = check(data)
    shown = text()
    assert "Incomplete, measured up to now: rank 0 (running), 1 (running), 2 (running)." in shown, shown
    assert "\nDeadlock: 1:0->0 waits for " in shown or "\nDeadlock: 1:0→0 waits for " in shown, shown
    check_now(data)
    time.sleep(TICK)
    os.kill(data["processes"][1]["pid"], signal.SIGKILL)
    job.wait()
    passed = time.monotonic_ns() - before
    data = read()
    assert data["experiment"]["state"] == "killed", data["experiment"]
    at_last = check(data)
    for process, first, last in zip(data["processes"], at_first, at_last):
        if process["end_known_by"] in ("death", "end"):
            most = passed + process["clock"]["error"] * last[0]
            assert all(0 < b - a <= most for a, b in zip(first, last)), (process, first, last, most)
        else:
            print("nothing tells when it died; see death.py:", process)
    stated = subprocess.run(["stat", "-f", "-c", "%t", "e"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    if stated in ("ef53", "58465342", "9123683e", "f2f52010", "794c7630"):  # as in death.py
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
