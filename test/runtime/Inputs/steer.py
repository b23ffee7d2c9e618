# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""steer.py POMP-CONTROL POMP-REPORT PROGRAM - steers the program of steer.c in all ways, and holds what is measured against what it has counted.

The program goes on until there is a file `enough`, and nothing here depends on how long anything takes, but for a lease, which ends by itself."""
import contextlib
import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

from killing import remove_dead

control, report, program = sys.argv[1:]
TURNS = 150 if os.environ.get("TEST_ALL") else 60
BLOCK, SIZE = 2048, 1080  # where the control block is in the file, and its bytes


def run(*words, status=0, said=""):
    """Runs pomp-control, and returns what it prints."""
    done = subprocess.run([control, *words], capture_output=True, text=True, check=False)
    assert done.returncode == status and done.stderr == (said and f"pomp-control: {said}\n"), (words, done)
    return done.stdout


def until(*patterns):
    """Waits until the status has all of these."""
    end = time.monotonic() + 120
    while not all(re.search(pattern, text := subprocess.run([control, "e", "status"], capture_output=True, text=True, check=False).stdout, re.M) for pattern in patterns):
        assert time.monotonic() < end, (patterns, text)
        time.sleep(0.01)


def measured(key="visits", name="region(step)"):
    data = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    return sum(region[key] for region in data["regions"] if region["name"] == name), data["experiment"]


def counted():
    with open("count", encoding="utf-8") as file:
        return int(file.read() or 0)


def goes_on():
    """Waits until the program has gone on."""
    before, end = counted(), time.monotonic() + 120
    while counted() == before:
        assert time.monotonic() < end
        time.sleep(0.01)


@contextlib.contextmanager
def running(status=0, **variables):
    """Starts the program, and lets it end, which it does with this status."""
    shutil.rmtree("e", ignore_errors=True)
    for left in ("count", "enough"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(left)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", **variables)
    with subprocess.Popen([program], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            until(r"^a · running")
            goes_on()
            yield process
            open("enough", "w", encoding="utf-8").close()
            out = process.communicate()[0]
            assert process.returncode == status, process.returncode
            process.steps = int(re.fullmatch(r"steps (\d+)\n", out)[1]) if status == 0 else 0
        finally:
            process.kill()
            process.wait()
            remove_dead()


@contextlib.contextmanager
def suspended(*options, region="step"):
    with subprocess.Popen([control, *options, "e", "suspend", region], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline().startswith("Threads that begin region(step) wait there.")
        until(r"^suspended at region\(step\): 3 threads wait there; goes on by itself in \d")
        yield holder


def check_switches():
    with running() as process:
        assert re.fullmatch(rf"a · running · pid {process.pid} · recording on · no trace · no samples\n", run(str(process.pid), "status"))
        run("e", "off")
        until("recording off")
        goes_on()  # what was open at that time has ended
        goes_on()
        before = measured()[0]
        goes_on()
        assert measured()[0] == before > 0, before
        run("e", "on")
        until("recording on")
        goes_on()
        goes_on()
        assert measured()[0] > before
        run("e", "trace", "off", status=1, said="the program is not traced: POMP_TRACE=1 begins a trace when it starts")
    assert 0 < measured()[0] < process.steps
    run("e", "on", status=1, said=f"process {process.pid} does not run any more")
    assert run("e", "status") == f"a · complete · pid {process.pid}\n"


def check_samples():
    with running() as process:
        run("e", "sample", "1ms")
        until("samples every 1 ms$")
        while measured()[1]["sampled"]["samples"] < 20:
            goes_on()
        run("e", "sample", "500us", status=1, said="samples of this run count for a longer time each: the period can't become shorter than the first one was")
        run("e", "sample", "off")
        until("no samples$")
        goes_on()
        before = measured()[1]["sampled"]["samples"]
        goes_on()
        assert measured()[1]["sampled"]["samples"] == before
        run("e", "sample", "10ms")
        until("samples every 10 ms$")
        while measured()[1]["sampled"]["samples"] == before:
            goes_on()
    assert measured()[0] == process.steps
    text = subprocess.run([report, "--samples", "e"], capture_output=True, text=True, check=True).stdout
    assert "one every 1 ms" in text and "region(step)" in text or "region(other)" in text, text


def check_trace():
    with running(POMP_TRACE="1") as process:
        until("trace on")
        run("e", "trace", "off")
        until("trace off")
        goes_on()
        goes_on()
        run("e", "trace", "on")
        run("e", "trace", "on")
        goes_on()
    done = subprocess.run([report, "--json", "--from-trace", "e"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "e/trace.pomp: the trace has breaks: it was turned off while the program ran\n" in done.stderr, done.stderr
    traced = sum(region["visits"] for region in json.loads(done.stdout)["regions"] if region["name"] == "region(step)")
    assert 0 < traced < process.steps == measured()[0], (traced, process.steps, measured()[0])
    with running(POMP_TRACE="1", POMP_TRACE_SELECT="step:1-3"):
        run("e", "trace", "off", status=1, said="POMP_TRACE_SELECT says what is traced in this run")


def check_suspension():
    with running() as process:
        with suspended() as holder:
            before = counted()
            run("e", "status")
            holder.send_signal(signal.SIGINT)
            assert holder.wait() == 0
        assert counted() >= before
        goes_on()
        with suspended() as holder:
            run("e", "resume")
            goes_on()
            assert holder.wait() == 0  # it finds that nothing is suspended any more
        with suspended("--lease=1", region="region(step)") as holder:  # as reports call it
            holder.kill()
            holder.wait()
            goes_on()  # by itself
        with suspended() as holder:  # where they wait is no place to wait at
            with subprocess.Popen([control, "e", "suspend", "suspended by pomp-control"], stdout=subprocess.PIPE, text=True) as other:
                goes_on()
                other.send_signal(signal.SIGINT)
        run("e", "resume")
        until(r"^a · running [^\n]*\n\Z")
    assert measured()[0] == process.steps
    waits, _ = measured("visits", "region(suspended by pomp-control)")
    assert waits >= 9, waits


def rules(*patterns):
    with open("rules", "w", encoding="utf-8") as file:
        file.write(f"SCOREP_REGION_NAMES_BEGIN EXCLUDE {' '.join(patterns)} SCOREP_REGION_NAMES_END\n")


def check_filter():
    """What is left out is counted no more, also in a visit inside of one that is open; all else goes on."""
    with running() as process:
        rules("nothing")
        run("e", "filter", "rules", status=1, said="these rules exclude no region that has begun so far")
        rules("other", "inner", "parallel")
        run("e", "filter", "rules")
        until("2 regions left out$")
        goes_on()  # each thread has left what was open
        goes_on()
        before = measured(name="region(other)")[0], measured(name="region(inner)")[0]
        for _ in range(20):
            goes_on()
        assert (measured(name="region(other)")[0], measured(name="region(inner)")[0]) == before, before
        run("e", "filter", "rules")
    assert (measured(name="region(other)")[0], measured(name="region(inner)")[0]) == before and min(before) > 0, before
    steps, experiment = measured()
    assert steps == process.steps and experiment["left_out"] == 2, (steps, process.steps, experiment)
    assert experiment["repaired"] == experiment["ignored"] == experiment["lost"] == 0, experiment
    text = subprocess.run([report, "--all", "e"], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^Left out while the program ran, so that the figures are of the time before: region\((other|inner)\), region\((inner|other)\)\.$", text, re.M), text
    with running() as process:  # and where it is open at that time, again and again
        for patterns in (["inner"], ["other"], ["step"]):
            rules(*patterns)
            run("e", "filter", "rules")
            goes_on()
    _, experiment = measured()
    assert experiment["left_out"] == 3 and experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0, experiment


def interval(number):
    return json.loads(subprocess.run([report, "--json", f"--interval={number}", "e"], stdout=subprocess.PIPE, check=True).stdout)


def check_intervals(count, steps):
    """Holds the intervals of a run against the whole of it. A visit counts as unfinished in each interval but that in which it ended."""
    whole, parts = interval("all"), [interval(i + 1) for i in range(count)]
    assert whole["experiment"]["intervals"] == 0 and [(part["experiment"]["interval"], part["experiment"]["intervals"]) for part in parts] == [(i + 1, count) for i in range(count)]
    for name in ("region(step)", "region(other)", "region(inner)", "parallel"):
        of = [[region for region in part["regions"] if region["name"] == name] for part in (whole, *parts)]
        ended, *by_part = [sum(region["visits"] - region["unfinished"] for region in regions) for regions in of]
        assert ended == sum(by_part) and min(by_part) >= 0, (name, ended, by_part)
        time_of, *times = [sum(region["inclusive_ns"] for region in regions) for regions in of]
        assert abs(time_of - sum(times)) < 0.02 * time_of + 1000000, (name, time_of, times)
        assert name != "region(step)" or ended == steps
    assert abs(whole["experiment"]["wall_ns"] - sum(part["experiment"]["wall_ns"] for part in parts)) < 0.02 * whole["experiment"]["wall_ns"]


def check_reset():
    with running() as process:
        for i in range(4):
            goes_on()
            assert run("e", "reset") == f"Interval {i + 1} has ended; pomp-report --interval={i + 1} e shows it.\n"
        before = measured()[0]
        goes_on()
        assert 0 <= before < measured()[0] < counted() * 3
        text = " ".join(subprocess.run([report, "e"], capture_output=True, text=True, check=True).stdout.split())
        assert re.search(r" Interval 5 of 5, from \d+\.\d{3} s of the run on \(pomp-control reset\); --interval=all shows the whole run\. ", text), text
    check_intervals(5, process.steps)
    text = " ".join(subprocess.run([report, "--all", "--interval=2", "e"], capture_output=True, text=True, check=True).stdout.split())
    assert re.search(r" Interval 2 of 5, from \d+\.\d{3} s to \d+\.\d{3} s of the run \(pomp-control reset\)\. ", text), text
    done = subprocess.run([os.path.join(os.path.dirname(report), "pomp-convert"), "e", "--to", "folded"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "e: the run was divided (pomp-control reset): this is its interval 5 of 5\n" in done.stderr, done
    for wrong, said in (("0", "--interval takes a number from 1 on, or all, not 0"), ("x", "--interval takes a number from 1 on, or all, not x"),
                        ("6", "e: the run has 5 intervals, and no number 6")):  # fmt: skip
        done = subprocess.run([report, f"--interval={wrong}", "e"], capture_output=True, text=True, check=False)
        assert done.returncode in (1, 2) and done.stderr == f"pomp-report: {said}\n", done
    os.rename("e/interval-2.pomp", "gone")  # the others keep their numbers
    for number, said in (("4", ""), ("2", "e/interval-2.pomp: No such file or directory"), ("3", "e/interval-2.pomp: No such file or directory")):
        done = subprocess.run([report, "--all", f"--interval={number}", "e"], capture_output=True, text=True, check=False)
        assert done.stderr == (said and f"pomp-report: {said}\n") and bool(said) != (" Interval 4 of 5, " in " ".join(done.stdout.split())), done
    os.rename("gone", "e/interval-2.pomp")
    run("e", "reset", status=1, said=f"process {process.pid} does not run any more")
    kept = sorted(name for name in os.listdir("e") if name.startswith("interval"))
    os.rename("e", "left")
    with running():  # what another run has left there is none of this one's
        for name in kept:
            shutil.copy(f"left/{name}", "e")
        assert measured()[1]["intervals"] == 0
        assert run("e", "reset") == "Interval 1 has ended; pomp-report --interval=1 e shows it.\n"
        assert measured()[1]["intervals"] == 2
        check_left_out()
    shutil.rmtree("left")


def check_left_out():
    """A state that is of no use is named, and no interval that begins or ends with it is shown; who may read the run may read its states."""
    file = "e/interval-1.pomp"
    assert os.stat(file).st_mode == os.stat("e/profile.pomp").st_mode == 0o100600
    with open(file, "rb") as of:
        whole = of.read()
    with open("left/interval-1.pomp", "rb") as of:
        another = of.read()
    for name in os.listdir("e"):
        if re.fullmatch("interval-[2-9].pomp", name):
            os.remove(f"e/{name}")
    for data, why in ((b"", "the file is empty"), (b"\0" * 64 + whole[64:], "its head is damaged"), (another, "it is of another run")):
        with open(file, "wb") as of:
            of.write(data)
        for wanted in ("1", "2"):
            done = subprocess.run([report, f"--interval={wanted}", "e"], capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout, done.stderr) == (1, "", f"pomp-report: {file}: this interval is left out: {why}\n"), done
        assert subprocess.run([report, "--interval=all", "e"], capture_output=True, text=True, check=True).stderr == ""
    os.chmod("e/profile.pomp", 0o640)
    run("e", "reset")
    assert os.stat(file).st_mode == 0o100640


def check_turns():
    """Suspends, resumes, resets and switches samples again and again, and counts each step."""
    random.seed(1)
    intervals = 1
    with running() as process:
        run("e", "sample", "20ms")
        for _ in range(TURNS):
            match random.randrange(4):
                case 3:
                    run("e", "reset")
                    intervals += 1
                case 0:
                    run("e", "sample", random.choice(["off", "20ms", "40ms"]))
                case 1:
                    with subprocess.Popen([control, "--lease=5", "e", "suspend", random.choice(["step", "other", "none"])], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as holder:
                        time.sleep(random.choice([0, 0.01, 0.03]))
                        holder.send_signal(random.choice([signal.SIGKILL, signal.SIGTERM]))
                        holder.wait()
                case 2:
                    run("e", "resume")
        run("e", "resume")
        goes_on()
    check_intervals(intervals, process.steps)


def check_nonsense():
    """Somebody else writes to the block: the program ends as it should, and has counted all that it says."""
    with running() as process:
        for i in range(TURNS * 5):
            with open("e/profile.pomp", "r+b", buffering=0) as file:
                file.seek(BLOCK)
                file.write(os.urandom(SIZE) if i % 3 else bytes([random.randrange(256)]) * SIZE)
                file.seek(65)
                file.write(os.urandom(1))
            if i % 16 == 0:
                goes_on()
        goes_on()
    assert process.steps > 0
    with running(-signal.SIGKILL) as process, suspended():
        process.kill()  # whoever asks finds that, and ends
    run("e", "status", status=0)


def check_refusals():
    commands = "status, on, off, reset, trace, sample, filter, suspend and resume"
    for words, said in (
        ((), "name a process or an experiment, and a command: pomp-control PID status"),
        (("e",), f"the commands are {commands}, not nothing"),
        (("e", "halt"), f"there is no command halt; it takes {commands}"),
        (("e", "suspnd"), f"there is no command suspnd (did you mean suspend?); it takes {commands}"),
        (("e", "trace"), "trace takes on|off"),
        (("e", "trace", "maybe"), "trace takes on or off, not maybe"),
        (("e", "on", "now"), "there is nothing behind this command, not now"),
        (("e", "sample", "5"), "sample takes off, or a time from 20us to 1000ms, not 5"),
        (("e", "sample", "5us"), "sample takes off, or a time from 20us to 1000ms, not 5us"),
        (("e", "on", "now", "off"), "one command at a time, not off as well"),
        (("--often",), "unknown option --often; it takes --wait, --lease, --manual, --help, --version"),
        (("--wait",), "--wait takes a value"),
        (("--wait=x", "e", "on"), "--wait takes seconds from 0 to 86400, not x"),
        (("--lease=0", "e", "suspend", "r"), "--lease takes seconds from 1 to 3600, not 0"),
        (("--manual=html",), "--manual takes man, bash, zsh or fish, not html"),
    ):
        run(*words, status=2, said=said)
    run("e", "filter", "no-file", status=2, said="no-file: No such file or directory")
    run("nothing", "on", status=1, said="nothing: No such file or directory")
    with running() as process:
        with open("wrong", "w", encoding="utf-8") as file:
            file.write("\nEXCLUDE a")
        run("e", "filter", "wrong", status=1, said="line 2 of the filter: unexpected 'EXCLUDE': a block begins with SCOREP_FILE_NAMES_BEGIN or SCOREP_REGION_NAMES_BEGIN")
        done = subprocess.run([control, "e", "suspend", "steps"], capture_output=True, text=True, check=False)
        assert done.returncode == 1 and done.stderr.startswith("pomp-control: there is no region steps (did you mean step?); those that have begun are "), done
        run("e", "suspend", "x" * 600, status=1, said="the region's name is too long")
        os.kill(process.pid, signal.SIGSTOP)
        run("--wait=0.05", "e", "on", status=3, said="no thread has had an event yet: it will be done at the next one")
        os.kill(process.pid, signal.SIGCONT)
        run("e", "on")
        with open("e/profile.pomp", "r+b", buffering=0) as file:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, BLOCK, SIZE, 0))
            run("--wait=0.05", "e", "on", status=1, said="somebody else asks it for something")
        run("e", "on")
        shutil.rmtree("far", ignore_errors=True)
        shutil.copytree("e", "far")
        host = socket.gethostname().encode()
        with open("far/profile.pomp", "r+b") as file:
            data = file.read()
            file.seek(data.index(host + b"\0"))
            file.write(host[:-1] + b"~")
        run("far", "on", status=1, said=f"process {process.pid} of {host[:-1].decode()}~ can't be seen from here")


if __name__ == "__main__":
    check_switches()
    check_samples()
    check_trace()
    check_suspension()
    check_filter()
    check_reset()
    check_turns()
    check_nonsense()
    check_refusals()
