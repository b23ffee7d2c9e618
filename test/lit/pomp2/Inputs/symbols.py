#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""symbols.py OBJECT… - checks what objects with POMP2 calls need and define: of POMP, nothing that exported.txt has not; an init
function of type T under the name that OPARI2's script looks for, and all else for the library weak."""
import itertools
import os
import re
import subprocess
import sys

WEAK = {"POMP2_Init_regions", "POMP2_Get_num_regions", "POMP2_USER_Init_regions", "POMP2_USER_Get_num_regions"}


def expanded(pattern):
    parts = [part[1:-1].split(",") if part.startswith("{") else [part] for part in re.findall(r"\{.*?\}|[^{}]+", pattern)]
    return {"".join(choice) for choice in itertools.product(*parts)}


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "exported.txt"), encoding="utf-8") as file:
    exported = set().union(*(expanded(line.strip()) for line in file if not line.startswith("#")))
used = set()
for path in sys.argv[1:]:
    symbols = [line.split()[-2:] for line in subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout.splitlines()]
    needed = {name for kind, name in symbols if kind == "U" and "pomp" in name.lower() and not re.match(r"__(start|stop)_", name)}
    assert needed, f"{path} calls nothing of POMP"
    assert needed <= exported, f"{path} needs {sorted(needed - exported)}, which Score-P does not export"
    assert WEAK == {name for kind, name in symbols if kind == "W" and name.startswith("POMP2_")}, f"{path}: {symbols}"
    public = {name for kind, name in symbols if kind in "TDBRC" and "pomp" in name.lower()}
    assert public and all(re.fullmatch(r"POMP2_(USER_)?Init_reg_[0-9a-zA-Z]+_[0-9]+", name) for name in public), f"{path} defines {public}"
    used |= needed
print(f"{len(used)} functions of POMP2, all of which Score-P exports")
