# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""death.py REPORT PROGRAM HOW [TIMES [DIRECTORY]] - kills the program of death.c so often, and looks at what is said of the time
of its death. The experiment is made in a new directory in DIRECTORY.

The truth is in the file `began`, which has the CLOCK_MONOTONIC before and after the begin of the region that the program
is killed in, and in what this script reads from that clock. The kernel times its stores by a clock that ticks; that is
CLOCK_MONOTONIC_COARSE, which is read before the kill."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from killing import remove_dead

report, program, how = sys.argv[1:4]
times = int(sys.argv[4]) if len(sys.argv) > 4 else 1
COARSE = 6  # CLOCK_MONOTONIC_COARSE
TELLS = {"ef53", "58465342", "9123683e", "f2f52010", "794c7630"}  # ext4, xfs, btrfs, f2fs, overlayfs


def now(clock=time.CLOCK_MONOTONIC):
    return time.clock_gettime_ns(clock)


def calendar():
    return now(time.CLOCK_REALTIME) - now()


def read(path, *options):
    run = subprocess.run([report, *options, path], stdout=subprocess.PIPE, check=True, text=True)
    return run.stdout


def text(path):
    """Returns the line that says until when it was measured."""
    return [line for line in read(path, "--all").splitlines() if line.startswith("The program did not end normally: ")][0]


def tells(path):
    """Tells whether the file system says when a mapped file is written."""
    run = subprocess.run(["stat", "-f", "-c", "%t", path], stdout=subprocess.PIPE, check=True, text=True)
    with tempfile.NamedTemporaryFile(dir=path) as file:
        exact = [os.fstat(file.fileno()).st_mtime_ns % 1000000000 for _ in range(2) if not time.sleep(0.02)]
    return run.stdout.strip() in TELLS and any(exact)


def check_open(data, earliest, latest, begun):
    """Checks that the region was open until some moment between the two."""
    with open("began", encoding="utf-8") as file:
        before, after = map(int, file.read().split())
    e = data["experiment"]
    slack = (e["clock"]["error"] + 1e-5) * e["wall_ns"] + 2e5
    assert earliest - after - slack <= e["wall_ns"] <= latest - begun + slack, (e["wall_ns"], earliest, latest, begun, after)
    visit = [v for v in data["open"] if data["regions"][v["region"]]["sub_name"] == "hung"][0]
    assert earliest - after - slack <= visit["open_ns"] <= latest - before + slack, (visit, earliest, latest, before, after, slack)
    return visit["open_ns"] - (earliest - after)


def check_killed(path, earliest, latest, begun, death):
    """Checks what is said of a process that died between the two. `death`: it is known when. Returns whether it is."""
    data = json.loads(read(path, "--json"))
    e = data["experiment"]
    assert e["state"] == "killed", e
    known = e["end_known_by"]
    assert known == "death" if death else known in ("death", "file", "event"), (known, text(path))
    if known == "death":
        off = check_open(data, earliest, latest, begun)
        assert "it died, or became another program (exec), at " in text(path), text(path)
        print(how, f"{off / 1e6:.3f} ms after the clock's tick, {(latest - earliest) / 1e6:.3f} ms to choose from")
    else:
        assert e["wall_ns"] <= latest - begun, e
        assert "it died then or later" in text(path), text(path)
    return known == "death"


class Run:
    """The program runs, and has begun the region."""

    def __init__(self, path):
        self.path, self.calendar, self.begun = path, calendar(), now()
        shutil.rmtree(path, ignore_errors=True)
        if os.path.exists("began"):
            os.remove("began")
        self.process = subprocess.Popen([program, how], env=dict(os.environ, POMP_EXPERIMENT_DIR=path, POMP_SUMMARY="0"))

    def __enter__(self):
        try:
            while not os.path.exists("began"):
                assert self.process.poll() is None, self.process.returncode
                time.sleep(0.001)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        remove_dead()

    def check_running(self):
        earliest = now()
        data = json.loads(read(self.path, "--json"))
        assert data["experiment"]["state"] == "running" and data["experiment"]["end_known_by"] == "clock", data["experiment"]
        check_open(data, earliest, now(), self.begun)

    def kill(self):
        """Returns the times between which it died."""
        earliest = now(COARSE)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        latest = now()
        remove_dead()
        return earliest, latest

    def is_steady(self):
        if abs(calendar() - self.calendar) < 1000000:
            return True
        print("the calendar was set in between")
        return False


def kill_once(path, must):
    with Run(path) as run:
        if how != "busy":
            run.check_running()
            time.sleep(0.3)
            run.check_running()
        else:
            time.sleep(random.random() * 0.05)
        earliest, latest = run.kill()
        if run.is_steady():
            check_killed(path, earliest, latest, run.begun, must)


def wait_for_exec(run):
    while os.path.basename(os.readlink(f"/proc/{run.process.pid}/exe")) == os.path.basename(program):
        time.sleep(0.001)
    return now()


def exec_once(path, must):
    with Run(path) as run:
        latest = wait_for_exec(run)
        with open("began", encoding="utf-8") as file:
            earliest = int(file.read().split()[1]) - 10000000  # the clock ticks 100 times a second at least
        time.sleep(0.3)
        assert run.process.poll() is None
        assert json.loads(read(path, "--json"))["experiment"]["state"] == "unknown" and " in its place (exec)" in read(path, "--all")
        run.kill()
        if run.is_steady():
            assert check_killed(path, earliest, latest, run.begun, must) == must


def copies(path, must):
    with Run(path) as run:
        time.sleep(0.3)
        earliest, latest = run.kill()
        if not run.is_steady():
            return
        time.sleep(0.1)  # the copies must be younger by a tick of the clock
        for copy in ("kept", "plain", "rounded"):
            os.mkdir(copy)
        shutil.copy2(f"{path}/profile.pomp", "kept/profile.pomp")
        shutil.copy(f"{path}/profile.pomp", "plain/profile.pomp")
        shutil.copy2(f"{path}/profile.pomp", "rounded/profile.pomp")
        second = os.stat("kept/profile.pomp").st_mtime_ns // 1000000000 * 1000000000
        os.utime("rounded/profile.pomp", ns=(second, second))
        check_killed("kept", earliest, latest, run.begun, must)
        assert not check_killed("plain", earliest, latest, run.begun, False)
        assert not check_killed("rounded", earliest, latest, run.begun, False)
        assert ", as its file is a copy, or has no exact time." in text("plain"), text("plain")


def robust(path):
    process = subprocess.run([program, how], env=dict(os.environ, POMP_EXPERIMENT_DIR=path, POMP_SUMMARY="0"), check=False)
    remove_dead()
    assert process.returncode == 0, process


def main(path):
    must = tells(os.path.dirname(path) or ".")
    if not must:
        print("the file system does not tell when a mapped file is written")
    if how.startswith("robust"):
        robust("e")
    elif how == "exec":
        exec_once(path, must)
    elif how == "copies":
        copies(path, must)
    else:
        # A thread takes the mark at its first event, if the one that had it has ended by then.
        for _ in range(times):
            kill_once(path, must and how != "headless")
    if not must and how in ("hang", "exec"):
        reasons = ", as the file system of its file does not tell when.", ", as its file is a copy, or has no exact time."
        assert text(path).endswith(reasons), text(path)


if len(sys.argv) > 5:
    with tempfile.TemporaryDirectory(dir=sys.argv[5]) as directory:
        main(directory + "/e")
else:
    main("e")
