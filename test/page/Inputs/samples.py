# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""samples.py REPORT PAGE EXPERIMENT - looks for what samples have found in a page: frames of functions below constructs, and lines of the source."""
import csv
import json
import re
import subprocess
import sys

from browser import Browser

report, page, experiment = sys.argv[1:]


def said(*options):
    return subprocess.run([report, *options, experiment], capture_output=True, text=True, check=True).stdout


data = json.loads(said("--json"))
frames, every = data["sampled_frames"], data["experiment"]["sampled"]["samples"]

with Browser() as browser:
    browser.open(page)
    browser.evaluate("document.querySelector('#flame').scrollIntoView()")
    browser.settle()
    # Each frame, where a pixel of it is.
    tips = set(browser.evaluate("""(() => { const box = pompPage.canvas('call-paths').element.getBoundingClientRect(), found = [];
        for (let y = 10; y < box.height; y += 20) for (let x = 1; x < box.width; x += 3) found.push(pompPage.hit('call-paths', x, y) ?? ''); return found; })()"""))  # fmt: skip
    shown = {}
    for tip in tips:
        match = re.match(r"(\S+)  .*\n([\d\s\u202f]+) samples ± (\d+), ([\d.]+) % ± ([\d.]+) % of all\n", tip)
        if match:
            shown.setdefault(match[1], set()).add(int(re.sub(r"\D", "", match[2])))
    for name in ("step", "hot", "cool"):
        assert shown.get(name) == {f["samples"] for f in frames if f["function"] == name and f["samples"] >= 2 * f["error"]}, (name, shown, tips)
    noise = {f["samples"] for f in frames if f["samples"] < 2 * f["error"]}
    assert not any(samples in noise for of in shown.values() for samples in of), (shown, noise)
    assert browser.evaluate("document.querySelector('#flame [data-cause=sampled]') !== null")
    assert re.sub(r"\D", "", browser.evaluate("document.querySelector('#flame-sampled').textContent").split(" samples")[0]) == str(every)

    # The callers of each function have its samples.
    names = browser.evaluate("[...document.querySelectorAll('#callers-of option')].map((option) => option.textContent)")
    for i, name in enumerate(names):
        browser.evaluate(f"(() => {{ const choice = document.getElementById('callers-of'); choice.selectedIndex = {i}; choice.dispatchEvent(new Event('change')); }})()")
        rows = browser.evaluate("[...document.querySelectorAll('#flame tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        expected = sorted((f["samples"] for f in frames if f["function"] == name.split("  ")[0]), reverse=True)
        assert [int(re.sub(r"\D", "", row[1])) for row in rows] == expected, (name, rows, expected)
        assert all(row[2].split(" → ")[-1] == name.split("  ")[0] for row in rows), rows  # nothing calls what is sampled outside of all functions
    assert {"use", "hot", "cool", "step"} <= {name.split("  ")[0] for name in names}, names

    # Samples are of all threads: no frame is there for one alone.
    browser.evaluate("pompPage.page.selection.set({ locations: [0] })")
    browser.settle()
    assert not browser.evaluate("""(() => { const box = pompPage.canvas('call-paths').element.getBoundingClientRect();
        for (let y = 10; y < box.height; y += 20) for (let x = 1; x < box.width; x += 3) if (/ samples ±/.test(pompPage.hit('call-paths', x, y) ?? '')) return true; return false; })()""")  # fmt: skip

    # The column beside the lines is that of --source.
    lines = browser.evaluate("""[...document.querySelectorAll('#source tbody tr')].filter((row) => row.cells.length === 7 && row.cells[4].textContent)
        .map((row) => [row.cells[5].textContent, row.cells[4].textContent])""")  # fmt: skip
    rows = list(csv.DictReader(said("--source", "--source-anywhere", "--csv").splitlines()))
    expected = {row["line"]: f"{float(row['samples_percent']):.1f} ± {float(row['error_percent']):.1f}" for row in rows if row["samples_percent"]}
    assert len(lines) > 2 and {line: text.replace("\u202f", "") for line, text in lines} == expected, (lines, expected)
    assert not browser.complaints, browser.complaints
