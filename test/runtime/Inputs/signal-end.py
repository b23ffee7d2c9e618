# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""signal-end.py PLAIN PROGRAM REPORT - ends signal-end.c's program by signals, plain and measured, and compares what becomes of
both; then looks for the table and the experiment."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from killing import remove_dead

plain, program, report = sys.argv[1:]
INT, TERM = signal.SIGINT, signal.SIGTERM
count = 40 if os.environ.get("TEST_ALL") else 15
rng = random.Random(815)


def as_from_a_terminal():
    """The shell that runs tests may have both ignored."""
    signal.signal(INT, signal.SIG_DFL)
    signal.signal(TERM, signal.SIG_DFL)


def run(binary, how, signals, delay=0.0, ignored=False, **variables):
    """Returns the status, stdout and stderr; the signals are sent once the program has said that it is ready."""
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", **variables)
    shutil.rmtree("e", ignore_errors=True)
    prepare = (lambda: signal.signal(TERM, signal.SIG_IGN)) if ignored else as_from_a_terminal
    with subprocess.Popen([binary, how], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=prepare) as p:  # fmt: skip
        out = ""
        if signals:
            while not out.endswith("ready\n"):
                line = p.stdout.readline()
                assert line, (how, p.communicate())
                out += line
            time.sleep(delay)
            for number in signals:
                p.send_signal(number)
            if ignored:
                time.sleep(0.3)
                assert p.poll() is None
                p.kill()
        rest, err = p.communicate(timeout=60)
    remove_dead()
    return p.returncode, out + rest, err


def check_table(err):
    lines = err.splitlines()
    assert lines and lines[0].startswith("pomp: ") and " wall · " in lines[0], err
    assert lines[-1] == "pomp: experiment e (look at it: pomp-report e)", err
    assert sum("wall" in line for line in lines) == 1, err


def check_experiment(state):
    done = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["experiment"]["state"] == state, (state, done.stdout[:1000])


def same(how, signals, table, state="killed", **variables):
    its, mine = run(plain, how, signals), run(program, how, signals, **variables)
    assert mine[:2] == its[:2], (how, mine, its)
    if table:
        check_table(mine[2])
        check_experiment(state)
    else:
        assert "wall" not in mine[2], (how, mine)


# At any moment, of two kinds: on the thread that the system chooses, and twice at once.
for i in range(count):
    number = TERM if i % 2 else INT
    traced = {"POMP_TRACE": "1"} if i % 3 == 0 else {}
    status, _, err = run(program, "", [number], rng.random() * 0.2, **traced)
    assert status == -number, (status, err)
    check_table(err)
    check_experiment("killed")
for i in range(count // 5):
    status, _, err = run(program, "", [TERM, TERM], rng.random() * 0.1)
    assert status == -TERM, (status, err)
    if err:
        check_table(err)
    subprocess.run([report, "--json", "e"], capture_output=True, check=True)
# The one that is first counts; each has the status that a plain program may have.
assert run(program, "", [TERM, INT])[0] in (-TERM, -INT)

same("", [TERM], True)
same("", [INT], True)
same("before", [TERM], False)
same("handler-first", [TERM], False)
same("handler-later", [TERM], False)
same("chain", [TERM], True)
same("default-again", [TERM], False)
same("raise", [], True)
same("taken", [TERM], True, "complete")
same("by-file", [INT], True, "complete")
same("blocked", [], True)
same("small-stack", [TERM], True)
same("fork", [], True, "complete")
same("vfork", [], True, "complete")
same("over", [], True, "complete")
same("ignore", [], True, "complete")
same("", [TERM], False, POMP_SUMMARY="0")
same("", [INT], False, POMP_SIGNALS="0")
# nohup and its kin: what the program ignores from its start, it ignores.
assert run(program, "", [TERM], ignored=True)[0] == -signal.SIGKILL
# A line says how to convert the trace.
status, _, err = run(program, "", [TERM], POMP_TRACE="otf2")
assert status == -TERM and "ended by a signal, so that its trace is not converted: pomp-convert e --to otf2" in err, err
check_experiment("killed")

# Several programs in one group, each with its own table.
group = []
for i in range(3):
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=f"group-{i}")
    group.append(subprocess.Popen([program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  preexec_fn=as_from_a_terminal, process_group=group[0].pid if group else 0))  # fmt: skip
for p in group:
    assert p.stdout.readline() == "ready\n"
os.killpg(group[0].pid, INT)
for p in group:
    err = p.communicate()[1]
    assert p.returncode == -INT and err.count(" s wall · ") == 1, (p.returncode, err)
    remove_dead()

# Nobody reads stderr: the program ends all the same, in bounded time.
read_end, write_end = os.pipe()
os.set_blocking(write_end, False)
try:
    while os.write(write_end, b"x" * 4096):
        pass
except BlockingIOError:
    os.set_blocking(write_end, True)
with subprocess.Popen([program], env=dict(os.environ, POMP_EXPERIMENT_DIR="full"), stdout=subprocess.PIPE, text=True,
                      stderr=write_end, preexec_fn=as_from_a_terminal) as p:  # fmt: skip
    assert p.stdout.readline() == "ready\n"
    p.send_signal(TERM)
    begin = time.monotonic()
    assert p.wait(60) == -TERM
    remove_dead()
print("all ended as plain")
