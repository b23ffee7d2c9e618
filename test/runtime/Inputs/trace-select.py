# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace-select.py REPORT CONVERT MODE SELECT EXPRESSION - runs ./a MODE with that POMP_TRACE_SELECT. Only the readers' lines
about the selection are printed; the profile is that of all; and of `visits`, by the names of the regions that the
trace has visits of, EXPRESSION is true, for the report and for each format that is converted."""
import collections
import json
import os
import shutil
import subprocess
import sys

import converted
import critical

report, convert, mode, select, expression = sys.argv[1:]
SAID = "%s: e/trace.pomp: the trace has only what POMP_TRACE_SELECT named\n"
# These are the least and most visits in all: the profile does not know of the selection.
ALL = {
    "serial": {"region(step)": 300, "region(inside)": 1200, "f<a,b::c>()": 1},
    "recursive": {"region(deep)": 8},
    "parallel": {"for": 1000, "parallel (fork-join)": 10},
    "nested": {"for": 60, "region(part)": 3, "parallel (fork-join)": 9},
    "tasks": {"task": 60, "region(in task)": 60, "region(part)": 3, "taskwait": 3},
}


def run(*command, **environment):
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **environment), check=False)
    assert done.returncode == 0, (command, done)
    return done


def visits_of(data):
    visits = collections.Counter()
    for region in data["regions"]:
        visits[region["name"]] += region["visits"]
    return {name: count for name, count in visits.items() if count and name != "(outside regions)"}


shutil.rmtree("e", ignore_errors=True)
done = run("./a", mode, POMP_TRACE="1", POMP_TRACE_SELECT=select, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")
assert not done.stderr, done.stderr
whole = visits_of(json.loads(run(report, "--json", "e").stdout))
assert {name: whole[name] for name in ALL[mode]} == ALL[mode], whole
done = run(report, "--json", "--from-trace", "e")
assert done.stderr == SAID % "pomp-report", done.stderr
part = json.loads(done.stdout)
critical.check(report, "e", json.loads(run(report, "--json", "e").stdout))
visits = visits_of(part)
assert eval(expression), visits  # pylint: disable=eval-used
assert all(count <= whole[name] for name, count in visits.items()), (visits, whole)
# Only time inside the selected visits counts, to the tick: a region that one thread had open around them has that and no more, but for
# the rounding of what is in it to ns; visits whose begin is not there are neither shortest nor longest.
if mode in ("serial", "recursive"):
    around = [p["exclusive_ns"] for p in part["callpaths"] if not p["visits"]]
    assert part["experiment"]["outside_ns"] <= len(visits) and all(ns <= len(visits) for ns in around), part["callpaths"]
assert all(p["min_visit_ns"] is p["max_visit_ns"] is None for p in part["callpaths"] if not p["visits"]), part["callpaths"]
assert all((p["max_visit_ns"] or 0) <= p["inclusive_ns"] for p in part["callpaths"] if p["visits"]), part["callpaths"]
head = run(report, "--all", "--from-trace", "e").stdout.splitlines()
assert "From traces of a part of the run: all figures are of that part, and what is outside of it counts as idle." in head, head
offered = run(convert, "--help").stdout
formats = {"perfetto": "e/trace.json"}
if "  otf2 " in offered and shutil.which("otf2-print"):
    formats["otf2"] = "e/otf2/traces.otf2"
if shutil.which("babeltrace2"):
    formats["ctf"] = "e/ctf"
for form, path in formats.items():
    done = run(convert, "e", "--to", form)
    assert done.stderr == SAID % "pomp-convert", done.stderr
    trace = converted.READERS[form][0](path)
    counted = converted.compare(trace, part, part=True)
    assert trace.count(converted.ENTER) == sum(counted.values()), (form, counted)
