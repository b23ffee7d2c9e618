# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu-records.py FILE COPY HOW - copies an experiment, and makes its CPU times such as no run can have: HOW is `role`, a record
of a call path that is no team's; `time`, more than the run took; `span`, a little more than the visits took, as it is not asked at the same moment; `location`, a thread that was ready for ever."""
import struct
import sys

source, copy, how = sys.argv[1:]
with open(source, "rb") as file:
    data = bytearray(file.read())
used = struct.unpack_from("<Q", data, 32)[0]
at, changed = 4096, 0
while at < used:
    kind, count, size, first = struct.unpack_from("<2IQI", data, at)
    if kind == 12 and count and how == "role":
        node = struct.unpack_from("<I", data, at + first)[0]
        roots = [i for i in range(4096, used, 4096) if struct.unpack_from("<I", data, i)[0] == 3]
        struct.pack_into("<I", data, at + first, (roots[0] + 64 + 128) // 64)
        changed += node != 0
    elif kind == 12 and count and how == "time":
        struct.pack_into("<Q", data, at + first + 24, 1 << 63)
        changed += 1
    elif kind == 12 and count and how == "span":
        span, used_ns = struct.unpack_from("<2Q", data, at + first + 16)
        struct.pack_into("<Q", data, at + first + 24, span + 1000)
        changed += used_ns <= span
    elif kind == 3 and how == "location":
        struct.pack_into("<Q", data, at + 64 + 112, 1 << 63)
        changed += 1
    at += size
assert changed, how
with open(copy, "wb") as file:
    file.write(data)
