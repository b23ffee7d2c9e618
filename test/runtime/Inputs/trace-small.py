# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace-small.py IN OUT [MOST] - writes the same trace in chunks that are no larger than their contents: a fuzzer starts from it,
and takes no more than MOST bytes."""
import os
import struct
import sys

CHUNK_SIZE, USED = 20, 32  # where they are in the header

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
header_size, chunk_size = struct.unpack_from("II", data, 16)
chunks = [bytes(data[at : at + chunk_size]).rstrip(b"\0") for at in range(header_size, len(data), chunk_size)]
size = (max(map(len, chunks)) + 8) // 8 * 8
header = bytearray(data[:128])
struct.pack_into("II", header, 16, len(header), size)
struct.pack_into("Q", header, USED, len(header) + size * len(chunks))
with open(sys.argv[2], "wb") as file:
    file.write(header + b"".join(chunk.ljust(size, b"\0") for chunk in chunks))
if len(sys.argv) > 3:
    assert os.path.getsize(sys.argv[2]) <= int(sys.argv[3]), os.path.getsize(sys.argv[2])
