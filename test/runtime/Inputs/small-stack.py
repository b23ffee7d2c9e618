# Usage: small-stack.py CHECK REPORT WAY...: `./a WAY` prints what `./plain WAY` prints, and ends as it does, with each setting that
# adds to what the library does at its begin and its end; and the experiment is whole.
import os
import subprocess
import sys

SETTINGS = [
    "POMP_SUMMARY=1",
    "POMP_VERBOSE=1",
    "POMP_TRACE=1",
    "POMP_TRACE=otf2",
    "POMP_FILTER=filter",
    "POMP_METRICS=rusage:minflt,perf:context-switches,PAPI_TOT_INS",
]

check, report, *ways = sys.argv[1:]
with open("filter", "w", encoding="utf-8") as file:
    file.write("SCOREP_REGION_NAMES_BEGIN EXCLUDE x* y* SCOREP_REGION_NAMES_END\n")
failed = False
for way in ways:
    plain = subprocess.run(["./plain", way], capture_output=True, check=False)
    if plain.returncode < 0:
        sys.exit(f"{way}: the plain program itself dies, by signal {-plain.returncode}")
    for number, setting in enumerate(SETTINGS):
        name, value = setting.split("=")
        experiment = f"{way}-{number}"
        run = subprocess.run(
            ["./a", way], env={**os.environ, name: value, "POMP_EXPERIMENT_DIR": experiment}, capture_output=True, check=False
        )
        if (run.returncode, run.stdout) != (plain.returncode, plain.stdout):
            print(f"{way}, {setting}: {run.returncode}, {run.stdout}, {run.stderr}; plain: {plain.returncode}, {plain.stdout}")
            failed = True
            continue
        whole = ['experiment["state"] == "complete"', 'visits("critical(first)") >= 1']
        failed |= subprocess.run([sys.executable, check, report, experiment, *whole], check=False).returncode != 0
sys.exit(failed)
