# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""phases.py PAGE READY - clicks on visits of the phase of test/runtime/phases.c, and looks at what the page says of them. In the run of the other page, threads had no
processor for long."""
import os
import sys

from browser import Browser

with Browser() as browser:
    browser.open(os.path.abspath(sys.argv[1]))

    def tip(name, item):
        return browser.evaluate(f"(() => {{ const c = pompPage.canvas('{name}'), b = c.box({item}); return c.describe(b.x + b.width / 2, b.y + b.height / 2); }})()")

    def click(name, item):
        x, y = browser.evaluate(f"""(() => {{ const c = pompPage.canvas('{name}'); c.element.scrollIntoView({{ block: "center" }}); const b = c.box({item}), r = c.element.getBoundingClientRect();
            return [r.x + b.x + b.width / 2, r.y + b.y + b.height / 2]; }})()""")
        browser.click(x, y)
        browser.settle()

    assert "20 visits, median 12 ms" in browser.text("#phases h3"), browser.text("#phases h3")
    assert "Visit 13: 4.3 times as long as most" in browser.text(".phase-finding")
    assert browser.text(".phase-shown") == "Visit 13"  # the longest, at first
    assert tip("phase-0", 12).split("\n") == ["visit 13: 52 ms", "waiting 40 ms", "balance 60.0 %"], tip("phase-0", 12)
    whole = "{ path: %d, depth: 0, x: 0, width: 1 }" % browser.evaluate("pompPage.canvas('phase-paths-0').at(5, 5).path")
    assert "102 ms in it and below" in tip("phase-paths-0", whole), tip("phase-paths-0", whole)
    click("phase-0", 3)
    assert browser.text(".phase-shown") == "Profile 1: a mean of 19 visits that are alike, from 1 to 20", browser.text(".phase-shown")
    assert "22 ms in it and below" in tip("phase-paths-0", whole), tip("phase-paths-0", whole)

    assert "not judged" not in browser.text(".phase-finding")
    browser.open(os.path.abspath(sys.argv[2]))
    assert browser.text(".phase-finding").endswith("; not judged: threads were ready and had no processor for so long that this may be why")
