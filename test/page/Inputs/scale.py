# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale.py SCALE PROGRAM - makes the page of how a program scales, and holds what is on it against --json."""
import json
import os
import subprocess
import sys

from browser import Browser
from figures import near, percent, table

BAD = "</script><img src=x>"


def check_series(browser, series, end):
    """The figures of each number, the points of the chart, and the parts of the wall time."""
    rows = table(browser, "numbers" + end)
    assert [int(row["threads"]) for row in rows] == [n["number"] for n in series["numbers"]], rows
    for row, n in zip(rows, series["numbers"]):
        assert near(row["wall_s"], n["wall_s"]) and near(row["speedup"], n["speedup"]) and near(row["speedup_least"], n["speedup_least"]), (row, n)
        assert near(row["efficiency_percent"], 100 * n["efficiency"]) and int(row["runs"]) == len(n["runs"]), (row, n)
    chart = f"pompPage.canvas('speed-up{end}')"
    browser.evaluate(chart + ".element.focus()")
    browser.key("End")
    last = series["numbers"][-1]
    assert browser.text("#said").startswith(f"{last['number']} threads: {last['speedup']:.2f} times as fast"), browser.text("#said")
    texts = browser.evaluate(f"[...{chart}.element.querySelectorAll('text')].map((e) => e.textContent)")
    part = series["serial"]["fitted_part"]
    assert "ideal" in texts and "measured" in texts and (f"Amdahl's law, {percent(part)}" in texts) == (0 <= part <= 1), (texts, part)
    parts = {row["where"] + row["kind"]: row for row in table(browser, "regions" + end)}
    for region in series["regions"]:
        row = parts[region["where"] + region["kind"]]
        assert near(row["wall_1_s"], region["wall_s"][0]) and near(row[f"wall_{last['number']}_s"], region["wall_s"][-1]), (row, region)
    lost = series["limit"]["region"]
    assert series["regions"][lost]["name"] in browser.text(f"#table-regions{end} tr.chosen")


def browser_holds_nobody(browser, scale, program):
    """--anonymous leaves of the command and the settings nothing but the program's name."""
    program = os.path.abspath(program)
    subprocess.run([scale, "--html", "--anonymous", "-o", "secret", "--env", "SAID=/home/me,b", "1,2", "--", program, "for-the-boss"], capture_output=True, text=True, check=True)
    browser.open("secret/scaling.html")
    held = browser.evaluate("JSON.stringify(pompPage.page.data) + document.title + document.body.textContent")
    assert not [secret for secret in (os.getcwd(), "for-the-boss", "/home/me", "secret") if secret in held] and os.path.basename(program) in held, held
    assert browser.evaluate("[...document.querySelectorAll('#scaling h3')].map((e) => e.textContent)") == ["series=1", "series=2"] and not browser.complaints
    assert subprocess.run([scale, "--anonymous", "1", "--", program], capture_output=True, text=True, check=False).stderr.startswith("pomp-scale: --anonymous is for --html")


def main():
    scale, program = sys.argv[1:]
    done = subprocess.run([scale, "--html", "--json", "-r", "2", "-o", "out", "--env", f"SAID=a,{BAD}", "1,2", "--", program], capture_output=True, text=True, check=True)
    said = [line for line in done.stderr.splitlines() if line.startswith("out/scaling.html: ")]
    assert len(said) == 1 and said[0].endswith(" kB, to be opened in a browser"), done.stderr
    data = json.loads(done.stdout)
    with Browser() as browser:
        browser.open("out/scaling.html")
        assert not browser.complaints and not [url for url in browser.asked if not url.startswith(("file:", "data:", "blob:"))], (browser.complaints, browser.asked)
        assert browser.evaluate("[...document.querySelectorAll('#scaling h3')].map((e) => e.textContent)") == ["SAID=a", "SAID=" + BAD]
        assert browser.evaluate("document.querySelectorAll('main img, main script').length") == 0
        for i, series in enumerate(data["series"]):
            check_series(browser, series, f"-{i + 1}" if i else "")
            factors = [n["factors"]["omp_serial"] for n in series["numbers"]]
            assert browser.evaluate(f"[...document.querySelectorAll('#factors table')[{i}].querySelectorAll('tr[data-key=omp_serial] td')].map((e) => e.textContent)") == [percent(f) for f in factors]
            browser.look(width=500)
            assert browser.evaluate("document.documentElement.scrollWidth") <= 500
            browser.look()
            assert any(line.startswith("Serial part: ") for line in browser.evaluate(f"[...document.querySelectorAll('#scaling ul')[{i}].children].map((e) => e.textContent)"))
        browser_holds_nobody(browser, scale, program)


if __name__ == "__main__":
    main()
