# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parts.py JSON - the parts of parts.c's target constructs have been visited as often as the source says, with these bytes."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
MEGA, FEW = 8000000, 800
# By line: visits of the construct, kernels, (copies to the device, bytes), (copies from it, bytes), pieces of memory allocated.
WANTED = {
    30: (20, 20, (40, 40 * MEGA), (20, 20 * MEGA), 40),
    40: (1, 0, (2, 2 * MEGA), (1, MEGA), 2),
    50: (20, 20, (0, 0), (0, 0), 0),
    60: (1, 1, (1, FEW), (1, FEW), 1),
    70: (1, 0, (0, 0), (0, 0), 0),
    80: (1, 0, (1, FEW), (0, 0), 0),
    90: (1, 0, (0, 0), (1, FEW), 0),
}
for line, wanted in WANTED.items():
    parts = {r["role"]: r for r in data["regions"] if r["begin_line1"] == line}

    def visits(role):
        return parts[role]["visits"] if role in parts else 0

    def copied(role, key):
        messages = parts[role]["messages"] if role in parts else None
        assert not messages or messages["kind"] == "device", messages
        return (messages[key], messages[key + "_bytes"]) if messages else (0, 0)

    found = (visits("target"), visits("kernel"), copied("transfer to device", "sent"), copied("transfer from device", "received"), visits("device alloc"))
    assert found == wanted, (line, found, wanted)
    assert visits("device free") == visits("device alloc"), (line, parts.keys())
assert data["processes"][0]["devices"] >= 1, data["processes"]
