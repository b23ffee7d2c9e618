# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slow-signal.py PROGRAM REPORT - runs slow-signal.c's program with a POMP_FILTER that is a pipe, to which nobody writes, and
ends it by signals."""
import os
import signal
import subprocess
import sys
import time

from killing import remove_dead

program, report = sys.argv[1:]
INT, TERM = signal.SIGINT, signal.SIGTERM


def as_from_a_terminal():
    signal.signal(INT, signal.SIG_DFL)
    signal.signal(TERM, signal.SIG_DFL)


def run(how, number, delay=0.3, write=None):
    read_end, write_end = os.pipe()
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_FILTER=f"/dev/fd/{read_end}")
    with subprocess.Popen([program, how], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=as_from_a_terminal, pass_fds=[read_end]) as p:  # fmt: skip
        assert p.stdout.readline() == "ready\n"
        time.sleep(delay)
        begin = time.monotonic()
        if number:
            p.send_signal(number)
        if write is not None:
            time.sleep(2.5)
            os.write(write_end, write)
            os.close(write_end)
        out, err = p.communicate(timeout=60)
    remove_dead()
    took = time.monotonic() - begin
    os.close(read_end)
    if write is None:
        os.close(write_end)
    assert "Sanitizer" not in err, err
    return p.returncode, out, took


def bounded(how, number, status, out):
    result = run(how, number)
    assert result[:2] == (status, out), (how, result)
    return result[2]


# The bound holds on a machine that isn't busy; under load it is the same, and the scheduler's part.
took = min(bounded("", TERM, -TERM, "") for _ in range(2))
assert took < 20, took
bounded("", INT, -INT, "")
bounded("handler", TERM, 9, "handler\n")
bounded("jump", TERM, 4, "handler\njumped\n")
# Before the second is over it is as after it. Without such a signal, the library waits, and measures then.
assert run("", TERM, delay=1.7)[0] == -TERM
status, out, took = run("", None, write=b"SCOREP_REGION_NAMES_BEGIN SCOREP_REGION_NAMES_END\n")
assert (status, out) == (3, "went on\n") and took > 2, (status, out, took)
subprocess.run([report, "e"], capture_output=True, check=True)
print("bounded")
