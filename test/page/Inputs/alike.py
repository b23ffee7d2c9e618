# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""alike.py POMP-REPORT PAGE EXPERIMENT - holds the rows of 3,000 loops in three functions against --json."""
import json
import subprocess
import sys

from browser import Browser
from figures import near, table

report, page, experiment = sys.argv[1:]
loops = [r for r in json.loads(subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)["regions"] if r["name"] == "for"]
assert len(loops) == 3000, len(loops)
with Browser() as b:
    b.open(page)
    rows = {row["function"]: row for row in table(b, "regions") if row["region"].startswith("for ×") or row["region"] == "for"}
    assert set(rows) == {"f0", "f1", "f2"}, rows
    for function, row in rows.items():
        of = [r for r in loops if r["function"] == function]
        assert row["region"].replace("\u2009", "").replace("\u202f", "").replace("\u00a0", "").replace(" ", "").endswith("×1000"), row
        assert near(row["self_s"], sum(r["exclusive_ns"] for r in of) / 1e9) and int(row["visits"]) == 2 * len(of) == 2000, row
    b.evaluate("[...document.querySelectorAll('#table-regions tr[data-index]')].find((e) => e.textContent.includes('f1') && e.textContent.includes('for ×')).click()")
    b.settle()
    rows = [row for row in table(b, "regions") if row["function"] == "f1" and row["region"] == "for"]
    assert len(rows) == 1000 and rows[0]["where"].startswith("many.c:"), rows[:2]
    b.click_on("#regions-grouped")
    assert len([row for row in table(b, "regions") if row["region"] == "for"]) == 3000
    waiting = table(b, "waiting")
    assert len(waiting) <= 4 and {"f0", "f1", "f2"} <= {row["function"] for row in waiting}, waiting[:5]
    assert all(int(row["visits"]) == 2000 for row in waiting if row["function"] in ("f0", "f1", "f2")), waiting
    b.click_on("#waiting-grouped")
    assert len(table(b, "waiting")) >= 3000
    b.open(page, "#region=" + str(loops[2500]["id"]))
    assert b.text("#regions tr.chosen") and "many.c:" in b.text("#regions tr.chosen"), "a link to a region shows it"
    assert not b.complaints, b.complaints
