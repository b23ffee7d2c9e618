# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""counts.py REPORT SOURCE RANKS EXPERIMENT... - compares what was counted on each rank with the expectations in SOURCE.

An expectation is a line `// EXPECT FUNCTION: field=expression, ...`, in Python; `r` is the rank, `n` how many there are.
Fields are calls and those of `messages` in pomp-report --json; those that are not given are 0, or not looked at: `calls`
and `kind`. `// EXPECT(condition) ...` holds on the ranks where the condition does. Every function that has counted
anything needs an expectation, and so has every expectation a function that did, unless all its fields are 0.

EXPERIMENT: one for all ranks, or several that make them up. With --threads, functions are those of one location:
`// EXPECT FUNCTION @ LOCATION: ...`, where the location's name is without its rank."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
import traced  # pylint: disable=wrong-import-position

MOST = ("partners", "ranks")
FIELDS = ("sent", "sent_bytes", "received", "received_bytes", "partners", "ranks")


def load(report, experiment):
    run = subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def add(total, share):
    messages = share["messages"] or dict.fromkeys(FIELDS, 0)
    total["calls"] = total.get("calls", 0) + share["visits"]
    total["kind"] = messages.get("kind") or total.get("kind")
    for field in FIELDS:
        old = total.get(field, 0)
        total[field] = max(old, messages[field]) if field in MOST else old + messages[field]
    # Each place that calls a function has partners of its own; some may be the same ones.
    total["all partners"] = total.get("all partners", 0) + messages["partners"]


def measured(reports, by_thread):
    """Returns the totals by rank, then by function, or function and location."""
    ranks = {}
    for report in reports:
        for process in report["processes"]:
            assert process["rank"] not in ranks, f"rank {process['rank']} twice"
            ranks[process["rank"]] = {}
        for region in report["regions"]:
            if region["role"] != "mpi":
                continue
            for share in region["locations"]:
                location = report["locations"][share["location"]]
                name = region["name"]
                if by_thread:
                    name += " @ " + location["name"].split(":")[-1]
                add(ranks[report["processes"][location["process"]]["rank"]].setdefault(name, {}), share)
    return ranks


def expected(source, rank, count):
    """Returns the fields by function."""
    wanted = {}
    for line in source.splitlines():
        found = re.match(r"// EXPECT(\(.*?\) (?=MPI_)| )(MPI_\w+(?: @ \S+)?): (.*)$", line)
        assert found or not line.startswith("// EXPECT"), line
        if not found:
            continue
        condition, function, fields = found.groups()
        names = {"r": rank, "n": count}
        if condition.strip() and not eval(condition, names):  # pylint: disable=eval-used
            continue
        assert function not in wanted, f"{function} twice on rank {rank}"
        wanted[function] = eval(f"dict({fields})", names)  # pylint: disable=eval-used
    return wanted


def main():
    arguments = sys.argv[1:]
    by_thread = "--threads" in arguments
    if by_thread:
        arguments.remove("--threads")
    report, source, count, *experiments = arguments
    with open(source, encoding="utf-8") as file:
        text = file.read()
    ranks = measured([load(report, e) for e in experiments], by_thread)
    for experiment in experiments:
        if traced.is_traced_job(experiment):
            traced.check(report, experiment)
    wrong = [f"ranks {sorted(ranks)}"] if sorted(ranks) != list(range(int(count))) else []
    for rank, functions in ranks.items():
        wanted = expected(text, rank, int(count))
        for name in sorted(set(wanted) | {f for f, t in functions.items() if any(t[field] for field in FIELDS)}):
            got, want = functions.get(name), dict(dict.fromkeys(FIELDS, 0), **wanted.get(name, {}))
            if got is None:
                got = dict.fromkeys((*FIELDS, "calls"), 0)
            partners = want.pop("partners")
            fits = got["partners"] <= partners <= got.get("all partners", 0)
            if not fits or any(got[field] != value for field, value in want.items()):
                wrong.append(f"rank {rank}: {name}: {got}, not {want}, {partners} partners")
    print(*wrong, sep="\n", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
