# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""diff.py REPORT A B - makes pages of comparisons of two experiments, and holds what is on them against --json."""
import json
import os
import re
import subprocess
import sys

from browser import Browser
from figures import near, table


def call(*arguments, status=0):
    done = subprocess.run([report, "--diff", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def check_rows(browser, diff):
    """The table has each row's figures, and what has changed most first."""
    rows = table(browser, "changes")
    assert len(rows) == len(diff["rows"]) and [abs(float(row["self_change_s"])) for row in rows] == sorted((abs(float(row["self_change_s"])) for row in rows), reverse=True)
    expected = sorted(diff["rows"], key=lambda row: -abs(row["self_ns"]["change"]))
    for row, of in zip(rows, expected):
        figures = of["self_ns"]
        assert near(row["self_change_s"], figures["change"] / 1e9) and near(row["self_a_s"], figures["a"] / 1e9) and near(row["self_b_s"], figures["b"] / 1e9), (row, of)
        assert row["self_within_s"] == "" if figures["within"] is None else near(row["self_within_s"], figures["within"] / 1e9), (row, of)
        assert row["state"] == of["state"].replace("both", "") and float(row["visits_change"]) == of["visits"]["change"], (row, of)
    totals = {row["whole_run"]: row for row in table(browser, "totals")}
    assert near(totals["wall time"]["change_s"], diff["totals"]["wall_ns"]["change"] / 1e9) and near(totals["idle"]["b_s"], diff["totals"]["idle_ns"]["b"] / 1e9)


def check_flame(browser, diff):
    """A frame says what it and all below have on each side; a click zooms, and the row is marked."""
    top = browser.evaluate("pompPage.hit('changes', 5, 10)")
    sums = [sum(row["self_ns"][side] for row in diff["rows"]) / 1e9 for side in "ab"]
    shown = [float(n) * {"s": 1, "ms": 1e-3, "µs": 1e-6}[unit] for n, unit in re.findall(r"([\d.]+) (s|ms|µs) (?:before|after)", top)]
    assert all(abs(a - b) <= 0.01 * b + 1e-9 for a, b in zip(shown, sums)) and len(shown) == 2, (top, sums)
    x, y = browser.evaluate("(() => { const e = pompPage.canvas('changes').element; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.x, b.y]; })()")
    browser.click(x + 20, y + 30)
    path = browser.evaluate("pompPage.page.selection.get().path")
    assert diff["rows"][path]["parent"] is not None and diff["rows"][path]["name"] in browser.text("#table-changes tr.chosen")
    browser.evaluate("pompPage.canvas('changes').element.focus()")
    browser.key("Escape")
    assert browser.evaluate("pompPage.page.selection.get().path") is None


def check_chart(browser):
    """A chart is SVG, is one tab stop, says its parts, and is saved."""
    chart = "pompPage.canvas('sides')"
    assert browser.evaluate(chart + ".element.querySelectorAll('svg rect').length") > 2 and browser.evaluate(chart + ".element.tabIndex") == 0
    browser.evaluate(chart + ".element.focus()")
    browser.key("ArrowRight")
    assert browser.text("#said").startswith("A: "), browser.text("#said")
    browser.evaluate(chart + ".saveSvg()")
    assert browser.evaluate("new DOMParser().parseFromString(pompPage.saved.at(-1).text, 'image/svg+xml').querySelectorAll('parsererror').length") == 0


def check_findings(browser, sides):
    """The title names both sides; of their findings, those are listed that the other side lacks."""
    a, b = ([(f["property"], f["region"], f["function"]) for f in json.loads(subprocess.run([report, "--diagnose", "--json", side], capture_output=True, text=True, check=True).stdout)["findings"]] for side in sides)
    for key, here, there in (("findings_gone", a, b), ("findings_new", b, a)):
        expected = list(here)
        for each in there:
            if each in expected:
                expected.remove(each)
        found = browser.evaluate(f"pompPage.page.data.{key}.map((f) => [f.property, f.region, f.function])")
        assert sorted(map(str, map(tuple, found))) == sorted(map(str, expected)), (key, found, expected)
        assert browser.evaluate(f"document.querySelectorAll('#{key} li').length") == len(expected)
    assert browser.text("#compared h2") == " → ".join(os.path.basename(side) for side in sides), browser.text("#compared h2")


def main():
    said = call(a, b, "--html", "-o", "single.html", "--fail-if", "visits>0", status=1).stdout
    assert re.fullmatch(r"single.html: \d+ kB, to be opened in a browser\n", said), said
    call(a, a, "--with", b, b, a, "--html", "-o", "several.html")
    with Browser() as browser:
        for page, arguments in (("single.html", (a, b)), ("several.html", (a, a, "--with", b, b, a))):
            diff = json.loads(call("--json", *arguments).stdout)
            browser.open(page)
            check_rows(browser, diff)
            check_flame(browser, diff)
            check_chart(browser)
            browser.look(width=500)
            assert browser.evaluate("document.documentElement.scrollWidth") <= 500
            browser.look()
            assert (browser.text("#failed") is not None) == (page == "single.html") and "visits>0" in (browser.text("#failed li") or "visits>0")
            assert not browser.complaints and not [url for url in browser.asked if not url.startswith(("file:", "data:", "blob:"))], (browser.complaints, browser.asked)
        call("--html", a, b)
        browser.open("diff.html")
        check_findings(browser, (a, b))
        assert "single run" in browser.text("#compared .note"), browser.text("#compared .note")


report, a, b = sys.argv[1:]
if __name__ == "__main__":
    main()
