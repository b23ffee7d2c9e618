# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""longer-parts.py FILE COPY - copies an experiment, and takes from the visits of each call path below a root what its first part
has taken, and half of that again: so a signal handler leaves them that comes while a visit's end is noted."""
import struct
import sys

source, copy = sys.argv[1:]
with open(source, "rb") as file:
    data = bytearray(file.read())
used = struct.unpack_from("<Q", data, 32)[0]
at, nodes = 4096, set()
while at < used:
    kind, count, size = struct.unpack_from("<2IQ", data, at)
    if kind in (3, 4):
        first = at + 64 + (128 if kind == 3 else 0)
        nodes.update(first + 64 * i for i in range(count))
    at += size
changed = set()
for node in sorted(nodes):
    parent, visits, inclusive = struct.unpack_from("<I2Q", data, node + 4)
    outer = 64 * parent
    if outer in nodes and outer not in changed and struct.unpack_from("<I", data, outer + 4)[0] and inclusive > 1:
        own = inclusive // 2
        struct.pack_into("<3Q", data, outer + 16, own, own, own)
        changed.add(outer)
assert changed
with open(copy, "wb") as file:
    file.write(data)
