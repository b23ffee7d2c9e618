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
HEAD = "| fault | program | plain s | the fix saves % | first finding | it says % | of the real % |\n| --- | --- | ---: | ---: | --- | ---: | ---: |\n"


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


def ratios(of):
    """Returns how much of what the fix really saves is foretold, in seconds and as a part of the wall time; nothing if the finding is not right."""
    saved = of["before_s"] - of["after_s"]
    if not of.get("is_right") or not of.get("saving_s") or saved <= 0:
        return []
    return [of["saving_s"] / saved, of["saved_part"] / (saved / of["before_s"])]


def line(row, of):
    saves = f"{100 * (1 - of['after_s'] / of['before_s']):.0f}"
    times = f"{of['before_s']:.3f} | {saves}"
    program = " ".join([f"[{row['file']}](../bench/programs/faults/{row['file']})", *(f"`{option}`" for option in row.get("options", []))])
    if "finding" not in of:
        return f"| {row['fault']} | {program} | {times} | | | |"
    said = "nothing" if not of["finding"] else f"`{of['finding'][0]}` {of['finding'][1]}".strip()
    said = said if of["is_right"] else f"**missed**: {said} ({of['right']})"
    said += "" if of["is_quiet"] else f"; fixed, it has `{of['said_of_fixed']['property']}` {of['said_of_fixed']['where']}"
    tool = f"{row['tool']}: " if "tool" in row else ""
    foretold = [f"{100 * of['saved_part']:.0f}", ", ".join(f"{100 * part:.0f}" for part in ratios(of))] if ratios(of) else ["", ""]
    return f"| {row['fault']} | {program} | {times} | {tool}{said} | {' | '.join(foretold)} |"


def table():
    """Returns the text of the table, with what it comes to."""
    results = measured()
    known = [(row, results[row["file"]]) for row in fault_runs.rows() if "finding" in results.get(row["file"], {})]
    right = sum(of["is_right"] for _, of in known)
    close = [[abs(part - 1) <= NEAR for part in ratios(of)] for _, of in known if ratios(of)]
    quiet = sum(of["is_quiet"] for _, of in known)
    near = f"within {100 * NEAR:.0f} % of the real one in {sum(map(any, close))} (in seconds in {sum(c[0] for c in close)}, as a part of the wall time in {sum(c[1] for c in close)})"
    sums = f"\nOf {len(known)} faults the first finding is right in {right}, and its saving {near}; {quiet} of the fixed programs are silent.\n"
    return HEAD + "".join(line(row, of) + "\n" for row, of in known) + sums
