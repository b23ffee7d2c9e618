# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hang.py REPORT PROGRAM HOW - reads the experiment of the program of hang.c while it hangs, kills it, and reads it again.

What is open grows between two moments by what passes between them. The moment of which a report tells is between those at which it
was asked and had answered, and the moment of a death between the signal and the end of the wait for the process."""
import json
import os
import signal
import subprocess
import sys
import time

from killing import remove_dead, reported

report, program, how = sys.argv[1:]
WAITERS = {"criticals": (0, 1), "locks": (0, 1), "locks-term": (0, 1), "self": (0,), "barrier": (0, 1), "ends": (0,), "joins": (0,), "joins-term": (0,)}[how]
CYCLE = {"criticals": {"0→0", "0→1"}, "locks": {"0→0", "0→1"}, "locks-term": {"0→0", "0→1"}, "self": {"0→0"}, "barrier": {"0→0", "0→1"}, "ends": set(), "joins": set(), "joins-term": set()}[how]
COARSE = 6  # CLOCK_MONOTONIC_COARSE, by which the kernel times the death
OTHER_WAITS = ("self", "ends", "joins", "joins-term")  # the other member waits at the barrier for member 0
kills = not (how == "barrier" or how.endswith("-term"))


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def read(*options):
    run = subprocess.run([report, "--json", *options, "e"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def clock_error(data):
    """The rate of the clock is known up to an error, which is stated."""
    return data["experiment"]["clock"]["error"] * data["experiment"]["wall_ns"] + 1


def check_sums(data):
    own = {l["id"]: 0 for l in data["locations"]}
    for path in data["callpaths"]:
        for share in path["locations"]:
            assert 0 <= share["wait_ns"] <= share["exclusive_ns"], share
            own[share["location"]] += share["exclusive_ns"]
    assert all(own[l["id"]] == l["in_regions_ns"] + l["outside_ns"] for l in data["locations"])
    e = data["experiment"]
    assert e["in_regions_ns"] + e["outside_ns"] + e["idle_ns"] == e["allocation_ns"], e


def innermost_of(data):
    names = {l["id"]: l["name"] for l in data["locations"]}
    return {names[v["location"]]: v for v in data["open"] if v["innermost"]}


def hangs(data):
    """Tells whether all threads are where they stay."""
    names = {l["id"]: l["name"] for l in data["locations"]}
    inside, cycle = innermost_of(data), [names[data["open"][v["visit"]]["location"]] for v in data["deadlock"]]
    other = how not in OTHER_WAITS or ("0→1" in inside and inside["0→1"]["waits"])
    return sorted(cycle) == sorted(CYCLE) and all(f"0→{m}" in inside for m in WAITERS) and other


def check_hang(data):
    """Checks what is said of the threads when they hang. Returns how long the process was measured, and each waiter was in what it is in."""
    names = {l["id"]: l["name"] for l in data["locations"]}
    innermost, wall = innermost_of(data), data["experiment"]["wall_ns"]
    for member in WAITERS:
        visit = innermost[f"0→{member}"]
        share = [s for s in data["callpaths"][visit["callpath"]]["locations"] if names[s["location"]] == f"0→{member}"][0]
        assert 0 < share["inclusive_ns"] == share["exclusive_ns"] == visit["open_ns"] <= wall, (share, visit)
        assert not CYCLE or (visit["waits"] and share["wait_ns"] == visit["open_ns"]), (share, visit)
    cycle = [data["open"][v["visit"]] for v in data["deadlock"]]
    for i, visit in enumerate(cycle):
        following = cycle[(i + 1) % len(cycle)]["location"]
        assert following in {data["open"][w]["location"] for w in visit["waits_for"]}, (visit, following)
    if how in OTHER_WAITS:
        visit = innermost["0→1"]
        assert visit["waits"] and [names[data["open"][w]["location"]] for w in visit["waits_for"]] == ["0→0"], visit
    check_sums(data)
    return wall, *(innermost[f"0→{member}"]["open_ns"] for member in WAITERS)


def text():
    return subprocess.run([report, "--all", "e"], stdout=subprocess.PIPE, check=True, text=True).stdout


def check_text(heading):
    shown = text()
    assert heading in shown and "Events:" not in shown, shown
    assert ("\nDeadlock: 0->0 waits for " in shown) == bool(CYCLE), shown


def main(process, begun):
    data = None
    while not data or not hangs(data):
        time.sleep(0.005)
        assert process.poll() is None
        asked = now()
        data, _ = reported(report, "e")
    answered = now()
    at_first, rate_error = check_hang(data), clock_error(data)
    assert at_first[0] <= answered - begun + rate_error, (at_first, answered, begun)
    assert data["experiment"]["state"] == "running" and data["experiment"]["end_known_by"] == "clock", data["experiment"]
    check_text("Where the threads are now")
    convert = subprocess.run([os.path.join(os.path.dirname(report), "pomp-convert"), "e", "--to", "ctf"], stderr=subprocess.PIPE, text=True, check=False)
    assert (convert.returncode, convert.stderr) == (1, "pomp-convert: e: its program is still running: the trace can be read when it is over\n"), convert
    killed = time.clock_gettime_ns(COARSE) if kills else now()
    process.send_signal(signal.SIGKILL if kills else signal.SIGTERM)
    process.wait()
    died = now()
    data = read()
    known = data["experiment"]["end_known_by"]
    print(how, known, data["experiment"]["wall_ns"], killed - begun, died - begun)
    if not kills or known == "death":  # the end by a signal is measured
        assert data["experiment"]["state"] == "killed" and (known == "death") == kills, data["experiment"]
        assert hangs(data), data["open"]
        at_last, error = check_hang(data), rate_error + clock_error(data)
        least, most = killed - answered - error, died - asked + error
        assert all(least <= last - first <= most for first, last in zip(at_first, at_last)), (at_first, at_last, least, most)
        check_text("Where the threads were last")
    else:
        assert data["experiment"]["state"] == "killed" and known in ("file", "event"), data["experiment"]
        print("nothing tells when it died; see death.py")
        assert data["experiment"]["wall_ns"] <= died - begun, data["experiment"]
        check_sums(data)
        check_text("Where the threads were last")


before = now()
hung = subprocess.Popen([program, how], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0"))
try:
    main(hung, before)
finally:
    hung.kill()
    hung.wait()
    remove_dead()
