# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_console.py BUILD ROOT - checks that console.py finds what a page shows wrongly, and only that."""
import os
import subprocess
import sys
import tempfile

build, root = sys.argv[1:]


def run(page, folder):
    path = os.path.join(folder, "page.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    command = [sys.executable, os.path.join(root, "test", "docs", "console.py"), build, root, path, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def block(*lines, mark=""):
    return "\n".join([mark, "```console", *lines, "```", ""])


GOOD = {
    "a measured number": block("$ echo took 1.25 s of 30 %", "took 0.5 ms of 2 %"),
    "a range that was measured": block("$ echo 'took 1.25..1.50'", "took 0.9..0.95"),
    "other blanks": block("$ echo 'a    1'", "a 1"),
    "lines left out": block("$ seq 3", "1", "…"),
    "no lines where some may be": block("$ echo 1", "…", "1", "…"),
    "text left out": block("$ echo a b c d", "a … d"),
    "no text where some may be": block("$ echo a d", "a … d"),
    "another order": block("$ printf '1\\n2\\n'", "2", "1", mark="<!-- console: any order -->"),
    "an experiment's name": block("$ echo pomp-a-20261123-010203-77", "pomp-a-20250101-000000-1"),
    "several lines": block("$ cat <<END", "> text", "> END", "text"),
    "a status that is shown": block("$ false", "$ echo $?", "1"),
    "a setup": "<!-- console: setup\nx=5\n-->\n" + block("$ echo $x", "5"),
    "what is skipped": block("$ false", mark="<!-- console: skip it fails -->"),
    "what is not there": "<!-- console: needs no-such-command -->\n<!-- console: setup\nfalse\n-->\n" + block("$ false"),
    "the load of the machine": block("$ echo 'pomp: a · measuring ~0.1 % · ready and not running 83.1 % (2 threads on 2 CPUs)'", "pomp: a · measuring ~0.1 %"),
}
BAD = {
    "another number of visits": block("$ echo 70450", "70451"),
    "another line of the source": block("$ echo stommel.c:137", "stommel.c:138"),
    "another word": block("$ echo for", "barrier"),
    "a line too many": block("$ seq 2", "1"),
    "a line that is not printed": block("$ echo 1", "1", "2"),
    "the wrong order": block("$ printf '1\\n2\\n'", "2", "1"),
    "a row that is shown twice": block("$ echo 1", "1", "1", mark="<!-- console: any order -->"),
    "a number that is not there": block("$ echo took", "took 1.25 s"),
    "a command that fails": block("$ false"),
    "a status that is wrong": block("$ false", "$ echo $?", "0"),
    "a skip without a reason": block("$ false", mark="<!-- console: skip -->"),
    "a mark that is unknown": block("$ true", mark="<!-- console: maybe -->"),
    "a setup that fails": "<!-- console: setup\nfalse\n-->\n" + block("$ true"),
}
with tempfile.TemporaryDirectory() as own:
    for what, page in GOOD.items():
        status, said = run(page, own)
        assert status == 0, f"{what}: {said}"
        assert ("skipped" in said) == ("skip" in what or "not there" in what), f"{what}: {said}"
    for what, page in BAD.items():
        status, said = run(page, own)
        assert status != 0, f"{what} is not found: {said}"
