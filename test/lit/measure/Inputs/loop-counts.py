# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""loop-counts.py JSON TRUTH [without|constant] - compares what pomp-report --json says of loops with what loop-counts.c says."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    regions = {r["begin_line1"]: r for r in json.load(file)["regions"] if r["role"] in ("loop", "taskloop")}
with open(sys.argv[2], encoding="utf-8") as file:
    truth = {int(words[0]): [int(word) for word in words[1:]] for words in map(str.split, file)}
mode = sys.argv[3] if len(sys.argv) > 3 else "counted"

for line, (visits, iterations, chunks, large, few) in truth.items():
    said = regions[line]["loop"]
    wanted = {
        "counted": visits,
        "iterations": iterations,
        "chunks": None if chunks < 0 else chunks,
        "chunk_iterations": None if chunks < 0 else iterations / chunks,
        "large_percent": None if chunks < 0 else 100 * large,
        "few_percent": 100 * few,
    }
    if mode == "without":
        wanted = None
    assert said == wanted, f"line {line}: {said} is not {wanted}"

if mode == "constant":
    assert regions[200]["loop"] is None, regions[200]["loop"]
elif mode == "counted":
    members = truth[100][0] // 5
    # Iterations change from round to round: 10 to 14, in 4, 4, 4, 5 and 5 chunks of 3.
    loop = regions[101]["loop"]
    assert loop["counted"] == 5 * members and loop["iterations"] == 12, loop
    assert loop["chunks"] == (1 if members == 1 else 22 / 5), loop
    # Without iterations nothing is said; a taskloop's tasks are counted as tasks.
    assert regions[108]["loop"] is None and regions[121]["loop"] is None, (regions[108]["loop"], regions[121]["loop"])
    loop = regions[204]["loop"]
    assert loop["counted"] == 1 and loop["iterations"] == 10 and loop["chunks"] is None, loop
