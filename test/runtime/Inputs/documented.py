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


# What pomp-report says of its views, options and columns is a part of the document, word for word.
manual = subprocess.run([report, "--manual"], capture_output=True, text=True, check=True).stdout
assert manual.count("\n| `") > 60, manual
if manual not in text_of("docs", "report.md"):
    sys.exit("documented.py: docs/report.md, Options and columns, is not what pomp-report --manual prints")

columns = set()
for path in glob.glob(os.path.join(root, "tools", "show", "*.c")):
    for table in re.findall(r"struct column \w+\[\] = \{(.*?)\n\};", text_of(path), re.DOTALL):
        columns |= set(re.findall(r'\{"([^"]+)", (?:true|false),', table))
assert len(columns) > 40, columns
documents = text_of("docs", "report.md") + text_of("docs", "mpi.md") + text_of("docs", "compare.md")
fail("none of docs/report.md, docs/mpi.md and docs/compare.md has the columns", columns - reported(documents))

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
