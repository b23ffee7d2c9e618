# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late.py CSV TRUTH - compares what pomp-report --mpi-waits --csv says with what the program has printed: lines CALL PATH/KIND=NS.
Each of these has waited so long, all its lines together, for this kind of reason. Functions that wait for nobody are not there."""
import csv
import sys

KINDS = ("late-sender", "late-receiver", "mpi-barrier", "all-for-all", "late-root", "early-root")


def ns(seconds):
    return round(float(seconds or 0) * 1e9)


def main():
    found, truth = {}, {}
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kinds = {kind: ns(row[kind.replace("-", "_") + "_s"]) for kind in KINDS}
            assert 0 < sum(kinds.values()) == ns(row["wait_s"]) <= ns(row["time_s"]), row
            for kind, time in kinds.items():
                name = f"{row['call_path']}/{kind}"
                found[name] = found.get(name, 0) + time
    with open(sys.argv[2], encoding="utf-8") as file:
        for line in file:
            name, time = line.split("=")
            truth[name] = truth.get(name, 0) + int(time)
    for name in sorted(found.keys() | truth.keys()):
        assert found.get(name, 0) == truth.get(name, 0), f"{name}: {found.get(name)} instead of {truth.get(name)}"
    assert truth


main()
