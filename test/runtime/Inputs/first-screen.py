# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""first-screen.py POMP-REPORT EXPERIMENT... - holds what pomp-report shows without options against --json, --diagnose --json and the
rows of --flat."""
import csv
import io
import json
import os
import re
import subprocess
import sys

import bounded_findings

report, *experiments = sys.argv[1:]
LINES, COLUMNS, FIRST, MOST, LEAST = 24, 80, 3, 10, 4
NUMBERS = "self_percent,self_s,wait_s,visits"


def run(*options):
    done = subprocess.run([report, *options], capture_output=True, check=True, timeout=120, env=os.environ | {"LC_ALL": "C.UTF-8"})
    assert not done.stderr, (options, done)
    return done.stdout.decode()


def fits(shown, text):
    """True if the text is what is shown, or lacks its middle or its end there."""
    begin, mark, end = shown.partition("…")
    return shown == text or (bool(mark) and text.startswith(begin) and text.endswith(end) and len(shown) < len(text))


def check_findings(lines, experiment):
    diagnosis = json.loads(run("--diagnose", "--json", experiment))
    findings = diagnosis["findings"]
    told = [finding for finding in findings if finding["judged"] or "too little to judge" not in finding["not_judged_because"]]
    judged = [finding for finding in findings if finding["judged"]]
    first = 1 if any(line.startswith("Where the threads") for line in lines) else FIRST
    at = [i for i, line in enumerate(lines) if line.startswith("Findings")]
    assert len(at) == 1, lines
    command, left = diagnosis["scale_command"], diagnosis["ledger"]["unexplained"]
    if left and first == FIRST:
        said = " ".join("\n".join(lines[at[0] :]).split("\n\n")[0].split()).split(" One run can't")[0].split(" Next: ")[0].split(" Inside ")[0]
        assert (left + ",").startswith(said[said.index("Explained by no finding") :] + ","), (lines, left)  # places are left out as a whole
    assert (diagnosis["next_step"] or "").startswith("Next: ") == any(line.startswith("Next: ") for line in lines), (diagnosis["next_step"], lines)
    if command:
        said = " ".join("\n".join(lines[at[0] :]).split("\n\n")[0].split())
        assert fits(said[said.index("One run can't") :].split("; ")[0], f"One run can't tell whether threads slow each other down: {command}"), (lines, command)
    head, below = lines[at[0]], re.split(r"\nLook at [^ ]+:\d+ \(", "\n".join(lines[at[0] + 1 :]).split("\n\n")[0])[0].split("Explained by no finding")[0].split("One run can't")[0].split("Next: ")[0].replace("\n    ", "\n")
    shown = re.findall(r"^( ?\d+\. .*)\n((?:(?! ?\d+\. ).*\n?)*)", below, re.MULTILINE)
    named = [finding for finding in told if finding["property"] != "unreliable"]
    listed = named if not judged else judged  # those that can't be judged are listed, if none can
    assert min(len(listed), 1) <= len(shown) <= min(len(listed), first if judged else FIRST), (len(listed), shown)
    if not told:
        nothing = "none that explains why threads wait or are idle" if left else "nothing that costs a hundredth of the wall time was found"
        if findings:
            nothing = "none that is more than chance" + ", nor explains why threads wait or are idle" * bool(left)
        assert f"{head} {below}".startswith(f"Findings: {nothing}."), head
    elif not judged:
        assert re.match(rf"Findings: ({len(named)}, (none of which can be judged for that\.|which can't be judged: )|none(, and others| that) can)", head), head
    else:
        more = len(findings) - len(shown)
        bound = all(finding["saving_is"] == "at_most" for finding in judged[: len(shown)])
        assert head == "Findings, by the wall time that fixing each saves" + " at most" * bound + f"; {more} more" * (more > 0), head
    for finding, (line, below) in zip(listed if not judged else [], shown):
        assert finding["title"] in line and (finding["where"] or "")[-20:] in line + below, (finding, line, below)
    for i, (finding, line, helps) in enumerate((finding, *lines) for finding, lines in zip(judged, shown)):
        saves = (read := re.match(r" ?(\d+)\. (?:about |at least )?([\d.]+) s \(([\d.]+) %\)  ", line))[0]
        assert int(read[1]) == i + 1 and abs(float(read[2]) - finding["saving_s"]) <= 0.001, (line, finding)
        assert abs(float(read[3]) - 100 * finding["saving_s"] / finding["saving_of_s"]) <= 0.1, (line, finding)
        # The title is whole; the place is beside it if it is whole there, and else has a line of its own.
        title, _, place = line[len(saves) :].partition(":")
        if line.endswith(":"):
            place, _, helps = helps.partition("\n")
            place = place.removesuffix(" (by CPU time)")
        assert title.removesuffix(", by CPU time") == finding["title"] and bool(place) == bool(finding["region"]), (line, finding)
        assert not place or fits(place.strip().split(" in ")[0].split(", ")[0], finding["region"]) or "…" in place, (place, finding)
        assert not line.endswith(":") or place.endswith((finding["where"] or "")[-20:]), (place, finding)
        # The function that has most samples is named, and what helps are whole clauses.
        helps = re.sub(r"^\d+ % of its \d+ samples are in .*?, [^ ]+:\d+\. ", "", " ".join(helps.split()) + " ").strip()
        advice = finding["advice"].lower()
        begin = advice.find(helps.removesuffix(".").lower())
        assert helps and begin >= 0 and advice[begin + len(helps) - 1] in ".;", (helps, advice)


def check_rows(lines, experiment):
    """The table has the first rows of --flat, those with 95 % of the time."""
    rows = list(csv.DictReader(io.StringIO(run("--flat", "--csv", experiment), newline="")))
    at = next(i for i, line in enumerate(lines) if line.startswith("  ") and "self%" in line)
    shown = lines[at + 1 : -1]
    times = [float(row["self_s"]) for row in rows]
    enough = next((n for n in range(len(rows)) if sum(times[:n]) >= 0.95 * sum(times)), len(rows))
    assert len(shown) in (enough, MOST) or (len(shown) < enough and LEAST <= len(shown) < MOST and len(lines) >= LINES - 1), (len(shown), enough, lines)
    assert len(shown) <= min(enough, MOST), (shown, enough)
    for row, line in zip(rows, shown):
        assert line.split()[0] == f"{float(row['self_percent']):.1f}", (row, line)
    sampled = json.loads(run("--json=summary", experiment))["experiment"]["sampled"]
    samples = " --samples;" if sampled and sampled["samples"] else ""
    if len(rows) > len(shown):
        left = len(rows) - len(shown)
        part = sum(float(row["self_percent"]) for row in rows[len(shown) :])
        rest = re.match(rf"{left} more rows? \(([\d.]+) %\){', all tables' if not samples else ''}: --all; findings: --diagnose;{samples} page: --html$", lines[-1])
        assert rest and abs(float(rest[1]) - part) < 0.051, (lines[-1], left, part)
    else:
        assert lines[-1] == f"all tables: --all; findings: --diagnose;{samples} page: --html", lines[-1]


def check(experiment):
    text = run(experiment)
    lines = text.splitlines()
    assert text == run("--brief", experiment) and text.endswith("\n")
    assert all(len(line) <= COLUMNS and line == line.rstrip() for line in lines), text
    whole = run("--all", experiment)
    figures = " · ".join(whole.splitlines()[:2]).split(" · ")
    head = lines[: lines.index("")]
    said = [part for line in head for part in line.split(" · ")]
    assert all(any(fits(shown, figure) for shown in said) for figure in figures), (figures, said)
    # What is noted is one of the lines of the whole head; there are two lines of words on the screen at the most.
    assert len(head) <= 7, head
    check_findings(lines, experiment)
    bounded_findings.check(report, experiment)
    check_rows(lines, experiment)
    assert len(lines) < LINES, (experiment, text)
    # Options that narrow the table, or ask for its form, are about the view by region, as before.
    for option in (["--top", "2"], ["--csv"], ["--raw"], ["--columns", "self_s,region"], ["--region", "."]):
        assert run(*option, experiment) == run("--flat", *option, experiment), option


for name in experiments:
    check(name)
