# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sums.py REPORT FILE - FILE is a complete job's. REPORT tells when a number of any call path in it is not what the ranks have added up, of
which rank and region, whichever view reads the file; says nothing of the file as it is, or without the sums; and comes to an end whatever the
sums are."""
import json
import os
import random
import struct
import subprocess
import sys

LOCATION, NODES, PROCESSES, SUMS, ALIGN = 3, 4, 5, 26, 4096
SINCE, LACK = 1, 2
report, name = sys.argv[1:]
with open(name, "rb") as file:
    good = file.read()
seed = int(os.environ.get("SEED", 20261127))
random.seed(seed)
blocks, at = [], ALIGN
while at < struct.unpack_from("<Q", good, 32)[0]:
    kind, count, size, first, location = struct.unpack_from("<IIQII", good, at)
    blocks.append((at, kind, count, first, location))
    at += size
(processes,) = (b for b in blocks if b[1] == PROCESSES)
parts = [struct.unpack_from("<IIQQ", good, processes[0] + processes[3] + 1024 * i) for i in range(processes[2])]
sums = [b for b in blocks if b[1] == SUMS]


def head(block):
    """Returns flags, rank, processes, locations, and the four sums of all nodes."""
    return struct.unpack_from("<IIIIQQQQ", good, block[0] + 64)


def key_order(key):
    return key & (1 << 26) - 1, key >> 26


# What is in the file is what its nodes have: the job's sums and what is different since, of the parts.
(whole,) = (b for b in sums if not head(b)[0] & SINCE)
since = [b for b in sums if head(b)[0] & SINCE]
assert [head(b)[1] for b in since] == list(range(len(parts))), since
assert head(whole)[2:4] == (len(parts), sum(p[1] for p in parts)) and whole[0] == blocks[-1][0]
nodes = [(b[0] + b[3] + 64 * i, b[4]) for b in blocks if b[1] in (LOCATION, NODES) for i in range(b[2])]
found = {}
for place, _ in nodes:
    key, _, visits, inclusive, least, most, _, wait = struct.unpack_from("<IIQQQQQQ", good, place)
    one = found.setdefault(key, [0, 0, 0, 0, 2**64 - 1, 0])
    one[:] = [one[0] + 1, one[1] + visits, one[2] + inclusive, one[3] + wait, min(one[4], least), max(one[5], most)]
told, changed = {}, 0
for block in [whole, *since]:
    rows = [struct.unpack_from("<IIQQQQQQ", good, block[0] + block[3] + 64 * i) for i in range(block[2])]
    changed += len(rows) if block is not whole else 0
    assert block is not whole or [r[0] for r in rows] == sorted((r[0] for r in rows), key=key_order)
    for key, _, *row in rows:
        one = told.setdefault(key, [0, 0, 0, 0, 2**64 - 1, 0])
        one[:] = [(one[i] + row[i]) % 2**64 for i in range(4)] + [min(one[4], row[4]), max(one[5], row[5])]
assert told == found, (told, found)
assert changed > 0, "nothing has come since MPI_Finalize: what is tested here is too little"


def run(content, *options):
    """Returns what the report says of a file with this content on stderr, and its status and output."""
    with open("changed.pomp", "wb") as file:
        file.write(content)
    done = subprocess.run([report, *options, "changed.pomp"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stderr.decode(), done.returncode, done.stdout.decode()


VIEWS = [], ["--threads=all"], ["--json=summary"]


def set_word(content, place, value, width="Q"):
    return content[:place] + struct.pack("<" + width, value) + content[place + struct.calcsize(width) :]


def without_sums(content):
    for block in sums:
        content = set_word(content, block[0], 0, "I")
    return content


for view in VIEWS:
    assert run(good, *view)[:2] == ("", 0), run(good, *view)
    plain, bare = run(good, *view), run(without_sums(good), *view)
    assert plain == bare, "a file without sums is reported in another way"

# A number of one call path is another one, which is possible: by one more, or one less.
KINDS = {8: "visits", 16: "ticks in its visits", 48: "ticks of waiting"}
tried = 0
for place, location in nodes:
    visits, inclusive = struct.unpack_from("<QQ", good, place + 8)
    rank = next(i for i, p in enumerate(parts) if p[0] <= location < p[0] + p[1])
    if inclusive < 2 or struct.unpack_from("<I", good, place)[0] == 0:
        continue
    for word, what in KINDS.items():
        was = struct.unpack_from("<Q", good, place + word)[0]
        damaged = set_word(good, place + word, was - 1 if word == 16 else was + 1)
        for view in VIEWS:
            line, status, out = run(damaged, *view)
            assert line.startswith(f"pomp-report: changed.pomp: damaged: the part of rank {rank} is not as it was written: "), (line, what)
            assert f" {what}, and the ranks have added up " in line and line.count("\n") == 1 and status == 0, (line, what)
            if view == ["--json=summary"]:
                assert json.loads(out)["experiment"]["sums_differ"] == 1, out
            elif not view:
                assert "The file is damaged: of 1 region it has something else than the ranks added up" in out, out
        tried += 1
assert tried > 10, tried

# A rank that could not tell all of what has come since says so.
lacking = set_word(good, since[0][0] + 64, SINCE | LACK, "I")
assert run(set_word(lacking, nodes[-1][0] + 8, 77))[0] == ""

# Whatever the blocks of sums have, the experiment is shown, or refused with a line that says why.
shown = refused = 0
for n in range(150):
    block = random.choice(sums)
    place = block[0] + 4 * random.randrange(64)
    value = random.choice([0, 1, 2, 3, 63, 64, 65, 127, 128, ALIGN, len(good), 2**26, 2**31, 2**32 - 1, random.randrange(2**32)])
    line, status, out = run(set_word(good, place, value, "I"))
    assert status in (0, 1) and line.count("\n") <= 1 and (status == 1) == (out == ""), (place, value, seed, line)
    assert not line or line.startswith("pomp-report: changed.pomp: "), (place, value, seed, line)
    shown += status == 0
    refused += bool(line)
assert shown > 25 and refused > 25, (shown, refused)
print(tried, "damages told")
