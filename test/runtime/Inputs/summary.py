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


# The head has as many lines as it needs, and begins anew before the idle time.
begin = said.split("\n  ")[0].replace("\npomp: ", " · ")
head = re.match(r"pomp: (.*?)(?: · (?P<ranks>\d+) ranks?)? · (?P<threads>\d+) threads?(?:, not all of them all the time)? · (?P<wall>[\d.]+) s wall · (?P<allocation>[\d.]+) s threads × wall · idle (?P<idle>[\d.]+) % · waiting (?P<waiting>[\d.]+) %", begin)
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


def fits(shown, text):
    """True if the text is what is shown, or lacks its middle there."""
    begin, mark, end = shown.partition("…")
    return shown == text or (bool(mark) and len(shown) < len(text) and text.startswith(begin) and text.endswith(end))


def where(region):
    """The program itself does not know the lines of calls."""
    call = region["call"]
    if call:
        name = os.path.basename(call["module"])
        return f"{name}{'+' if name else ''}{call['address']:#x}"
    return f"{os.path.basename(region['file'])}:{region['begin_line1']}" if region["file"] else ""


lines = said.splitlines()
assert all(len(line) <= 80 for line in lines if not line.startswith("pomp: experiment ")), max(lines, key=len)
table = [line for line in lines if not line.startswith("pomp:")][1:]
rest = re.fullmatch(r"  and (\d+) more rows? with ([\d.]+) %", table[-1])
rows = [re.split(r"\s{2,}", line.strip()) for line in (table[:-1] if rest else table)]
regions = sorted(report["regions"], key=lambda r: -r["exclusive_ns"])
initial = [l for l in report["locations"] if l["kind"] == "initial"]
# There are the rows that have 95 % of the time together, ten at most; at the edge the two may be of different minds.
times = [r["exclusive_ns"] for r in regions]
part = [sum(times[:n]) / max(1, sum(times)) for n in range(len(times) + 1)]
assert len(rows) == 10 or part[len(rows)] > 0.9499, (len(rows), part)
assert len(rows) <= 10 and (len(rows) == 1 or part[len(rows) - 1] < 0.9501), (len(rows), part)
assert len(rows) + int(rest[1] if rest else 0) == len(regions), (len(rows), rest, len(regions))
if rest:
    close(rest[2], 100 * sum(times[len(rows) :]) / allocation, "the rest")
for percent, own, wait, visits, name, *more in rows:
    contended = more.pop() if more and more[-1].endswith("% contended") else "0 % contended"
    found = [r for r in regions if fits(name, r["name"]) and fits(more[-1] if more else "", where(r))]
    assert len(found) == 1, (name, more, found)
    region = found[0]
    assert contended == f"{100 * region['contended'] / max(1, region['visits']):.0f} % contended", (name, contended, region["contended"])
    outside = region["role"] == "thread"
    assert int(visits) == (sum(l["served"] for l in initial) if outside else region["visits"]), (name, visits)
    close(own, region["exclusive_ns"] * 1e-9, name)
    close(wait, region["wait_ns"] * 1e-9, name)
    close(percent, 100 * region["exclusive_ns"] / allocation, name)
