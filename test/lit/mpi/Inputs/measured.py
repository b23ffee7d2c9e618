# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measured.py REPORT COMMAND... - runs the program EXPERIMENT of the environment on two ranks: it does what the plain one
does, whose sorted output is in `sorted`, and its regions are those of both, OpenMP and MPI."""
import json
import os
import subprocess
import sys

report, *command = sys.argv[1:]
name = os.environ["EXPERIMENT"]
environment = dict(os.environ, POMP_EXPERIMENT_DIR=name + ".e")
command += ["-n", "2", "sh", "-c", f"./{name}; echo status $?"]
output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
with open("sorted", encoding="utf-8") as file:
    assert sorted(output.splitlines()) == sorted(file.read().splitlines()), output
data = json.loads(subprocess.run([report, "--json", name + ".e"], stdout=subprocess.PIPE, check=True).stdout)
regions = {r["name"]: r for r in data["regions"]}
assert data["experiment"]["ranks"] == 2, data["experiment"]
expected = {"main()", "parallel", "for", "master", "MPI_Init_thread", "MPI_Comm_rank", "MPI_Allreduce"}
assert expected <= set(regions), set(regions)
messages = regions["MPI_Allreduce"]["messages"]
assert (messages["sent_bytes"], messages["received_bytes"], messages["ranks"]) == (16, 16, 2), messages
path = next(p for p in data["callpaths"] if data["regions"][p["region"]]["name"] == "MPI_Allreduce")
above = data["regions"][data["callpaths"][path["parent"]]["region"]]
assert above["name"] == "master", above
places = {data["locations"][share["location"]]["name"].split(":")[1] for share in path["locations"]}
assert places == {"0→0"}, places
# The runs are traced: the profile that follows from the ranks' traces is the one that was measured.
environment = dict(os.environ, POMP_EXPERIMENT_DIR=name + ".t", POMP_TRACE="1")
subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
both = [json.loads(subprocess.run([report, "--json", *o, name + ".t"], stdout=subprocess.PIPE, check=True).stdout) for o in ([], ["--from-trace"])]
for owners in zip(*([data["experiment"], *data["processes"]] for data in both)):
    profile, trace = (owner.pop("mpi_wait") for owner in owners)  # which only traces tell
    assert profile is None and 0 <= trace["least_ns"] <= trace["most_ns"], owners
assert both[0] == both[1], name
assert {r["name"] for r in both[1]["regions"]} == set(regions), both[1]
