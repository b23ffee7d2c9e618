# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tree-sums.py REPORT DIR - checks that the experiment of tree-sums.c has nothing of call paths that a thread did not visit, and that
views which need sums alone say the same alone as beside a view that takes all call paths: of that experiment, and of each that made.py
has. Alone, they take less memory of an experiment with many locations."""
import os
import struct
import subprocess
import sys
from collections import Counter

import made
from memory_of import run

REPORT, DIRECTORY = sys.argv[1:]
BESIDE = "--shares"  # a view that takes all call paths, as does the column caused_s
TOTALS = "self_s,incl_s,wait_s,visits,contended,tasks_s,delay_s,min_visit_s,max_visit_s,sent,received_bytes,region,where"
OF_REGIONS = "self_percent,self_s,incl_s,wait_s,barrier_wait_s,visits,per_visit_s,threads,regions,held_s,contended,tasks_s,delay_s,\
min_visit_s,max_visit_s,measuring_s,sent,received_bytes,region,function,where,clauses,line"
NAMED = OF_REGIONS.replace("barrier_wait_s,", "")
SPREAD = f"{OF_REGIONS},self_min_s,self_mean_s,self_max_s,imbalance_percent,cpu_imbalance_percent"
VIEWS = [["--tree"], ["--tree", f"--columns={TOTALS}"], ["--constructs"], ["--functions"],
         ["--flat", "--top=100"], ["--flat", "--csv", f"--columns={SPREAD}"], ["--flat", "--raw", "--csv", f"--columns={SPREAD}"],
         ["--constructs", "--csv", f"--columns={NAMED}"], ["--functions", "--csv", f"--columns={NAMED}"],
         ["--score"], ["--score", "--overhead=0.01", "--trace-size=1M"]]  # fmt: skip
# Records that a view of sums alone does not read may be damaged.
NOT_READ = {"shared kind", "shared twice", "shared nowhere", "shared time", "shared count", "twice"}


def shown(*options):
    done = subprocess.run([REPORT, *options], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def compare(experiment, read=True):
    """Tells whether the experiment is sound."""
    for options in VIEWS:
        csv = "--csv" in options
        status, text, said = shown(*options, experiment)
        other_status, other, other_said = shown(*options[:-1], options[-1] + ",caused_s", experiment) if csv else shown(*options, BESIDE, experiment)
        if other_status and not read:
            continue
        assert (status, said) == (other_status, other_said), (experiment, options, said, other_said)
        if csv:
            other = "".join(f"{line.rpartition(',')[0]}\n" for line in other.splitlines())
        elif options[0] == "--score":  # it comes behind the other view
            text, other = text.partition("\n\n")[2], other.partition("\n\n")[2].rpartition("\n\n")[2]
        assert (other == text if csv else other.startswith(text)) and (text or status), (experiment, options, text, other)
    return not status


def visited_alone():
    """Each region from line 100 on was visited by one thread, which has one node and one histogram of it."""
    with open(os.path.join(DIRECTORY, "profile.pomp"), "rb") as file:
        data = file.read()
    at, used = 4096, struct.unpack_from("<Q", data, 32)[0]
    lines, nodes, histograms, never = [], Counter(), Counter(), 0
    while at < used:
        kind, count, size, first = struct.unpack_from("<IIQI", data, at)
        for i in range(count if kind in (2, 3, 4, 10) else 0):
            if kind == 2:
                lines.append(struct.unpack_from("<i", data, at + first + 64 * i + 24)[0])
            elif kind == 10:
                histograms[struct.unpack_from("<I", data, at + first + 128 * i)[0] & 0x3FFFFFF] += 1
            else:
                key, _, visits = struct.unpack_from("<IIQ", data, at + first + 64 * i)
                nodes[key & 0x3FFFFFF] += 1
                never += key != 0 and visits == 0
        at += size
    alone = [i + 1 for i, line in enumerate(lines) if line >= 100]
    assert len(alone) == 200 and never == 0, (len(alone), never)
    assert {nodes[c] for c in alone} == {1} and {histograms[c] for c in alone} == {1}, (nodes, histograms)


def many(name, ranks=0):
    """Makes an experiment with 100,000 nodes at 500 locations, which may be those of a job."""
    file = made.File(1000, 500)
    file.construct("parallel", 1)
    for i in range(199):
        file.construct("for", i + 2)
    for rank in range(ranks or 1):
        first = file.initial(1000)
        fork, size = first.root.child("fork", 1, 900), 500 // (ranks or 1)
        for i in range(size):
            team = fork.child("team", 1, 800, location=file.member(first, i, team_size=size))
            for k in range(199):
                team.child("loop", k + 2, 1 + (i + k) % 4)
        if ranks:
            made.Process(file, rank, ranks, 1000, size)
    file.job = made.rank_fields(0, ranks, 7) if ranks else b""
    file.write(name)


visited_alone()
assert compare(DIRECTORY)
sound = 0
for name, make in made.KINDS.items():
    make().write("kind.pomp")
    sound += compare("kind.pomp", name not in NOT_READ)
assert sound > 20, sound
for name, ranks in (("many.pomp", 0), ("job.pomp", 5)):
    many(name, ranks)
    assert compare(name)
    _, _, beside = run([REPORT, "--tree", BESIDE, name])
    for view in VIEWS:
        status, said, alone = run([REPORT, *view, name])
        assert status == 0 and alone < 0.7 * beside, (name, view, status, said, alone, beside)
