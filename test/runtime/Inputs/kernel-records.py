# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel-records.py FILE COPY HOW - copies an experiment, and makes its records of the kernel's time such as no run can have: HOW is
`role`, a record of a call path that is no team's, `time`, more than any run takes, `thread`, the same of a thread, or `twice`, a
second record of a location. With `before` it is an older file, without records of threads; with `uncounted` it is of a kernel
that does not count how often threads got a processor."""
import struct
import sys

CPU_FLAGS = 344  # struct pomp_header

source, copy, how = sys.argv[1:]
with open(source, "rb") as file:
    data = bytearray(file.read())
used = struct.unpack_from("<Q", data, 32)[0]
at, changed, roots = 4096, 0, []
while at < used:
    kind, count, size, first = struct.unpack_from("<2IQI", data, at)
    if kind == 3:
        roots.append((at + first) // 64)
    at += size
at = 4096
while at < used:
    kind, count, size, first = struct.unpack_from("<2IQI", data, at)
    if kind == 18 and count and how == "role":
        struct.pack_into("<I", data, at + first, roots[0])
        changed += 1
    elif kind == 18 and count and how == "time":
        struct.pack_into("<Q", data, at + first + 24, 1 << 63)
        changed += 1
    elif kind == 23 and count and how == "thread":
        struct.pack_into("<Q", data, at + first + 16, 1 << 63)
        changed += 1
    elif kind == 23 and count > 1 and how == "twice":
        data[at + first + 64 : at + first + 68] = data[at + first : at + first + 4]
        changed += 1
    elif kind == 23 and how == "before":  # as of a kind that nobody knows
        struct.pack_into("<I", data, at, 1000)
        changed += 1
    at += size
if how == "uncounted":
    assert data[CPU_FLAGS] == 3
    data[CPU_FLAGS] = 1
    changed += 1
assert changed, how
with open(copy, "wb") as file:
    file.write(data)
