# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""summary-jumps.py PROGRAM REPORT - has each instruction of an exit interrupted, and compares the table with the report."""
import json
import os
import shutil
import subprocess
import sys

program, report = sys.argv[1:]
compare = os.path.join(os.path.dirname(os.path.abspath(__file__)), "summary.py")
lost = 0
# On a busy machine other instructions than before are executed where a thread was pushed off its processor.
for steps in (steps for _ in range(5) if not lost for steps in range(2, 100)):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e")
    with open("said", "w", encoding="utf-8") as said:
        subprocess.run([program, str(steps)], env=environment, stderr=said, check=True)
    with open("json", "w", encoding="utf-8") as data:
        subprocess.run([report, "--json", "e"], stdout=data, check=True)
    done = subprocess.run([sys.executable, compare, "said", "json"], capture_output=True, text=True, check=False)
    with open("said", encoding="utf-8") as said, open("json", encoding="utf-8") as data:
        text, regions = said.read(), {r["name"]: r for r in json.load(data)["regions"]}
    assert done.returncode == 0, (steps, text, done.stderr)
    assert regions["region(whole)"]["visits"] == regions["region(outer)"]["visits"] == 10, (steps, regions)
    lost += regions["region(outer)"]["inclusive_ns"] == regions["region(inner)"]["inclusive_ns"]
assert lost > 0, "no instruction was interrupted at which the time is lost"
print(f"the time was lost at {lost} instructions")
