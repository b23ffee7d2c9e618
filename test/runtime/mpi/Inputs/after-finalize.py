# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""after-finalize.py REPORT EXPERIMENT PREFIX [OPTION...] - holds what pomp-report --json says, with the options, against
what after-finalize.c has recorded of each rank in the files PREFIXtruth-RANK."""
import glob
import json
import subprocess
import sys


def read_truth(prefix):
    """Adds up a rank's visits of a region."""
    truth = {}
    for name in glob.glob(prefix + "truth-*"):
        with open(name, encoding="utf-8") as file:
            for visit in map(json.loads, file):
                at = (visit["rank"], visit["region"])
                truth[at] = truth.get(at, 0) + visit["ns"]
    return truth


def inclusive(data, rank, name):
    own = {l["id"] for l in data["locations"] if data["processes"][l["process"]]["rank"] == rank}
    shares = [share for region in data["regions"] if region["name"] == name for share in region["locations"]]
    return sum(share["inclusive_ns"] for share in shares if share["location"] in own)


def main():
    report, experiment, prefix, *options = sys.argv[1:]
    run = subprocess.run([report, "--json", *options, experiment], stdout=subprocess.PIPE, check=True)
    data, truth = json.loads(run.stdout), read_truth(prefix)
    ranks = {rank for rank, region in truth if region == "region(main)"}
    if ranks != {p["rank"] for p in data["processes"]}:
        sys.exit(f"the truth is of ranks {ranks}")
    for (rank, region), ns in truth.items():
        stated = inclusive(data, rank, region)
        if stated != ns:
            sys.exit(f"{region} of rank {rank} took {ns} ns; {stated} are stated")


main()
