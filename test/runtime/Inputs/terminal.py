# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py PROGRAM REPORT CONVERT - has experiments in directories whose names hold escape sequences: nothing that
the tools print has a control character, whatever goes well or wrong. PROGRAM is an instrumented one."""

import os
import shutil
import subprocess
import sys

PROGRAM, REPORT, CONVERT = sys.argv[1:]
HOSTILE = b"a\033[31m\033]0;title\007\r\177\xc2\x9b1m\xffb"
VIEWS = ([], ["--tree"], ["--threads"], ["--json"], ["--from-trace"], ["--mpi-waits"])
calls = 0
bad = []


def run(*words, **settings):
    global calls  # pylint: disable=global-statement
    environment = os.environb | {os.fsencode(key): os.fsencode(value) for key, value in settings.items()}
    done = subprocess.run(words, capture_output=True, check=False, env=environment)
    printed = done.stdout + done.stderr
    calls += 1
    wrong = [byte for byte in printed if (byte < 0x20 and byte != 0x0A) or byte == 0x7F]
    if wrong or b"\xc2\x9b" in printed or b"\xff" in printed:
        bad.append(f"{words}: {printed[:300]}")
    if done.returncode < 0:
        bad.append(f"{words}: died of signal {-done.returncode}")
    return done


def measure(name, **settings):
    shutil.rmtree(name, ignore_errors=True)
    environment = os.environb | {os.fsencode(key): os.fsencode(value) for key, value in settings.items()}
    environment |= {b"POMP_EXPERIMENT_DIR": name, b"POMP_SUMMARY": b"0", b"POMP_TRACE": b"1"}
    subprocess.run([PROGRAM], env=environment, check=True)


def spoil(name, to):
    shutil.copytree(HOSTILE, to)
    with open(os.path.join(to, name), "r+b") as file:
        file.truncate(100)


def everything(name):
    for view in VIEWS:
        run(REPORT, *view, name)
    run(REPORT, POMP_EXPERIMENT_DIR=name)
    for form in ("ctf", "perfetto", "otf2"):
        run(CONVERT, name, "--to", form)  # the second time it is there already
        run(CONVERT, name, "--to", form)
        run(CONVERT, name, "--to", form, "--output", os.path.join(name, HOSTILE, HOSTILE))


measure(HOSTILE)
everything(HOSTILE)
for name in (b"profile.pomp", b"trace.pomp"):
    spoil(name, HOSTILE + name)
    everything(HOSTILE + name)
measure(HOSTILE + b"ring", POMP_TRACE_MODE="ring", POMP_TRACE_MEMORY="256K")
everything(HOSTILE + b"ring")
os.mkdir(HOSTILE + b"empty")
everything(HOSTILE + b"empty")
everything(HOSTILE + b"nowhere")
for tool in (REPORT, CONVERT):
    for words in ([HOSTILE, HOSTILE], [b"--" + HOSTILE], [b"-" + HOSTILE], [b"--to", HOSTILE], [b"--jobs", HOSTILE]):
        status = run(tool, *words).returncode
        if status != 2 and not (tool == CONVERT and words[0] == HOSTILE):
            bad.append(f"{tool} {words}: exit status {status}")
print(f"{calls} calls")
sys.exit("\n".join(bad) or 0)
