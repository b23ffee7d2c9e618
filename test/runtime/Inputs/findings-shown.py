# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""findings-shown.py POMP-REPORT EXPERIMENT... - checks where findings are shown: the first ones at the head of all tables and of no
other, each at its construct's line in the view of the source, and whom they cost as groups where these are whole groups. What is
found is taken from --diagnose --json; that has tests of its own."""
import csv
import io
import json
import re
import subprocess
import sys

report, *experiments = sys.argv[1:]
ELSEWHERE = [["--csv"], ["--columns", "self_s,region"], ["--top", "2"], ["--sort", "visits"], ["--min", "1"], ["--region", "."], ["--tree"], ["--threads"],
             ["--constructs"], ["--functions"]]  # fmt: skip
AT_HEAD = 3
NOTHING = ["Findings: nothing that costs a hundredth of the wall time was found.", "Findings: none that explains why threads wait or are idle."]


def left(diagnosis):
    """Returns the lines on what no finding explains; [] if that is little."""
    return [diagnosis["ledger"]["unexplained"]] if diagnosis["ledger"]["unexplained"] else []


def one_run(diagnosis):
    """Returns the line on what one run can't tell, or on the next step; [] where something else is known or can't be."""
    command, said = diagnosis["scale_command"], diagnosis["next_step"]
    assert not command or said == f"One run can't tell whether threads slow each other down: {command}", (command, said)
    return [said] if said else []


def joined(lines):
    """Long lines are wrapped."""
    return " ".join(" ".join(lines).split())


def run(*options):
    done = subprocess.run([report, *options], capture_output=True, check=False, timeout=120)
    assert done.returncode == 0 and not done.stderr, (options, done)
    return done.stdout.decode()


def check_head(experiment, diagnosis):
    findings = diagnosis["findings"]
    text = run("--all", experiment)
    assert run("--flat", experiment) == text
    head, table = text.split("self%", 1)
    reported = re.search(r"^Findings.*?\n\n", head, re.MULTILINE | re.DOTALL)[0].splitlines()[:-1]
    assert "Findings" not in head.replace(reported[0], "", 1) and not re.search("^Findings", table, re.MULTILINE), text
    lines = re.findall(r"^ ?\d+\. .*$", run("--diagnose", experiment), re.MULTILINE)
    judged = [line for line, finding in zip(lines, findings) if finding["judged"]]
    said = re.findall(r"^ *(?:One run|Next:) .*\n(?: .*\n)*", run("--diagnose", experiment), re.MULTILINE)
    assert [joined([one]) for one in said] == one_run(diagnosis), (said, diagnosis)
    assert len(lines) == len(findings) and judged == lines[: len(judged)], lines
    if not findings:
        assert joined(reported) == joined([NOTHING[bool(left(diagnosis))], *left(diagnosis), *one_run(diagnosis)]), reported
    elif not judged:
        assert reported == [f"Findings: {len(findings)}, which can't be judged: {findings[0]['not_judged_because']}."], reported
    else:
        shown = min(len(judged), AT_HEAD)
        rest = "    pomp-report --diagnose says what helps"
        if len(findings) > shown:
            more = len(findings) - shown
            rest += f", and has {more} more finding{'' if more == 1 else 's'}"
        if len(findings) > len(judged):
            rest += f"; {len(findings) - len(judged)} of them can't be judged: {findings[len(judged)]['not_judged_because']}"
        head = ["Findings, by the wall time that fixing them would save", *judged[:AT_HEAD], rest]
        assert reported[: len(head)] == head and joined(reported[len(head) :]) == joined(left(diagnosis) + one_run(diagnosis)), reported
    for options in ELSEWHERE:
        assert not re.search("^Findings", run(*options, experiment), re.MULTILINE), options


def check_source(experiment, findings):
    rows = list(csv.DictReader(io.StringIO(run("--source", "--csv", experiment), newline="")))
    noted = []
    for i, finding in enumerate(findings, 1):
        if not finding["file"] or not finding["line"]:
            continue
        bound = {"at_most": "", "about": "about ", "at_least": "at least "}[finding["saving_is"]]
        worth = f"fixing it saves {bound}{finding['saving_s']:.3f} s" if finding["judged"] else f"not judged: {finding['not_judged_because']}"
        here = [row["findings"] for row in rows if (row["file"], int(row["line"])) == (finding["file"], finding["line"])]
        assert len(here) == 1 and re.search(rf"\bfinding {i}, [^;]*; {re.escape(worth)}", here[0]), (finding, here)
        noted.append(i)
    everywhere = "\n".join(row["findings"] for row in rows)
    assert [int(n) for n in sorted(re.findall(r"\bfinding (\d+),", everywhere), key=int)] == noted, everywhere
    text = run("--source", experiment)
    for i in noted:
        assert len(re.findall(rf"^ +\^ .*: finding {i}, ", text, re.MULTILINE)) == 1, text
    return len(noted)


def check_groups(experiment, findings):
    """A finding has groups exactly where its locations are whole ones."""
    known = json.loads(run("--json", experiment))
    names = [location["name"] for location in known["locations"]]
    groups = [{names[i] for i in group["locations"]} for group in known["groups"]]
    several = 0
    for finding in findings:
        mine = set(finding["locations"])
        inside = [i for i, group in enumerate(groups) if group <= mine]
        whole = mine == set().union(*(groups[i] for i in inside))
        assert finding["groups"] == (inside if whole and mine else []), (finding, groups)
        if whole and len(mine) > 1:
            several += 1
            groups_said = f" in {len(inside)} groups" if len(inside) > 1 else ""
            assert finding["who"].startswith(f"{len(mine)} threads{groups_said} that behave alike: "), finding
        else:
            assert "behave alike" not in finding["who"], finding
    return several


lines = several = 0
for one in experiments:
    whole = json.loads(run("--diagnose", "--json", one))
    found = whole["findings"]
    check_head(one, whole)
    lines += check_source(one, found)
    several += check_groups(one, found)
assert lines and several, "no finding has a line, or is about a group"
