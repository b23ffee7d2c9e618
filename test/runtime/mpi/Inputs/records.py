# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""records.py REPORT EXPERIMENT [EXPRESSION...] - reads the traces of a job's ranks, record by record, and compares what they
say of messages and collectives against the profile. Then each EXPRESSION, in Python, must be true: `records` are
(rank, code, arguments) in the order of each location."""
import collections
import glob
import json
import os
import struct
import subprocess
import sys

SEND, RECEIVE, ISEND, ISEND_DONE, IRECEIVE_REQUEST, IRECEIVE, COLLECTIVE, COMMUNICATOR = 36, 37, 38, 39, 40, 41, 42, 65
COLLECTIVE_DONE, CANCELLED, CREATE, DESTROY = 46, 47, 48, 49
REQUEST = {ISEND: 4, ISEND_DONE: 0, IRECEIVE_REQUEST: 0, IRECEIVE: 4}  # the number of the argument
HEAD = struct.Struct("<IIQQIIQIIII2I")
KINDS = ("point to point", "completion", "barrier", "one to all", "all to one", "all to all", "prefix", "neighbors")


def numbers(data):
    n = shift = 0
    for byte in data:
        n |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            yield n
            n = shift = 0


def chunk_records(chunk, first):
    at = first
    while at < len(chunk):
        if not chunk[at]:
            at += 1
            continue
        length, kind = (chunk[at] & 7) + 1, chunk[at] >> 3 & 3
        word = int.from_bytes(chunk[at : at + length], "little")
        at += length
        if kind != 3:
            continue
        size = word >> 12 & 15
        if size == 15:
            size = chunk[at]
            at += 1
        reported = tuple(numbers(chunk[at : at + size]))
        yield word >> 5 & 0x7F, reported + (0,) * (8 - len(reported))  # zeros at the end are left out
        at += size


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"POMPTRCE", path
    header_size, chunk_size = struct.unpack_from("<II", data, 16)
    (used,) = struct.unpack_from("<Q", data, 32)
    chunks = []
    for at in range(header_size, used, chunk_size):
        location, valid, sequence, *_, suspended, _, _, _, _ = HEAD.unpack_from(data, at)
        if valid == 1:
            chunks.append((location, sequence, data[at + HEAD.size + 16 * suspended : at + chunk_size]))
    for location, _, chunk in sorted(chunks, key=lambda c: c[:2]):
        for code, arguments in chunk_records(chunk, 0):
            yield location, code, arguments


def counted(report, rank, wanted, key):
    """Returns the profile's sum over MPI's functions of these kinds."""
    own = {l["id"] for l in report["locations"] if report["processes"][l["process"]]["rank"] == rank}
    return sum(
        share["visits"] if key == "calls" else share["messages"][key]
        for region in report["regions"]
        for share in region["locations"]
        if share["location"] in own and (share["messages"] or {}).get("kind") in wanted
    )


def check(report, rank, own):
    sums = collections.Counter()
    posted, done = collections.Counter(), collections.Counter()
    explained = {0} | {a[0] for _, code, a in own if code == COMMUNICATOR}
    for _, code, a in own:
        sums[code] += 1
        if code in (SEND, RECEIVE, ISEND, IRECEIVE):
            sums[code, "bytes"] += a[3]
            assert a[0] in explained, (rank, code, a)
        if code == COLLECTIVE:
            sums["sent"] += a[3]
            sums["received"] += a[4]
            assert a[1] in explained, (rank, a)
        if code in (ISEND, IRECEIVE_REQUEST):
            posted[code, a[REQUEST[code]]] += 1
        if code in (ISEND_DONE, IRECEIVE):
            done[ISEND if code == ISEND_DONE else IRECEIVE_REQUEST, a[REQUEST[code]]] += 1
        if code == COLLECTIVE and a[5]:
            posted[COLLECTIVE, a[5]] += 1
        if code == COLLECTIVE_DONE:
            done[COLLECTIVE, a[0]] += 1
            assert a[2] in explained, (rank, a)
        if code == CANCELLED:
            done[ISEND if (ISEND, a[0]) in posted else IRECEIVE_REQUEST, a[0]] += 1
    messages, collectives = KINDS[:2], KINDS[2:]
    assert sums[SEND] + sums[ISEND] == counted(report, rank, messages, "sent"), (rank, sums)
    assert sums[RECEIVE] + sums[IRECEIVE] == counted(report, rank, messages, "received"), (rank, sums)
    assert sums[SEND, "bytes"] + sums[ISEND, "bytes"] == counted(report, rank, messages, "sent_bytes"), (rank, sums)
    got = sums[RECEIVE, "bytes"] + sums[IRECEIVE, "bytes"]
    assert got == counted(report, rank, messages, "received_bytes"), (rank, sums)
    assert sums[COLLECTIVE] == counted(report, rank, collectives, "calls"), (rank, sums)
    assert sums["sent"] == counted(report, rank, collectives, "sent_bytes"), (rank, sums)
    assert sums["received"] == counted(report, rank, collectives, "received_bytes"), (rank, sums)
    assert all(n == 1 for n in posted.values()) and all(n == 1 for n in done.values()), (rank, "a request twice")
    assert set(done) <= set(posted), (rank, set(done) - set(posted))


def main():
    tool, experiment, *expressions = sys.argv[1:]
    run = subprocess.run([tool, "--json", experiment], stdout=subprocess.PIPE, check=True)
    report = json.loads(run.stdout)
    names = dict(globals(), records=[], report=report)
    for process in report["processes"]:
        rank = process["rank"]
        own = list(read(os.path.join(experiment, f"rank-{rank}", "trace.pomp")))
        check(report, rank, own)
        names["records"] += [(rank, code, arguments) for _, code, arguments in own]
    assert len(glob.glob(os.path.join(experiment, "rank-*"))) == len(report["processes"])
    for expression in expressions:
        assert eval(expression, names), expression  # pylint: disable=eval-used


main()
