# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cancel.py TRACE - makes the first of a trace's sends that are complete one that was cancelled, which no MPI library here does."""
import struct
import sys

ISEND_DONE, CANCELLED = 39, 47

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
header_size, chunk_size = struct.unpack_from("<II", data, 16)
head = struct.Struct("<IIQQIIQIIII2I")
for chunk in range(header_size, len(data), chunk_size):
    location, valid, *_ = head.unpack_from(data, chunk)
    at = chunk + head.size + 16 * head.unpack_from(data, chunk)[-5]
    while valid == 1 and at < chunk + chunk_size:
        if not data[at]:
            at += 1
            continue
        length, kind = (data[at] & 7) + 1, data[at] >> 3 & 3
        word = int.from_bytes(data[at : at + length], "little")
        if kind == 3 and word >> 5 & 0x7F == ISEND_DONE:
            data[at : at + length] = (word + (CANCELLED - ISEND_DONE << 5)).to_bytes(length, "little")
            with open(sys.argv[1], "wb") as file:
                file.write(data)
            sys.exit()
        at += length
        if kind == 3:
            size = word >> 12 & 15
            at += size if size < 15 else 1 + data[at]
sys.exit("no send is complete")
