# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""faults.py ROOT [--write] - holds the table of faults in docs/comparison.md against the results that `bench/faults --keep` has left: the page has
each row as these make it, each program of the table is there with the line of its fault, and each row has been measured. With --write the
table is made anew. Whether the results are still true is not asked here (test/real-time/faults.test)."""
import os
import sys

sys.dont_write_bytecode = True
root, write = sys.argv[1], sys.argv[2:] == ["--write"]
sys.path.insert(0, os.path.join(root, "bench"))
import fault_runs  # noqa: E402  pylint: disable=wrong-import-position
import fault_table  # noqa: E402  pylint: disable=wrong-import-position

problems = []
results = fault_table.measured()
listed = [row["file"] for row in fault_runs.rows()]
there = sorted(name for name in os.listdir(fault_runs.PROGRAMS) if name.endswith((".c", ".cpp")))
if sorted(set(listed)) != there or len(listed) != len(there):
    problems.append(f"table.json has {sorted(listed)}, and there are the programs {there}")
for row in fault_runs.rows():
    if not row.get("no_line") and not fault_runs.lines_of(row):
        problems.append(f"{row['file']}: no line has {fault_runs.MARK}")
    if "finding" not in results.get(row["file"], {}):
        problems.append(f"{row['file']}: bench/faults --keep has not measured it")
with open(fault_table.PAGE, encoding="utf-8") as file:
    page = file.read()
begin, rest = page.split(fault_table.BEGIN)
_, end = rest.split(fault_table.END)
made = begin + fault_table.BEGIN + fault_table.table() + fault_table.END + end
if write:
    with open(fault_table.PAGE, "w", encoding="utf-8") as file:
        file.write(made)
elif made != page:
    problems.append("docs/comparison.md has another table than bench/programs/faults/measured.json makes: test/docs/faults.py . --write")
if problems:
    sys.exit("\n".join(problems))
