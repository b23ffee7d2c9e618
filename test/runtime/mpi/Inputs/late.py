# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late.py TABLE FUNCTION/KIND=SECONDS... - reads the output of pomp-report --mpi-waits: these functions, and no others, have waited
noticeably, each so long (half to three times the time, as others may use the machine), and for this kind of reason."""
import re
import sys

KINDS = ("late-sender", "late-receiver", "barrier", "all-for-all", "late-root", "early-root")  # no column if there is none


def rows(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    heads = [(m[0].replace(" ", "-"), m.end()) for m in re.finditer(r"\S+( \S+)*", lines[1])]
    for line in lines[2:-1]:
        begin, row = 0, {}
        for name, end in heads[:-1]:
            row[name] = line[begin:end].strip()
            begin = end
        row["path"] = line[begin:].strip()
        yield row


def main():
    found = {}
    for row in rows(sys.argv[1]):
        kinds = {k: float(row[k]) for k in KINDS if row.get(k)}
        assert abs(sum(kinds.values()) - float(row["wait-s"])) < 0.005, row
        assert float(row["wait-s"]) <= float(row["time-s"]) + 0.002, row
        for kind, seconds in kinds.items():
            if seconds >= 0.05:
                found[f"{row['path']}/{kind}"] = seconds
    wanted = {name: float(seconds) for name, seconds in (a.split("=") for a in sys.argv[2:])}
    assert set(found) == set(wanted), sorted(set(found) ^ set(wanted))
    for name, seconds in wanted.items():
        assert seconds * 0.5 <= found[name] <= seconds * 3, (name, found[name])


if __name__ == "__main__":
    main()
