# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale.py SCALE PROGRAM SLOW - makes the page of how a program scales, and holds what is on it against --json; and that of SLOW, whose threads slow each other
down."""
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
    subprocess.run([scale, "--html", "--anonymous", "--folder", "secret", "--env", "SAID=/home/me,b", "1,2", "--", program, "for-the-boss"], capture_output=True, text=True, check=True)
    browser.open("secret/scaling.html")
    held = browser.evaluate("JSON.stringify(pompPage.page.data) + document.title + document.body.textContent")
    assert not [secret for secret in (os.getcwd(), "for-the-boss", "/home/me", "secret") if secret in held] and os.path.basename(program) in held, held
    assert browser.evaluate("[...document.querySelectorAll('#scaling h3')].map((e) => e.textContent)") == ["series=1", "series=2"] and not browser.complaints
    assert subprocess.run([scale, "--anonymous", "1", "--", program], capture_output=True, text=True, check=False).stderr.startswith("pomp-scale: --anonymous is for --html")


def check_findings(browser, scale, program):
    """The table of findings has a row for each, with its growth and what may be the cause, in words."""
    called = {"noted": "what the compiler noted", "kernel": "time in the kernel", "interleaved": "neighbouring iterations of other threads"}
    for how, causes in ((["150"], ["noted"]), (["150", "faults"], ["noted", "kernel"])):
        folder = "-".join(("slow", *how))
        done = subprocess.run([scale, "--html", "--json", "--folder", folder, "1,2", "--", program, *how], capture_output=True, text=True, check=True)
        (series,) = json.loads(done.stdout)["series"]
        browser.open(folder + "/scaling.html")
        said = browser.evaluate("[...document.querySelectorAll('#scaling .words li')].map((e) => e.textContent)")
        assert [line for line in said if line.startswith("Cause: ") and line.endswith(json.loads(done.stdout)["series"][0]["findings"][0]["advice"])], said
        ((row,), (finding,)) = table(browser, "findings"), series["findings"]
        assert finding["causes"] == causes and row["causes"] == "; ".join(map(called.get, causes)), (row, finding)
        assert row["finding"] == "threads slow each other down" and (row["region"], row["function"], row["where"]) == ("for", "main", "test.c:31"), row
        assert near(row["threads_1_s"], finding["threads_s"][0]) and near(row["threads_2_s"], finding["threads_s"][1]), (row, finding)
        assert near(row["growth"], finding["growth"]) and near(finding["growth"], 1.5) and near(row["saving_s"], finding["saving_s"]), (row, finding)
        assert not browser.complaints, browser.complaints


def main():
    scale, program, slow = sys.argv[1:]
    done = subprocess.run([scale, "--html", "--json", "-r", "2", "--folder", "out", "--env", f"SAID=a,{BAD}", "1,2", "--", program], capture_output=True, text=True, check=True)
    said = [line for line in done.stderr.splitlines() if line.startswith("out/scaling.html: ")]
    assert len(said) == 1 and said[0].endswith(" kB, to be opened in a browser"), done.stderr
    data = json.loads(done.stdout)
    with Browser() as browser:
        browser.open("out/scaling.html")
        assert not browser.complaints and not [url for url in browser.asked if not url.startswith(("file:", "data:", "blob:"))], (browser.complaints, browser.asked)
        assert browser.evaluate("[...document.querySelectorAll('#scaling h3')].map((e) => e.textContent)") == ["SAID=a", "SAID=" + BAD]
        assert browser.evaluate("document.querySelectorAll('main img, main script').length") == 0
        assert not any(series["findings"] for series in data["series"]) and not browser.evaluate("!!document.getElementById('findings')")
        for i, series in enumerate(data["series"]):
            check_series(browser, series, f"-{i + 1}" if i else "")
            factors = [n["factors"]["omp_serial"] for n in series["numbers"]]
            assert browser.evaluate(f"[...document.querySelectorAll('#factors table')[{i}].querySelectorAll('tr[data-key=omp_serial] td')].map((e) => e.textContent)") == [percent(f) for f in factors]
            assert browser.evaluate(f"(() => {{ const e = document.querySelectorAll('#scaling figure')[{i}]; return !!(e.compareDocumentPosition(document.querySelectorAll('#scaling ul')[{i}]) & 4); }})()"), "the picture comes first"
            browser.look(width=500)
            assert browser.evaluate("document.documentElement.scrollWidth") <= 500
            browser.look()
            assert any(line.startswith("Serial part: ") for line in browser.evaluate(f"[...document.querySelectorAll('#scaling ul')[{i}].children].map((e) => e.textContent)"))
        browser_holds_nobody(browser, scale, program)
        check_findings(browser, scale, slow)


if __name__ == "__main__":
    main()
