# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""busy-balance.py FINDINGS - what pomp-report --diagnose --json finds in the program of busy-balance.c, and with which savings, is what the program
has worked. Not here: the figures that it follows from."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    findings = json.load(file)["findings"]
found = {f["line"]: (f["property"], f["judged"], round(f["saving_s"], 6)) for f in findings if f["property"] in ("load_imbalance", "late_at_barrier")}
expected = {
    10: ("load_imbalance", True, 20 * 0.004),
    30: ("load_imbalance", True, 20 * 0.004),
    50: ("late_at_barrier", True, 20 * 0.003),
}
if found != expected:
    sys.exit(f"found {found}, expected {expected}: {json.dumps(findings, indent=1)}")
