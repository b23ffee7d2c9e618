# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late.py TABLE TRUTH - compares the output of pomp-report --mpi-waits with what the program has printed: lines CALL PATH/KIND=SECONDS.
Each of these has waited so long, all its lines together, for this kind of reason. Functions that wait for nobody are not in the table."""
import re
import sys

KINDS = ("late-sender", "late-receiver", "barrier", "all-for-all", "late-root", "early-root")  # no column if there is none
NEVER = re.compile(r"MPI_(Irecv|Ibarrier|Comm_rank)$")
# A rank may lose its core between its look at the clock and the begin of the call.
NEAR, SECONDS = 0.2, 0.03


def rows(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    heads = [(m[0].replace(" ", "-"), m.end()) for m in re.finditer(r"\S+( \S+)*", lines[1])]
    where = lines[1].index("where")
    for line in lines[2:-1]:
        begin, row = 0, {}
        for name, end in heads[:-2]:
            row[name] = line[begin:end].strip()
            begin = end
        row["path"], row["where"] = line[begin:where].strip(), line[where:].strip()
        yield row


def main():
    found = {}
    for row in rows(sys.argv[1]):
        kinds = {k: float(row[k]) for k in KINDS if row.get(k)}
        assert abs(sum(kinds.values()) - float(row["wait-s"])) < 0.005, row
        assert float(row["wait-s"]) <= float(row["time-s"]) + 0.002, row
        assert not NEVER.search(row["path"]), row
        for kind, seconds in kinds.items():
            name = f"{row['path']}/{kind}"
            found[name] = found.get(name, 0) + seconds
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = [line.split("=") for line in file.read().splitlines()]
    truth = dict.fromkeys((name for name, _ in lines), 0.0)
    for name, seconds in lines:
        truth[name] += float(seconds)
    assert truth
    for name, seconds in truth.items():
        told = found.get(name, 0)
        assert abs(told - seconds) <= seconds * NEAR + SECONDS, f"{name}: {told} instead of {seconds}"


if __name__ == "__main__":
    main()
