# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""now.py POMP-REPORT PROGRAM HOW - asks the program of now.c what its threads do, while it runs and when it has ended.

The program stays in the state that is waited for until it is killed, or a file `stop` is there."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

report, program, how = sys.argv[1:]
with open("a.c", encoding="utf-8") as source:
    LINES = {match[1]: number for number, line in enumerate(source, 1) if (match := re.search(rf"/\* {how}: ([\w ]+) \*/", line))}


def ask(*options, status=0, **how_to_run):
    """Calls pomp-report --now; returns what it prints, or, if it is to refuse, what it says."""
    done = subprocess.run([report, "--now", *options], capture_output=True, check=False, **how_to_run)
    assert done.returncode == status and bool(done.stderr) == bool(status), (options, done)
    return (done.stderr if status else done.stdout).decode()


def read(name):
    """Returns what --json tells, or None if the experiment has nothing to read yet."""
    done = subprocess.run([report, "--now", "--json=summary", name], capture_output=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def named(name):
    """Returns the groups, each with the names of its threads and regions in place of their numbers."""
    done = subprocess.run([report, "--now", "--json", name], capture_output=True, check=True)
    data = json.loads(done.stdout)
    places, regions = {l["id"]: l["name"] for l in data["locations"]}, data["regions"]

    def region(number):
        return None if number is None else regions[number]["name"]

    groups = []
    for group in data["now"]:
        task = group["task"]
        groups.append({**group, "threads": [places[l] for l in group["threads"]], "region": region(group["region"]),
                       "waits_for": [places[data["open"][v]["location"]] for v in group["waits_for"]],
                       "task": task and (region(task["region"]), places[task["created_by"]], region(task["created_in"]))})  # fmt: skip
        assert [data["open"][v]["location"] for v in group["visits"]] in ([], group["threads"]), group
    cycle = {places[data["open"][v["visit"]]["location"]] for v in data["deadlock"]}
    return groups, cycle


def of_thread(groups, name):
    found = [g for g in groups if name in g["threads"]]
    assert len(found) == 1, (name, groups)
    return found[0]


def is_there(groups, cycle):
    """Tells whether all threads are where they stay."""
    states = {name: g["state"] for g in groups for name in g["threads"]}
    stuck = sum(len(g["threads"]) for g in groups if g["stuck"])
    if how in ("order", "missed"):
        return bool(cycle) and stuck == {"order": 6, "missed": 4}[how]
    if how == "loop":
        return states == {"0→0": "waits", "0→1": "works", "0→2": "waits"}
    if how == "task":
        return any(g["task"] for g in groups) and any(g["state"] == "waits" for g in groups) and len(states) == 2
    return how == "quick" or (states == {"0": "works", "0→1": "idle"})


def lines_of(text):
    """Returns the rows of the table by the thread's name."""
    return {row.split()[0]: row for row in text.split("\n\n", 1)[1].splitlines()[1:]}


def check(name, state):
    groups, cycle = named(name)
    text = ask(name)
    assert f"a · {state} · pid " in text and max(map(len, text.splitlines())) <= 80 and text.count("\n") < 24, text
    if how == "order":
        assert cycle == {"0→0", "0→1"}, cycle
        words = " ".join(text.split())
        assert f"Deadlock: 0->0 waits for critical(B) (a.c:{LINES['wants B']}), held by 0->1, which waits for critical(A) (a.c:{LINES['wants A']}), held by 0->0." in words, text
        assert f"At barrier (a.c:{LINES['barrier']}), 0->2..0->5 wait in vain: 0->0..0->1 can't come." in words, text
        assert of_thread(groups, "0→0")["waits_for"] == ["0→1"] and of_thread(groups, "0→4")["waits_for"] == ["0→0", "0→1"], groups
        assert of_thread(groups, "0→2")["threads"] == ["0→2", "0→3", "0→4", "0→5"], groups
        assert re.search(rf"^ *0->0 +stuck +[\d.]+ .*critical\(B\) +a\.c:{LINES['wants B']} .* 0->1$", text, re.M), text
    elif how == "missed":
        assert "0→2" in cycle and len(cycle) == 2, cycle
        words = " ".join(text.split())
        assert f"barrier (a.c:{LINES['barrier']}), to which 0->2 has not come" in words and f"barrier (implicit) (a.c:{LINES['parallel']}), to which 0->" in words, text
        assert of_thread(groups, "0→0")["threads"] == ["0→0", "0→1", "0→3"] and of_thread(groups, "0→0")["waits_for"] == ["0→2"], groups
        assert of_thread(groups, "0→2")["waits_for"] == ["0→0", "0→1", "0→3"], groups
    elif how == "loop":
        assert not cycle and not any(g["stuck"] for g in groups) and "Deadlock" not in text, text
        assert groups[0]["threads"] == ["0→0", "0→2"] and groups[0]["waits_for"] == ["0→1"], groups
        assert "0->1" in lines_of(text) and re.search("running|ready|asleep", lines_of(text)["0->1"]) and f"a.c:{LINES['for']}" in lines_of(text)["0->1"], text
    elif how == "task":
        executing = next(g for g in groups if g["task"])
        task, creator, single = executing["task"]
        assert executing["state"] == "works" and task == "task" and single.startswith("single") and creator not in executing["threads"], executing
        assert f"a.c:{LINES['task']}" in text and "created by" in text, text
    elif how == "serial":
        assert of_thread(groups, "0")["region"] == "serial()" and of_thread(groups, "0→1")["region"] is None, groups


def check_names(process):
    """Asks in other ways, and for what is not there."""
    assert [r.split()[0] for r in ask("--csv", str(process.pid)).splitlines()][0].startswith("thread,state,for_s,since_s,region,"), "csv"
    nobody = "there is no process of this number, and no experiment of this name\n"
    assert ask("4194305", status=1) == f"pomp-report: 4194305: {nobody}"
    own = str(os.getpid())
    assert ask(own, status=1) == f"pomp-report: {own}: the process measures nothing, or nothing any more: no profile.pomp is in its memory\n"
    if os.geteuid() == 0:
        try:
            said = ask(str(process.pid), status=1, user=65534, extra_groups=[])
            assert said == f"pomp-report: {process.pid}: the process can't be asked for its experiment: Permission denied\n", said
        except PermissionError:
            print("another user can't reach the command here")
    os.rename("e", "moved")  # the kernel knows where it is now
    check("moved", "running")
    check(str(process.pid), "running")
    shutil.copytree("moved", "e")
    shutil.rmtree("moved")
    done = subprocess.run([report, "--now", str(process.pid)], capture_output=True, text=True, check=False)
    gone = f"moved/profile.pomp: it was deleted, and can't be read by way of process {process.pid}\n"
    assert (done.returncode == 0 and " · running · pid " in done.stdout) or (done.returncode == 1 and done.stderr.endswith(gone)), done


def main(process):
    end = time.monotonic() + 240
    while not (read("e") and is_there(*named("e"))):
        assert process.poll() is None and time.monotonic() < end, read("e")
        time.sleep(0.01)
    if how == "quick":
        for _ in range(60):
            data = read(str(process.pid))
            assert data and not data["deadlock"] and not any(g["stuck"] for g in data["now"]), data["now"]
        check_names_of_end(process, stops=True)
        return
    check(str(process.pid), "running")
    check("e", "running")
    if how == "loop":
        check_names(process)
    check_names_of_end(process, stops=how in ("loop", "task", "serial"))


def check_names_of_end(process, stops):
    if stops and os.path.exists("e"):
        with open("stop", "w", encoding="utf-8"):
            pass
        process.wait()
        if how != "loop":  # its experiment is a copy now
            text = " ".join(ask("e").split())  # lines break where they have to
            assert "The measurement ended normally after " in text and "Nothing is open." in text and read("e")["now"] == [], text
    else:
        process.kill()
        process.wait()
        check("e", "killed")
        assert "The program did not end normally: " in ask("e")
    assert "there is no process of this number" in ask(str(process.pid), status=1)


for left in ("e", "moved"):
    shutil.rmtree(left, ignore_errors=True)
if os.path.exists("stop"):
    os.remove("stop")
with subprocess.Popen([program, how], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", LC_ALL="C")) as running:
    try:
        main(running)
    finally:
        running.kill()
        running.wait()
        remove_dead()
