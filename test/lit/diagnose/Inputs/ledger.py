# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger.py REPORT PROGRAM MODE... - runs a program once in each mode, by the clock that it sets, and holds what the diagnosis says of the waiting and the
idleness that no finding explains against what the program states: a line of JSON with `unexplained_ns`, and `line` and `kind` of the largest place, or none.

In any case explained and unexplained make up the waiting and the idle time of the head, to the nanosecond, and the places make up the unexplained; and
where that is a hundredth of the threads' time or more, it is said, and nobody says that nothing was found."""
import json
import os
import subprocess
import sys

report, program, *modes = sys.argv[1:]


def run(*options):
    return subprocess.run([report, *options], stdout=subprocess.PIPE, text=True, check=True).stdout


for mode in modes:
    experiment = f"e-{mode}"
    environment = {**os.environ, "OMP_NUM_THREADS": "4", "POMP_EXPERIMENT_DIR": experiment, "POMP_SUMMARY": "0"}
    truth = json.loads(subprocess.run([program, mode], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout)
    head = json.loads(run("--json=summary", experiment))["experiment"]
    diagnosis = json.loads(run("--diagnose", "--json", experiment))
    ledger, places, text = diagnosis["ledger"], diagnosis["ledger"]["places"], run("--diagnose", experiment)
    screen, table = run(experiment), run("--all", experiment)
    for kind, of_head in (("waiting", "wait_ns"), ("idle", "idle_ns")):
        sums = ledger[kind]
        assert sums["all_ns"] == head[of_head] == sums["explained_ns"] + sums["unexplained_ns"], (mode, kind, sums, head)
        assert sums["unexplained_ns"] == sum(p["unexplained_ns"] for p in places if p["kind"] == kind), (mode, ledger)
        assert all(p["unexplained_ns"] <= p["all_ns"] for p in places), (mode, places)
    unexplained = ledger["waiting"]["unexplained_ns"] + ledger["idle"]["unexplained_ns"]
    assert unexplained == truth["unexplained_ns"], (mode, unexplained, truth, diagnosis)
    if truth["unexplained_ns"]:
        assert (places[0]["kind"], places[0]["line"]) == (truth["kind"], truth["line"]), (mode, places)
    much = unexplained * 100 >= head["allocation_ns"]
    assert (ledger["unexplained"] is not None) == much, (mode, ledger)
    for said in (text, screen, table):
        words = " ".join(said.split())
        assert ("Explained by no finding: " in words) == much and (not much or f"{100 * unexplained / head['allocation_ns']:.1f} % of the threads' time: " in words), said
        assert ("nothing that costs a hundredth" in words) == (not much and not diagnosis["findings"]), said
