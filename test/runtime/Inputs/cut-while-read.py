# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cut-while-read.py - has pomp-report read an experiment whose file is cut off, or overwritten, as soon as it is mapped. Usage:
cut-while-read.py POMP_REPORT FILE PRELOADED"""
import os
import shutil
import subprocess
import sys

report, original, preloaded = sys.argv[1:]
os.makedirs("cut", exist_ok=True)
copy = os.path.join("cut", "profile.pomp")


def run(view, **spoiled):
    shutil.copyfile(original, copy)
    done = subprocess.run([report, view, copy], env=dict(os.environ, LD_PRELOAD=preloaded, **spoiled), capture_output=True)
    assert done.returncode in (0, 1), f"{spoiled}: status {done.returncode}: {done.stderr.decode()}"
    assert done.stderr.count(b"\n") == done.returncode, f"{spoiled}: {done.stderr.decode()}"
    return done


size = os.path.getsize(original)
assert size > 5 * 4096, size
for pages in range(1, min(size // 8192, 40)):
    assert os.path.getsize(original) == size
    # The first one reads it once. The second one looks at it first, to see whether it is a job's, and then finds it cut off.
    for view, said in ("--score", b"cut off while it was read"), ("--json", b"cut off: "):
        done = run(view, CUT_FILE=str(4096 * pages))
        assert done.returncode == 1 and said in done.stderr, f"{view}, {pages} pages: {done.stderr.decode()}"
        assert os.path.getsize(copy) == 4096 * pages  # it was mapped, else nothing would have been cut
damaged = 0
for left in range(0, min(size, 40960), 1024):
    for byte in ("0", "1", "255"):
        for view in "--score", "--json":
            damaged += run(view, CUT_FILE=str(left), CUT_FILL=byte).returncode
assert damaged, "nothing was overwritten"
