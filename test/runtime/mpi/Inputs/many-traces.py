# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many-traces.py REPORT DIR - makes jobs of many ranks of the files of the one rank in DIR, which was traced: what their traces tell is found in
memory that hardly grows with the ranks."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
from memory_of import run  # noqa: E402 pylint: disable=wrong-import-position

REPORT, SOURCE = sys.argv[1:]
RANK, FEW, MANY = 272, 10, 40  # where the rank is in a header, with the number of ranks and that of the job behind it


def make(name, ranks):
    for rank in range(ranks):
        folder = os.path.join(name, f"rank-{rank}")
        shutil.copytree(os.path.join(SOURCE, "rank-0"), folder)
        with open(os.path.join(folder, "profile.pomp"), "r+b") as file:
            file.seek(RANK)
            file.write(rank.to_bytes(4, sys.byteorder) + ranks.to_bytes(4, sys.byteorder) + (12345).to_bytes(8, sys.byteorder))


def memory(view, name):
    """Returns the most memory in bytes."""
    status, said, most = run([REPORT, *view, "--jobs=1", name])
    assert status == 0 and not said, (view, status, said)
    return most * 1024


make("few", FEW)
make("many", MANY)
own = os.path.getsize(os.path.join("few", "rank-0", "profile.pomp"))
for view in ["--diagnose"], ["--critical-path", "--csv"]:
    more = (memory(view, "many") - memory(view, "few")) / (MANY - FEW)
    assert more < own / 4, (view, more, own)
