# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fault_table.py - the results of bench/faults: keeps them, and makes the table in docs/comparison.md of them.

The table stands between two comments of the page. Not here: who runs the programs (fault_runs.py), and who asks whether the page has the table
that the results make (test/docs/faults.py)."""
import json
import os

import fault_runs

KEPT = os.path.join(fault_runs.PROGRAMS, "measured.json")
PAGE = os.path.join(os.path.dirname(fault_runs.BENCH), "docs", "comparison.md")
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->\n"
NEAR = 0.15
HEAD = "| fault | program | plain s | fixed s | the fix saves | first finding | its saving | of the real |\n| --- | --- | ---: | ---: | ---: | --- | ---: | ---: |\n"


def measured():
    if not os.path.exists(KEPT):
        return {}
    with open(KEPT, encoding="utf-8") as file:
        return json.load(file)


def keep(results):
    order = [row["file"] for row in fault_runs.rows()]
    lines = [f"  {json.dumps(name)}: {json.dumps(results[name])}" for name in order if name in results]
    with open(KEPT, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


def ratio(of):
    """Returns which part of what the fix really saves is foretold; None if nothing is."""
    real = of["before_s"] - of["after_s"]
    return of["saving_s"] / real if of.get("is_right") and of.get("saving_s") is not None and real > 0 else None


def line(row, of):
    saves = f"{100 * (1 - of['after_s'] / of['before_s']):.0f} %"
    times = f"{of['before_s']:.3f} | {of['after_s']:.3f} | {saves}"
    program = " ".join([f"[{row['file']}](../bench/programs/faults/{row['file']})", *(f"`{option}`" for option in row.get("options", []))])
    if "finding" not in of:
        return f"| {row['fault']} | {program} | {times} | | | |"
    said = "nothing" if not of["finding"] else f"`{of['finding'][0]}` {of['finding'][1]}".strip()
    said = said if of["is_right"] else f"**missed**: {said} ({of['right']})"
    said += "" if of["is_quiet"] else f"; fixed, it has `{of['said_of_fixed']['property']}` {of['said_of_fixed']['where']}"
    tool = f"{row['tool']}: " if "tool" in row else ""
    part = ratio(of)
    return f"| {row['fault']} | {program} | {times} | {tool}{said} | " + (f"{of['saving_s']:.3f} s | {100 * part:.0f} % |" if part is not None else " | |")


def table():
    """Returns the text of the table, with what it comes to."""
    results = measured()
    known = [(row, results[row["file"]]) for row in fault_runs.rows() if "finding" in results.get(row["file"], {})]
    right = sum(of["is_right"] for _, of in known)
    near = sum(ratio(of) is not None and abs(ratio(of) - 1) <= NEAR for _, of in known)
    quiet = sum(of["is_quiet"] for _, of in known)
    sums = f"\nOf {len(known)} faults the first finding is right in {right}, and its saving within {100 * NEAR:.0f} % of the real one in {near}; {quiet} of the fixed programs are silent.\n"
    return HEAD + "".join(line(row, of) + "\n" for row, of in known) + sums
