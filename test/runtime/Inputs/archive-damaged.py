# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archive-damaged.py ARCHIVE REPORT EXPERIMENT - damages an archive in each of its blocks, and cuts it off at each. A block of events that
is damaged is named, and it alone is lost; what all depends on is there twice, so that no answer changes. The blocks are found here from the
format's description, and not by our reader."""
import json
import os
import struct
import subprocess
import sys

archive, report, experiment = sys.argv[1:]
packed = experiment + ".pomparc"
with open(packed, "rb") as file:
    whole = file.read()
HEAD = struct.Struct("<4sHHIIQIIIIQQQ")
KINDS = {1: "names", 2: "index", 3: "bytes", 4: "heads", 5: "chunks"}


def blocks():
    at = 64
    while whole[at : at + 4] == b"PBLK":
        _, kind, _, member, flags, first, size, packed_size, chunks, location, *_ = HEAD.unpack_from(whole, at)
        yield at, KINDS[kind], member, flags, chunks, location, HEAD.size + 4 * chunks, packed_size
        at = (at + HEAD.size + 4 * chunks + packed_size + 7) // 8 * 8
    assert at == len(whole) - 32, (at, len(whole))


def read(data, *options):
    with open("d.pomparc", "wb") as out:
        out.write(data)
    done = subprocess.run([report, "--json", *options, "d.pomparc"], capture_output=True, text=True, check=False)
    checked = subprocess.run([archive, "--verify", "d.pomparc"], capture_output=True, text=True, check=False)
    return done, checked


def flipped(at):
    return whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]


good = [read(whole, *options)[0].stdout for options in ((), ("--from-trace",))]
chunks_in_all = sum(b[4] for b in blocks() if not b[3])
rows = list(blocks())
assert [r[1] for r in rows].count("chunks") > 6, rows
for number, (at, kind, member, again, chunks, location, content, size) in enumerate(rows):
    profile, checked = read(flipped(at + content + size // 2))
    assert checked.returncode == 1 and not checked.stdout, (number, checked)
    assert profile.returncode == 0 and profile.stdout == good[0], (number, profile)
    traced, _ = read(flipped(at + content + size // 2), "--from-trace")
    told = traced.stderr + checked.stderr
    if kind == "names":
        assert "the names of its files are damaged, and are taken from its index" in told, told
    elif kind == "index":
        assert "damaged: its index can't be read; the blocks were found without it" in traced.stderr and "its index is damaged" in checked.stderr, told
    elif kind != "chunks":
        name = "heads of chunks of trace.pomp" if kind == "heads" else " of profile.pomp" if member == 0 else " of README.txt"
        assert name in checked.stderr and (again or ": the same is there once more, and is taken" in checked.stderr), told
    elif location == 0xFFFFFFFF:
        assert f"is damaged ({chunks} chunk of definitions in trace.pomp)" in checked.stderr, told
    assert traced.returncode == 0, (number, kind, traced)
    if kind != "chunks" or location == 0xFFFFFFFF:
        assert traced.stdout == good[1], (number, kind)
        continue
    name = f"d.pomparc: block {number - 1} is damaged ({chunks} chunk{'s' if chunks > 1 else ''} of location {location} in trace.pomp)"
    assert f"pomp-report: {name}\n" in traced.stderr and traced.stderr.count("is damaged") == 1, (number, name, traced.stderr)
    assert name in checked.stderr and "1 of " in checked.stderr, checked
    found = json.loads(traced.stdout)["experiment"]
    assert found["trace_chunks_damaged"] == chunks, (found["trace_chunks_damaged"], chunks)
    # The head of the block may be damaged, too: the index has it.
    traced, _ = read(flipped(at + 9), "--from-trace")
    assert traced.stdout == good[1], (number, traced.stderr)

# The index is only a way to be quick, and the header is there for those who look at the file's begin.
for at in (0, 9, 20, len(whole) - 30, len(whole) - 5):
    done, checked = read(flipped(at), "--from-trace")
    assert done.stdout == good[1] and checked.returncode == 1, (at, done.stderr, checked)
    assert at > 64 or "its header is damaged" in checked.stderr, (at, checked)

# Cut off between any two blocks, and a little before and behind that, what is there is given; nothing is made up.
for cut in sorted({min(max(at + more, 0), len(whole) - 1) for at, *_ in rows for more in (-20, 0, 40)} | {0, 10, 63, len(whole) - 32, len(whole) - 1}):
    done, checked = read(whole[:cut], "--from-trace")
    assert checked.returncode == 1 and done.returncode in (0, 1), (cut, done, checked)
    assert done.stderr.startswith("pomp-report: d.pomparc"), (cut, done)
    if done.returncode == 0:
        assert f"cut off: it has {cut} of {len(whole)} bytes" in done.stderr, (cut, done)
        lost = json.loads(done.stdout)["experiment"]
        lost = lost.get("trace_chunks_damaged", 0) + lost.get("trace_chunks_missing", 0)
        there = sum(b[4] for b in rows if not b[3] and b[0] + b[6] + b[7] <= cut)
        assert lost == chunks_in_all - there, (cut, lost, there, chunks_in_all)

# A tool that takes a damaged archive says so, and what it makes has no chunk that is half there.
at, _, _, _, chunks, _, content, size = [r for r in rows if r[1] == "chunks" and r[5] == 1][0]
with open("d.pomparc", "wb") as out:
    out.write(flipped(at + content + size // 2))
done = subprocess.run([archive, "--extract", "made", "d.pomparc"], capture_output=True, text=True, check=False)
assert done.returncode == 1 and "what the archive has lost is not in it" in done.stderr, done
done = subprocess.run([report, "--json", "--from-trace", "made"], capture_output=True, text=True, check=True)
found = json.loads(done.stdout)["experiment"]
assert found["trace_chunks_missing"] == chunks and os.path.getsize("made/trace.pomp") == os.path.getsize(f"{experiment}/trace.pomp"), found
os.remove("d.pomparc")
