# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""thread-states.py BIN PROGRAM - asks what the kernel does with the threads of thread-states.c, and where its deadlock is."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

folder, program = sys.argv[1:]


def call(command, *words):
    return subprocess.run([os.path.join(folder, command), *words], capture_output=True, text=True, check=False, env=dict(os.environ, LC_ALL="C")).stdout


def until(pattern, command, *words):
    """Waits until the command prints that."""
    end = time.monotonic() + 120
    while not re.search(pattern, text := call(command, *words), re.M):
        assert time.monotonic() < end, (pattern, text)
        time.sleep(0.01)
    return text


@contextlib.contextmanager
def running(*words):
    shutil.rmtree("e", ignore_errors=True)
    with subprocess.Popen([program, *words], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")) as process:
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            remove_dead()


with running("differ") as differing:
    until(r"^  0->1 +(running|ready) .*\n  0->0 +asleep |^  0->0 +asleep .*\n  0->1 +(running|ready) ", "pomp-report", "--now", "e")
    groups = json.loads(call("pomp-report", "--json", "e"))["now"]
    assert sorted(group["state"] for group in groups) == ["works", "works"] and "asleep" in [group["kernel"] for group in groups], groups
    differing.send_signal(signal.SIGSTOP)
    until(r"^a \| stopped|^a · stopped", "pomp-control", "e", "status")
    until(r"^a . stopped .*(\n.*)+  0->0..0->1  stopped ", "pomp-report", "--now", "e")
    until("^a . stopped ", "pomp-report", "e")
    assert json.loads(call("pomp-report", "--json", "e"))["experiment"]["state"] == "stopped"
    said = subprocess.run([os.path.join(folder, "pomp-runs"), "--db=x.db", "e"], capture_output=True, text=True, check=False).stderr
    assert "it is still stopped: store it when it has ended" in said or "without SQLite" in said, said
    differing.send_signal(signal.SIGCONT)
    until("^a . running ", "pomp-report", "--now", "e")
with running():
    until(r"Deadlock: 0->\d waits\sfor\somp_set_lock\s\(a\.c:\d+(\s\(nearest\))?\),\sheld", "pomp-report", "--now", "e")
