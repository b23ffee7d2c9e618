# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""documented.py ROOT POMP-REPORT POMP-CONVERT - checks that the documents tell of whatever a user may meet: each column of
pomp-report's tables, each source of metrics, each format of pomp-convert, which also has a test of its own. And
CONTRIBUTING.md has the presets that there are."""
import glob
import json
import os
import re
import subprocess
import sys

root, report, convert = sys.argv[1:]


def text_of(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


def reported(text):
    """Returns the names in the first cells of tables, with commas between them, and all that is in backquotes."""
    cells = [name.strip(" `") for cell in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for name in cell.split(",")]
    return set(cells) | set(re.findall(r"`([^`\n]*)`", text))


def fail(what, missing):
    if missing:
        sys.exit(f"documented.py: {what}: {', '.join(sorted(missing))}")


# What each view, option and column is says the manual, and the man page the same; both are made of the rows that --help has. Whoever reads
# docs/report.md finds there what to type for each view, and where the rest is; each option is somewhere in the documents.
manual = subprocess.run([report, "--manual"], capture_output=True, text=True, check=True).stdout
page = subprocess.run([report, "--manual=man"], capture_output=True, text=True, check=True).stdout
views, options, of_views = (table.split("\n")[2:] for table in manual.strip().split("\n\n"))
for row in [*views, *options, *of_views]:
    assert row.endswith(" |") and all(cell.strip() for cell in row.strip("|").split(" | ")), f"documented.py: pomp-report --manual lacks something: {row}"
views, options = ({re.match(r"\| `--([\w-]+)", row)[1] for row in rows} for rows in (views, options))
keys = {re.match(r"\| `([^`]+)`", row)[1] for row in of_views}
helped = subprocess.run([report, "--help=all"], capture_output=True, text=True, check=True).stdout
shown, of_each = helped.split("\nColumns of each view")
of_each = set(re.sub(r"--[\w-]+ |,", " ", of_each.split("\n", 1)[1].split("\n\n")[0]).split())
assert len(views) > 15 and len(options) > 25 and len(of_each) > 60, (views, options, of_each)
fail("pomp-report --manual lacks views and options", set(re.findall(r"^  --([\w-]+)", shown, re.MULTILINE)) - views - options)
fail("pomp-report --manual lacks columns", of_each - keys)
fail("the man page lacks columns", {key for key in keys if f"\\fB{key}\\fR\n" not in page.replace("\\-", "-")})
explained = text_of("docs", "report.md")
fail("docs/report.md does not name", {name for name in ("pomp-report --manual", "man pomp-report") if f"`{name}`" not in explained})


def named(names, text):
    return {name for name in names if re.search(rf"--{name}(?![\w-])", text)}


fail("docs/report.md does not say what to type for the views", views - named(views, explained))
fail("no document has the options", options - named(options, "".join(text_of(path) for path in glob.glob(os.path.join(root, "docs", "*.md")))))

columns = set()
for path in glob.glob(os.path.join(root, "tools", "show", "*.c")):
    columns |= {head.replace(r"\xc2\xb1", "±") for head in re.findall(r'\{"([^"]+)", (?:true|false), \w', text_of(path))}
assert len(columns) > 40, columns
documents = explained + text_of("docs", "mpi.md") + text_of("docs", "compare.md") + manual
fail("neither docs/report.md, docs/mpi.md, docs/compare.md nor pomp-report --manual has the columns", columns - reported(documents))

listed = subprocess.run([report, "--metrics"], capture_output=True, text=True, check=True).stdout
sources = set(re.findall(r"^(\w+): ", listed, re.MULTILINE))
assert len(sources) >= 3, listed
fail("docs/environment.md has no row for the sources of metrics", sources - reported(text_of("docs", "environment.md")))

listed = subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout
formats = set(re.findall(r"^  (\w+) ", listed.split("\nFormats\n")[1].split("\nOptions\n")[0], re.MULTILINE))
assert len(formats) >= 2, listed
trace = text_of("docs", "trace.md") + text_of("docs", "other-tools.md")
fail("neither docs/trace.md nor docs/other-tools.md shows the formats", {name for name in formats if f"pomp-convert --to {name}" not in trace})
tests = "".join(map(text_of, glob.glob(os.path.join(root, "test", "runtime", "convert-*.test"))))
fail("no test/runtime/convert-*.test converts to", {name for name in formats if not re.search(rf"(--to[= ]|REDEFINE: %{{to}} = ){re.escape(name)}\b", tests)})

presets = {preset["name"]: preset.get("binaryDir", "") for preset in json.loads(text_of("CMakePresets.json"))["configurePresets"] if "hidden" not in preset}
shown = dict(re.findall(r"^\| `([\w-]+)` \| `(build[/\w-]*)` \|", text_of("CONTRIBUTING.md"), re.MULTILINE))
fail("CONTRIBUTING.md does not show the presets", {name for name in set(presets) | set(shown) if presets.get(name) != "${sourceDir}/" + shown.get(name, "?")})
