# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""debug-lines.py DWARFDUMP PLAIN.o INSTRUMENTED.o NAME - compares the lines of source file NAME that have code."""
import re
import subprocess
import sys

dwarfdump, plain, instrumented, name = sys.argv[1:]


def lines(path):
    text = subprocess.run([dwarfdump, "--debug-line", path], check=True, capture_output=True, text=True).stdout
    ours = {int(n) for n, file in re.findall(r'file_names\[\s*(\d+)\]:\n\s*name: "([^"]*)"', text) if file.endswith(name)}
    rows = re.findall(r"^0x[0-9a-f]+\s+(\d+)\s+\d+\s+(\d+)", text, re.M)
    return {int(line) for line, file in rows if int(file) in ours}


before, after = lines(plain), lines(instrumented)
if not before:
    sys.exit("no line table")
if before - after - {0}:
    sys.exit(f"lines {sorted(before - after)} lost their code")
with open(__file__.replace("Inputs/debug-lines.py", name), encoding="utf-8") as source:
    count = len(source.readlines())
if any(line > count for line in after):
    sys.exit(f"lines beyond the end of the file: {sorted(after)}")
