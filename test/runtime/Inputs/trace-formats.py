# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace-formats.py REPORT CONVERT EXPERIMENT [SAID] - reads a trace that is not whole: the report and each format that can be
written and read here say what SAID, a regular expression, matches, in one line, or nothing; and the formats have what
pomp-report --from-trace has, no more and no less."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import converted

report, convert, experiment, *said = sys.argv[1:]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done)
    name = os.path.basename(command[0])
    lines = done.stderr.splitlines()
    assert len(lines) == len(said), (command, done.stderr)
    assert not said or re.fullmatch(rf"{name}: {re.escape(experiment)}/trace.pomp: {said[0]}", lines[0]), (command, lines)
    return done.stdout


part = json.loads(run(report, "--json", "--from-trace", experiment))
offered = subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout
with tempfile.TemporaryDirectory() as where:
    for form, (read, reader) in converted.READERS.items():
        if re.search(rf"^  {form} ", offered, re.M) and shutil.which(reader):
            output = os.path.join(where, form)
            run(convert, "--to", form, "--output", output, experiment)
            trace = read(os.path.join(output, "traces.otf2") if form == "otf2" else output)
            visits = converted.compare(trace, part, part=True)
            assert visits and trace.count(converted.ENTER) == sum(visits.values()), (form, visits)
