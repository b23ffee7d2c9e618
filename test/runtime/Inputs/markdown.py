# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""markdown.py BINDIR PROGRAM ONE TWO - has cmark-gfm, which does as GitHub does, make HTML of all that --markdown prints, and checks what is in
it: these tags and no others, no link, no name of somebody outside of code; the findings and changes of the JSON; tables whose rows are whole."""
import html.parser
import json
import os
import subprocess
import sys

bindir, program, *experiments = sys.argv[1:]
REPORT, SCALE = (os.path.join(bindir, name) for name in ("pomp-report", "pomp-scale"))
TAGS = {"h3", "p", "br", "ol", "ul", "li", "strong", "code", "details", "summary", "table", "thead", "tbody", "tr", "th", "td", "blockquote"}
MOST = 65536  # characters of a comment


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.codes, self.plain, self.rows, self.bold, self.heads = [], [], "", [], [], ""
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS and all(name == "align" for name, _ in attrs), (tag, attrs)
        if tag != "br":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append(0)
        if tag in ("td", "th"):
            self.rows[-1] += 1
        if tag == "code":
            self.codes.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if "code" in self.open:
            self.codes[-1] += data
        else:
            self.plain += data
        if "strong" in self.open:
            self.bold.append(data)
        if "h3" in self.open:
            self.heads += data

    def handle_comment(self, data):
        raise AssertionError(data)


def run(*words, status=0):
    done = subprocess.run(words, capture_output=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"})
    assert done.returncode == status, (words, done)
    return done.stdout.decode("utf-8")


def look(text):
    assert len(text) < MOST and not any(ord(c) < 32 and c != "\n" for c in text) and "\u202e" not in text, text
    made = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink", "--unsafe"], input=text, capture_output=True, check=True, text=True).stdout
    page = Page(made)
    assert not set("@#$") & set(page.plain), page.plain
    assert page.rows and text.startswith("### ") and text.count("<details>") == text.count("</details>") >= 1, text
    return page


def shown(name):
    """What there is of a name: control characters, and what changes the direction of text, are replaced."""
    name = name.replace("\u202e", "\\u202e")
    return "".join("?" if c in "\n\r\t" else c for c in name)


def check_diagnosis(experiment):
    page = look(run(REPORT, "--diagnose", "--markdown", experiment))
    findings = [f for f in json.loads(run(REPORT, "--diagnose", "--json", experiment))["findings"] if f["judged"]]
    assert len(findings) >= 3, findings
    firsts = [text for text in page.bold if " s (" in text]
    assert len(firsts) == 3 and all(text.startswith(f"{f['saving_s']:.3f} s (") for text, f in zip(firsts, findings)), (firsts, findings)
    for finding in findings[:3]:
        assert shown(finding["region"]) in page.codes, (finding["region"], page.codes)
    assert {7, 7} <= set(page.rows), page.rows
    assert run(REPORT, "--markdown", experiment) == run(REPORT, "--diagnose", "--markdown", experiment)


def check_diff():
    result = json.loads(run(REPORT, "--diff", "--json", *experiments))
    page = look(run(REPORT, "--diff", "--markdown", *experiments))
    wall = result["totals"]["wall_ns"]
    assert f"{wall['a'] * 1e-9:.3f} s → {wall['b'] * 1e-9:.3f} s" in page.heads, page.heads
    firsts = [text for text in page.bold if " s (" in text]
    assert len(firsts) == 3 and all(text.startswith("+0.020 s (+100.0 %)") for text in firsts), firsts
    names = {row["name"] for row in result["rows"]}
    assert sum(shown(name) in page.codes for name in names) >= 7, (names, page.codes)
    failed = look(run(REPORT, "--diff", "--markdown", "--fail-if", "self>5%", *experiments, status=1))
    assert "failed" in failed.heads and failed.plain.count("failed: ") >= 7, failed.plain
    look(run(REPORT, "--diff=regions", "--markdown", "--top", "2", *experiments))


def check_scale():
    page = look(run(SCALE, "--markdown", "--folder", "scale", "--env", "WHAT=a|b,`c`", "1,2", "--", program, "5"))
    assert page.heads.count("Scaling of ") == 2 and "times as fast as with 1" in page.heads, page.heads
    assert "WHAT=a|b" in page.codes and "WHAT=`c`" in page.codes, page.codes
    assert run(SCALE, "--markdown", "--folder", "failing", "1", "--", "false", status=1) == ""


for name in experiments:
    check_diagnosis(name)
check_diff()
check_scale()
for wrong in (["--tree", "--markdown"], ["--markdown", "--csv"], ["--diagnose", "--json", "--markdown"]):
    assert run(REPORT, *wrong, experiments[0], status=2) == ""
