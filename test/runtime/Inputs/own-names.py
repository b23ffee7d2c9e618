# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own-names.py - runs programs that have functions by names of libc's, in each way to measure: each prints what is in the file
`expected`, says of no function that it was called, ends with 7, and has an experiment that is right.

Usage: own-names.py POMP-REPORT PROGRAM..."""
import json
import os
import subprocess
import sys

SETTINGS = (
    {},
    {"POMP_TRACE": "1"},
    {"POMP_TRACE": "otf2"},
    {"POMP_CLOCK": "monotonic", "POMP_VERBOSE": "1"},
    {"POMP_METRICS": "rusage:minflt,rusage:utime"},
    {"POMP_METRICS": "perf:page-faults,PAPI_TOT_CYC", "POMP_FILTER": "filter"},
    {"POMP_MEMORY": "64k"},
    {"OMP_TOOL_LIBRARIES": "./none.so"},
)


def run(report, program, settings, expected):
    directory = f"{program}-{SETTINGS.index(settings)}.e"
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=directory, **settings)
    done = subprocess.run([f"./{program}"], env=environment, capture_output=True, text=True, timeout=300, check=False)
    where = f"{program} {settings}\n{done.stdout}\n{done.stderr}"
    assert (done.returncode, done.stdout) == (7, expected) and "was called" not in done.stderr, where
    assert f"experiment {directory}" in done.stderr, where
    shown = json.loads(subprocess.run([report, "--json", directory], capture_output=True, text=True, check=True).stdout)
    visits = {region["name"]: region["visits"] for region in shown["regions"]}
    if "POMP_MEMORY" not in settings:
        assert shown["experiment"]["state"] == "complete" and visits["task"] == 2000 and visits["critical"] == 20000, where
    if "POMP_TRACE" in settings:
        assert os.path.exists(f"{directory}/trace.pomp"), where


def main():
    with open("filter", "w", encoding="utf-8") as file:
        file.write("SCOREP_REGION_NAMES_BEGIN EXCLUDE none* SCOREP_REGION_NAMES_END\n")
    with open("expected", encoding="utf-8") as file:
        expected = file.read()
    for program in sys.argv[2:]:
        for settings in SETTINGS:
            run(sys.argv[1], program, settings, expected)


if __name__ == "__main__":
    main()
