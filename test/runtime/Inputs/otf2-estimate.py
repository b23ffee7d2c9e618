# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""otf2-estimate.py ARCHIVE - asks otf2-estimator how large the archive's events are at most, given how many definitions and events
there are, and holds its files against that: they must not be larger, and not so much smaller that the answer says nothing."""
import collections
import glob
import os
import subprocess
import sys

import otf2

# The estimator calls these definitions, the reader names them so.
DEFINITIONS = {"String": "strings", "Attribute": "attributes", "Region": "regions", "Group": "groups", "Comm": "comms", "Metric": "metrics"}
CHUNK_OVERHEAD = 32  # a file's chunk has so much that is no event's: its header, its end, and a time's beginning


def count_events(path):
    """Counts, for each location, what the estimator is asked for; and returns how many definitions there are."""
    counts = collections.defaultdict(collections.Counter)
    with otf2.reader.open(path) as trace:
        numbers = {name: len(list(getattr(trace.definitions, attribute))) for name, attribute in DEFINITIONS.items()}
        for location, event in trace.events:
            kind = type(event).__name__
            kind += f" {len(event.values)}" if kind == "Metric" else " 0" if kind == "ProgramBegin" else ""
            for asked in (kind, "Timestamp"):
                counts[location._ref][asked] += 1  # pylint: disable=protected-access
            if event.attributes:
                counts[location._ref]["AttributeList" + " UINT8" * len(list(event.attributes))] += 1
    return counts, numbers


def estimate(kinds, numbers):
    lines = [f"set {name} {number}" for name, number in numbers.items()] + [f"get {kind}" for kind in kinds] + ["exit"]
    done = subprocess.run(["otf2-estimator"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    answers = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert set(answers) == set(kinds), done.stdout
    return {kind: int(size) for kind, size in answers.items()}


def main():
    path = sys.argv[1]
    counts, numbers = count_events(path)
    sizes = estimate(sorted({kind for of in counts.values() for kind in of}), numbers)
    files = glob.glob(os.path.join(os.path.splitext(path)[0], "*.evt"))
    assert len(files) >= len(counts) > 0
    total = bound = 0
    for file in files:
        size = os.path.getsize(file)
        of = counts[int(os.path.basename(file)[: -len(".evt")])]
        at_most = sum(sizes[kind] * number for kind, number in of.items()) + CHUNK_OVERHEAD * (1 + size // (1 << 20))
        assert size <= at_most, f"{file}: {size} bytes, at most {at_most} by otf2-estimator"
        total, bound = total + size, bound + at_most
    print(f"{total} bytes, at most {bound}")
    assert 3 * total > bound, f"{total} bytes, and otf2-estimator has {bound}"


if __name__ == "__main__":
    main()
