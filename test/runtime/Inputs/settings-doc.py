# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""settings-doc.py STDERR DOC - compares what POMP_VERBOSE=1 printed with the table in docs/environment.md."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    said = re.findall(r"^pomp:   (POMP_\w+)=", file.read(), re.MULTILINE)
with open(sys.argv[2], encoding="utf-8") as file:
    documented = re.findall(r"^\| `(POMP_\w+)`", file.read(), re.MULTILINE)
later = []
assert said and sorted(said + later) == sorted(documented), (said, documented)
