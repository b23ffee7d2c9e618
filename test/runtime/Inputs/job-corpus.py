# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""job-corpus.py FOLDER - makes what fuzz_job starts from: files of all ranks, some with the own file of a rank behind them that has
not ended, own files alone, and what ranks have added up."""
import os
import struct
import subprocess
import sys

folder, made = sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), "made.py")
STATE, RUNNING, RANKS = 20, b"\1\0\0\0", 276  # where they are in a header, and a value


def make(kind):
    path = os.path.join(folder, "made")
    subprocess.run([sys.executable, made, kind, path], check=True)
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return data


def running(job, number):
    """The process of that number has not ended: the record of it has a copy of its header."""
    at = -1
    for _ in range(number + 2):
        at = job.index(b"POMPINST", at + 1)
    return job[: at + STATE] + RUNNING + job[at + STATE + 4 :]


def block(kind, count, first, contents):
    data = struct.pack("<IIQII40x", kind, count, (64 + len(contents) + 4095) // 4096 * 4096, first, 0) + contents
    return data + bytes(-len(data) % 4096)


def with_sums(job):
    """Adds what its ranks have added up, and of each that nothing has come since."""
    locations, nodes, at, processes = {}, [], 4096, []
    while at < len(job):
        kind, count, size, first, location = struct.unpack_from("<IIQII", job, at)
        if kind == 5:
            processes = [struct.unpack_from("<II", job, at + first + 1024 * i) for i in range(count)]
        if kind in (3, 4):
            nodes += [(location, struct.unpack_from("<IIQQQQQQ", job, at + first + 64 * i)) for i in range(count)]
        at += size
    rows = {}
    for location, (key, _, visits, inclusive, least, most, _, wait) in nodes:
        row = rows.setdefault(key, [0, 0, 0, 0, 2**64 - 1, 0])
        row[:] = [row[0] + 1, row[1] + visits, row[2] + inclusive, row[3] + wait, min(row[4], least), max(row[5], most)]
        locations.setdefault(location, []).append((visits, inclusive, wait))

    def head(flags, rank, count, which):
        own = [n for location in which for n in locations[location]]
        return struct.pack("<IIIIQQQQ16x", flags, rank, count, len(which), len(own), *map(sum, zip(*own)))

    parts = [head(1, rank, 1, range(first, first + count)) for (first, count), rank in zip(processes, (0, 1, 3))]
    all_rows = [struct.pack("<IIQQQQQQQ", key, 0, *rows[key], 0) for key in sorted(rows, key=lambda k: (k % 2**26, k))]
    job += b"".join(block(26, 0, 128, part) for part in parts)
    job += block(26, len(rows), 128, head(0, 0, len(parts), range(len(locations))) + b"".join(all_rows))
    return job[:32] + struct.pack("<Q", len(job)) + job[40:]


def with_places(job):
    """Says of each process where its blocks are, as the library does: so it can be read alone."""
    job, places, records, at = bytearray(job), {}, [], 4096
    while at < len(job):
        kind, count, size, first, location = struct.unpack_from("<IIQII", job, at)
        if kind == 5:
            records = [at + first + 1024 * i for i in range(count)]
        if kind in (3, 4):
            places.setdefault(location, []).append((at, at + size))
        at += size
    for record in records:
        first, count = struct.unpack_from("<II", job, record)
        blocks = [place for location in range(first, first + count) for place in places[location]]
        begin, end = min(blocks)[0], max(blocks)[1]
        assert end - begin == sum(b - a for a, b in blocks)
        struct.pack_into("<QQ", job, record + 8, begin, end - begin)
    return bytes(job)


def with_own_behind(job, number, own):
    """Puts a rank's own file behind what all have written together, and says so in the rank's record."""
    job, at = bytearray(job), -1
    for _ in range(number + 2):
        at = job.index(b"POMPINST", at + 1)
    struct.pack_into("<Q", job, at - 40, len(job))
    job += block(15, 1, 4096, bytes(4096 - 64) + own)
    struct.pack_into("<Q", job, 32, len(job))
    return bytes(job)


os.makedirs(folder)
job = make("job")
used = int.from_bytes(job[32:40], "little")
job = job[:used]
corpus = {"job": job, "rank-3": make("rank-3"), "rank-1": make("rank-1"), "twice": make("ranks twice"),
          "own-1": running(job, 1) + make("rank-1"), "own-0": running(job, 0) + make("rank-0"), "stranger": running(job, 1) + make("stranger"),
          "sums": with_sums(job), "ended": job + make("rank-1")}  # fmt: skip
corpus.update({name + "-alone": with_places(corpus[name]) for name in ("job", "sums")})
corpus.update({f"own-{rank}-alone": running(corpus["job-alone"], rank) + make(f"rank-{rank}") for rank in (0, 1)})
corpus["behind"] = with_own_behind(corpus["job-alone"], 1, make("rank-1"))
corpus["behind-runs"] = running(corpus["behind"], 1) + make("rank-0")
corpus["of-no-ranks"] = corpus["own-1-alone"][:RANKS] + bytes(4) + corpus["own-1-alone"][RANKS + 4 :]
for name, data in corpus.items():
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
