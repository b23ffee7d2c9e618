# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""blocks.py FILE TYPE... - cuts off the room that is not used yet, and fails unless the experiment has a block of each type with a
record, and is no longer than what fuzz.test gives to its fuzzer: libFuzzer cuts off the rest."""
import os
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
at, found, used = 4096, set(), struct.unpack_from("<Q", data, 32)[0]
os.truncate(sys.argv[1], used)
while at < used:
    kind, count, size = struct.unpack_from("<IIQ", data, at)
    found |= {kind} if count else set()
    at += size
missing = {int(kind) for kind in sys.argv[2:]} - found
assert not missing and used <= 100000, (missing, found, used)
