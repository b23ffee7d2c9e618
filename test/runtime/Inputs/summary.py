# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""summary.py STDERR JSON - checks that the table that a program printed at its end says what pomp-report says: each row, and
the line above them. Both are rounded, each in its own way: the last digit may be off by one."""
import json
import os
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    said = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    report = json.load(file)
whole = report["experiment"]
allocation = whole["allocation_ns"]


def close(text, value, what):
    digits = len(text.partition(".")[2])
    assert abs(float(text) - value) <= 1.01 * 10**-digits, (what, text, value)


head = re.match(r"pomp: (.*?)(?: · (?P<ranks>\d+) ranks?)? · (?P<threads>\d+) threads?(?:, not all of them all the time)? · (?P<wall>[\d.]+) s wall · (?P<allocation>[\d.]+) s threads × wall · idle (?P<idle>[\d.]+) % · waiting (?P<waiting>[\d.]+) %", said)
assert head.group(1) == whole["program"] and int(head["threads"]) == whole["threads"], head.group()
assert int(head["ranks"] or 0) == whole["ranks"], head.group()
close(head["wall"], whole["wall_ns"] * 1e-9, "wall")
close(head["allocation"], allocation * 1e-9, "allocation")
close(head["idle"], 100 * whole["idle_ns"] / allocation, "idle")
close(head["waiting"], 100 * (whole["wait_ns"] + whole["mpi_wait_at_most_ns"]) / allocation, "waiting")
mpi = re.search(r", of which up to ([\d.]+) % in MPI calls that may wait", said)
assert bool(mpi) == bool(whole["mpi_wait_at_most_ns"]), said
if mpi:
    close(mpi[1], 100 * whole["mpi_wait_at_most_ns"] / allocation, "waiting in MPI")


def end_of(text, columns):
    """A text that is too long is cut at its begin, and has a mark there."""
    return text if len(text) <= columns else "…" + text[1 - columns :]


def where(region):
    """The program itself does not know the lines of calls."""
    call = region["call"]
    if call:
        name = os.path.basename(call["module"])
        return end_of(f"{name}{'+' if name else ''}{call['address']:#x}", 40)
    return f"{end_of(os.path.basename(region['file']), 28)}:{region['begin_line1']}" if region["file"] else ""


rows = [re.split(r"\s{2,}", line.strip()) for line in said.splitlines()[2:] if not line.startswith("pomp:")]
rows = [row[0].split() + row[1:] if " " in row[0] else row for row in rows if not row[0].startswith("and ")]
regions = {(r["name"] if len(r["name"]) <= 40 else r["name"][:39] + "…", where(r)): r for r in report["regions"]}
initial = [l for l in report["locations"] if l["kind"] == "initial"]
assert len(rows) == min(12, len(regions)), (len(rows), len(regions))
for percent, own, wait, visits, name, *rest in rows:
    contended = rest.pop() if rest and rest[-1].endswith("% contended") else "0 % contended"
    region = regions[name, rest[-1] if rest else ""]
    assert contended == f"{100 * region['contended'] / max(1, region['visits']):.0f} % contended", (name, contended, region["contended"])
    outside = region["role"] == "thread"
    assert int(visits) == (sum(l["served"] for l in initial) if outside else region["visits"]), (name, visits)
    close(own, region["exclusive_ns"] * 1e-9, name)
    close(wait, region["wait_ns"] * 1e-9, name)
    close(percent, 100 * region["exclusive_ns"] / allocation, name)
