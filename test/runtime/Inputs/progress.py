# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""progress.py CONVERT EXPERIMENT PRELOAD - the bar of a long conversion: on a terminal it grows, and is taken away; in a file,
and for a short conversion, there is none. How long it takes is what the preloaded clock says."""
import os
import re
import shutil
import subprocess
import sys

import on_pty

convert, experiment, preload = sys.argv[1:]


def run(form, step, terminal, jobs="2"):
    """Returns the conversion's stderr."""
    shutil.rmtree("out", ignore_errors=True)
    if os.path.exists("out"):
        os.remove("out")
    command = [convert, experiment, "--to", form, "--output", "out", "--jobs", jobs]
    environment = dict(os.environ, LD_PRELOAD=preload, CLOCK_STEP=str(step))
    if not terminal:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout + done.stderr
    text, status, _ = on_pty.run(command, environment, ("stderr",))
    assert status == 0, (command, text)
    return text


offered = re.sub(r"\n {12,}", " ", subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout)
FORMS = re.findall(r"^  (\w+) +.*; EXPERIMENT/\S+( \(profile\))?$", offered, re.M)
assert {"perfetto", "ctf", "cube"} <= {form for form, _ in FORMS}, offered
for form, profile in FORMS:
    text = run(form, 5000, True)
    drawn = re.match(r"((?:\rconverting \[#*\.*\] +\d+ %)+)\r( +)\r$", text)
    assert drawn, (form, text)
    bars = re.findall(r"\rconverting \[(#*)(\.*)\] +(\d+) %", drawn[1])
    least = 1 if profile else 3  # the profile is short
    assert len(bars) > least and all(len(done) + len(left) == 40 for done, left, _ in bars), (form, bars)
    percents = [int(percent) for _, _, percent in bars]
    assert min(percents) < 50 < max(percents), (form, bars)
    assert max(map(len, drawn[1].split("\r"))) <= len(drawn[2]), (form, text)
    # One thread draws it in order.
    parts = [int(part) for _, _, part in re.findall(r"\rconverting \[(#*)(\.*)\] +(\d+) %", run(form, 5000, True, "1"))]
    assert parts == sorted(parts) and len(set(parts)) > least, (form, parts)
    # There is no bar in a file, and none before a second has gone by.
    for step, terminal in ((5000, False), (0, True)):
        text = run(form, step, terminal)
        assert text == "", (form, step, terminal, text)
