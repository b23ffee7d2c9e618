# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hot-path.py HEADER DOCUMENT - checks that each function in the document's C code is in the header, letter by letter and in
the same order; and that the functions that every event goes through are among them."""
import re
import sys

NEEDED = ["pomp_child_of", "pomp_event_time", "pomp_visit_begin", "pomp_visit_stop", "pomp_visit_end_after", "pomp_enter_usual_at", "pomp_enter_usual",
          "pomp_exit_usual", "pomp_enter", "pomp_exit"]  # fmt: skip

header = open(sys.argv[1], encoding="utf-8").read()
document = open(sys.argv[2], encoding="utf-8").read()
code = "\n".join(re.findall(r"^```c\n(.*?)^```$", document, re.S | re.M))
functions = re.findall(r"^(?:static inline|POMP_INLINE)[^;{]*?(\w+)\([^{;]*\{.*?^\}\n", code, re.S | re.M)
if functions != NEEDED:
    sys.exit(f"the document shows {functions}, not {NEEDED}")
at = 0
for text in re.split(r"(?<=^\}\n)\n", code, flags=re.M):
    name = re.search(r"(\w+)\(", text)[1]
    found = header.find(text, at)
    if found < 0:
        sys.exit(f"{name} is not in the header as the document has it, or not in this order")
    at = found + len(text)
