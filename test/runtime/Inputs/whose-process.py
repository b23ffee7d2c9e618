# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""whose-process.py PROGRAM POMP-REPORT POMP-CONTROL - asks for the program of whose-process.c from where its number or its path
is another one, by a directory whose file names it and that it has not in memory, and for its child."""
import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys

from killing import remove_dead

program, report, control = (os.path.abspath(path) for path in sys.argv[1:])
OTHER = 61001
PID_AT = 180  # of struct pomp_header
SPACE = ["unshare", "-pf", "--mount-proc", "--kill-child"]  # it has numbers of its own
MOUNTS = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /mnt && exec "$@"', "sh"]
STRANGER = ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups"]


def run(*words, status=0, said=""):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == status and re.fullmatch(said and f".*: {said}\n", done.stderr), (words, done)
    return done.stdout


def child_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return int(file.read().split()[0])


@contextlib.contextmanager
def running(*before, also="", directory="e", within=False):
    """Starts the program, and gives its number here and the last one that it has printed."""
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=directory, POMP_SUMMARY="0", POMP_TRACE="0")
    with subprocess.Popen([*before, program, also], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            lines = [process.stdout.readline() for _ in range(2 if also == "fork" else 1)]
            yield child_of(process.pid) if within else process.pid, max(int(line) for line in lines) if also != "exec" else 0
        finally:
            open("enough", "w", encoding="utf-8").close()
            process.wait()
            os.remove("enough")
            remove_dead()
    if directory == "e":
        shutil.rmtree("e")


def state(directory="e", *before):
    return json.loads(run(*before, report, "--json", directory))["experiment"]["state"]


def check_all(name):
    """All that can be asked of a program that runs."""
    assert " · running · " in run(report, "--now", name)
    for command in (["off"], ["sample", "1ms"], ["on"]):
        run(control, name, *command)
    assert re.search(r" · running · pid \d+ · recording on · no trace · samples every 1 ms\n", run(control, name, "status"))
    assert run(control, name, "reset").startswith("Interval 1 has ended")


def check_spaces():
    with running(*SPACE, within=True) as (pid, _):
        check_all("e")
        assert "No stacks" not in run(report, "--now", "--stacks", str(pid)) and f"pid {pid} " in run(report, "--now", str(pid))
    with running():
        assert state("e", *SPACE) in ("running", "unknown")
        assert run(*SPACE, control, "e", "off", status=1, said=r"process \d+ of .* can't be seen from here") == ""
    assert not os.path.exists("e")
    with running(*SPACE, also="exec", within=True):
        assert state() in ("killed", "unknown")
    with running(also="exec"):
        assert state() == "unknown" and " in its place (exec); process " in run(report, "--all", "e")
        run(control, "e", "off", status=1, said=r"process \d+ runs another program now \(exec\), and makes no experiment")
    with running(*MOUNTS, directory="/mnt/e") as (pid, _):
        check_all(str(pid))


def check_child():
    with running(also="fork") as (pid, child):
        said = f"this process has the experiment in memory, but process {pid} made it"
        assert " · running · " in run(report, "--now", str(child), said=f"{child}: {said}".replace("(", "."))
        assert f"pid {pid} " in run(control, str(child), "status", said=f"{child}: {said}")


def check_users():
    os.chmod(".", 0o777)
    with running() as (pid, _), running(*STRANGER, directory="theirs") as (other, _):
        assert state("theirs") == "running"
        for command in ("on", "reset"):
            run(control, "theirs", command, status=1, said=".*: it belongs to another user, who alone can ask for this")
            run(*STRANGER, control, "theirs", command)
        run(*STRANGER, control, str(pid), "off", status=1, said=".*Permission denied")
        shutil.copytree("theirs", "named", ignore=shutil.ignore_patterns("interval-*"))
        with open("named/profile.pomp", "r+b") as file, open("e/profile.pomp", "rb") as own:
            own.seek(PID_AT)
            file.seek(PID_AT)
            file.write(own.read(12))
        assert struct.unpack("<I", open("e/profile.pomp", "rb").read()[PID_AT : PID_AT + 4]) == (pid,), other
        for command in ("on", "off", "reset"):
            run(control, "named", command, status=1, said=r"(process \d+ of .* can't be seen from here|process \d+ does not run any more)")
        assert state("named") in ("killed", "unknown") and "recording on" in run(control, "e", "status")


check_spaces()
check_child()
check_users()
