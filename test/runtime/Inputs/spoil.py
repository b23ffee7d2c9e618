# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spoil.py FROM TO - copies a file, and changes a bit in every 10,000 bytes."""
import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
for at in range(5000, len(data), 10000):
    data[at] ^= 4
with open(sys.argv[2], "wb") as file:
    file.write(data)
