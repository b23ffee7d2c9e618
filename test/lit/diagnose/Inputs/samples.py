# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""samples.py - writes samples of CPU time into an experiment whose threads were not sampled, so that a test knows how many there are where.
The layout is that of include/pomp_format.h."""
import os
import struct

HEADER, ALIGN, UNIT, NONE = 4096, 4096, 64, 0xFFFFFFFF
SAMPLE_FIELDS_AT = 632  # where the header has the source of samples, the signal and the period
STRINGS, CONSTRUCTS, LOCATION, NODES, SAMPLES = 1, 2, 3, 4, 21
ROLES = {"team": 2, "for": 3, "barrier": 13, "user": 16}
STATES = {"serial": 0x000, "work": 0x001, "wait": 0x011}
MS = 1000000


def read(data):
    """Yields each node: its number, its role, the line of its construct, and the number of its thread in its team, or None."""
    used = struct.unpack_from("<Q", data, 32)[0]
    lines, threads, nodes, at = [0], {}, [], HEADER
    while at < used:
        kind, count, size, first, location = struct.unpack_from("<2IQ2I", data, at)
        if kind == CONSTRUCTS:
            lines += [struct.unpack_from("<i", data, at + first + 64 * i + 24)[0] for i in range(count)]
        if kind == LOCATION:
            parent, number = struct.unpack_from("<2I", data, at + 64 + 48)
            threads[location] = None if parent == NONE else number
        if kind in (LOCATION, NODES):
            nodes += [(at + first + 64 * i, location) for i in range(count)]
        at += size
    for node, location in nodes:
        key = struct.unpack_from("<I", data, node)[0]
        yield node // UNIT, key >> 26, lines[key & (1 << 26) - 1], threads[location], location


def add(path, samples):
    """Adds (line, role, thread, state, count), each sample of a ms; fails if there is no such call path. Those of (…, "early") were taken before the first team."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    used = struct.unpack_from("<Q", data, 32)[0]
    nodes, records = list(read(data)), b""
    for line, role, thread, state, count, *early in samples:
        found = [n for n in nodes if n[1:4] == (ROLES[role], line, thread)]
        assert len(found) == 1, (line, role, thread, nodes)
        records += struct.pack("<4I3Q2I16x", found[0][0], found[0][4], 0, STATES[state], 0x1000, count, count * MS, 0, len(early))
    size = -(-(64 + len(records)) // ALIGN) * ALIGN
    del data[used:]
    data += struct.pack("<2IQ2I", SAMPLES, len(samples), size, 64, 0).ljust(64, b"\0") + records
    data += bytes(used + size - len(data))
    struct.pack_into("<Q", data, 32, used + size)
    struct.pack_into("<2IQ", data, SAMPLE_FIELDS_AT, 1, 27, MS)
    with open(path, "wb") as file:
        file.write(data)
