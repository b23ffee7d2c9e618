# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel-records.py FILE COPY HOW - copies an experiment, and makes its records of the kernel's time such as no run can have: HOW is
`role`, a record of a call path that is no team's, or `time`, more than any run takes."""
import struct
import sys

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
    at += size
assert changed, how
with open(copy, "wb") as file:
    file.write(data)
