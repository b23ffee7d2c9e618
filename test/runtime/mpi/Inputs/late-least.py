# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late-least.py TABLE OUTPUT - compares what the ranks have waited for each other at a barrier with the program's own clock in OUTPUT:
so much before the last one they have come to it, and so long the first rank was inside. Half of the former may be their way into
the call on a machine that others use; no rank has waited for longer than it was inside."""
import sys

import late

with open(sys.argv[2], encoding="utf-8") as file:
    least, inside = map(float, file.read().split())
row = next(r for r in late.rows(sys.argv[1]) if r["path"] == "region(late) > MPI_Barrier")
waited = float(row["barrier"])
assert least * 0.5 <= waited <= 2 * inside + least + 0.001, (least, waited, inside)
