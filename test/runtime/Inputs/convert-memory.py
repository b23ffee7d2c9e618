# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""convert-memory.py CONVERT SHORT LONG - converts two experiments of the same program into each format of traces that is offered, with
four threads where it can have them: the trace of LONG is several times longer, what is written grows with it, and the memory does not."""
import glob
import os
import re
import shutil
import subprocess
import sys

from memory_of import run

convert, short, long = sys.argv[1:]
MOST = 2 << 10  # KB


def size_of(path):
    files = [path] if os.path.isfile(path) else [os.path.join(where, name) for where, _, names in os.walk(path) for name in names]
    return sum(map(os.path.getsize, files))


def taken(experiment, form):
    """Returns what is written, in KB, and the most memory."""
    status, said, memory = run([convert, experiment, "--to", form, "--output", "out", "--jobs", "4"])
    assert (status, said) == (0, ""), said
    size = size_of("out") >> 10
    if os.path.isdir("out"):
        shutil.rmtree("out")
    else:
        os.remove("out")
    return size, memory


traces = [sum(os.path.getsize(path) for path in glob.glob(f"{e}/**/trace.pomp", recursive=True)) >> 10 for e in (short, long)]
assert traces[0] > 1 << 10 and traces[1] - traces[0] > 3 * MOST, traces
offered = re.sub(r"\n {12,}", " ", subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout)
forms = [form for form, text in re.findall(r"^  (\w+) +(.*; EXPERIMENT/.*)$", offered, re.M) if "(profile)" not in text]
assert {"ctf", "perfetto"} <= set(forms), offered
for form in forms:
    # How many of the threads are at work at the same time, each with its memory, goes by the machine's load: so a difference has to be there
    # each time. If the memory grew with the trace, it would be.
    for attempt in range(5):
        less, more = taken(short, form), taken(long, form)
        assert more[0] - less[0] > 3 * MOST, (form, less, more)
        if more[1] - less[1] < MOST:
            break
    else:
        sys.exit(f"{form}: (KB written, KB of memory) of the short trace and of the long one: {less}, {more}, at the last of five times")
