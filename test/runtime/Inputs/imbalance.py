# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""imbalance.py REPORT EXPERIMENT TRUTH - holds how evenly teams shared their loops against what the program has noted.

TRUTH has, for each of the program's cases, the line of its construct and, for each instance, what each member took: the outer
thread's number or -1, the thread's number, ns."""
import collections
import json
import subprocess
import sys

NEAR = 0.1e6  # ns: the program's stamps may be so much off the events', and who of two members was longer is not known then


def figures(instances):
    """Returns the imbalance, and for each member in how many instances it surely was longest, and in how many it may have been."""
    longest, means = 0, 0
    surely, perhaps = collections.Counter(), collections.Counter()
    for instance in instances:
        times = [ns for _, _, ns in instance]
        longest += max(times)
        means += sum(times) / len(times)
        candidates = [(outer, thread) for outer, thread, ns in instance if ns >= max(times) - NEAR]
        perhaps.update(candidates)
        if len(candidates) == 1:
            surely.update(candidates)
    return (longest - means) / longest, surely, perhaps


def name_of(outer, thread):
    return f"0→{thread}" if outer < 0 else f"0→{outer}→{thread}"


def check(case, truth, region, locations):
    balance = region["balance"]
    true, surely, perhaps = figures(truth["instances"])
    stated = balance["imbalance"]
    assert balance["by"] == "instances", balance
    print(f"{case}: {stated:.3f} stated, {true:.3f} true; {balance['instances']} instances, {balance['visits_missing']} visits missing")
    visits = sum(len(i) for i in truth["instances"])
    if case == "ahead":  # some are given up, as there is no end to how far members run ahead; these are counted
        assert balance["instances"] >= 64 and balance["visits_missing"] == visits - balance["instances"] * len(truth["instances"][0])
        return
    if case == "switched":  # two teams; three loops of each came after the break
        size = len(truth["instances"][0])
        assert balance["instances"] == 2 * len(truth["instances"]) and balance["visits_missing"] == 2 * 3 * size, balance
        return
    assert balance["instances"] == len(truth["instances"]) and balance["visits_missing"] == 0, balance
    assert abs(stated - true) <= max(0.02, 0.05 * true), (stated, true)
    if case == "alone":
        return
    counted = {locations[l["location"]]["name"]: l["instances"] for l in balance["latest"]}
    assert sum(counted.values()) == balance["instances"], balance
    for member in {*perhaps, *surely}:
        count = counted.get(name_of(*member), 0)
        slack = max(1, 0.05 * len(truth["instances"]))
        assert surely[member] - slack <= count <= perhaps[member] + slack, (member, count, surely, perhaps)


def main():
    report, experiment, truth = sys.argv[1:]
    data = json.loads(subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)
    with open(truth, encoding="utf-8") as file:
        truths = json.load(file)
    bad = []
    for case, one in truths.items():
        found = [r for r in data["regions"] if r["begin_line1"] == one["line"] and r["balance"]]
        assert len(found) == 1, (case, found)
        try:
            check(case, one, found[0], data["locations"])
        except AssertionError as problem:
            bad.append(f"{case}: does not hold: {problem}")
    if bad:
        sys.exit("\n".join(bad))


main()
