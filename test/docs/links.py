# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py ROOT - checks that each link of a page leads to a file that is there, and to a heading that it has; that docs/README.md
leads to each page of docs/; and names each page with commands that are outside of blocks that console.py runs."""
import glob
import os
import re
import sys

root = sys.argv[1]
# These pages show commands of other people's builds and of this project's own tests, which other tests run.
OTHER_TESTS = {
    "docs/build-integration.md": "test/lit/wrapper, test/lit/cmake and test/package build in these ways",
    "docs/packaging.md": "test/lit/packages makes and uses the packages",
    "docs/fuzzing.md": "test/run-tests runs the fuzzers",
    "docs/rules.md": "test/lit/survive runs it",
    "docs/messages.md": "test/runtime/messages-listed.test and its kin make the messages appear",
    "CONTRIBUTING.md": "test/docs/recipes.py looks for what it names, and make test does the rest",
    "HOWTO.md": "test/docs/recipes.py looks for what they name, and make test runs them",
}


def pages():
    names = ["README.md", "HOWTO.md", "CONTRIBUTING.md", *glob.glob("docs/*.md", root_dir=root), *glob.glob("examples/*/README.md", root_dir=root)]
    return [name for name in names if os.path.exists(os.path.join(root, name))]


def text_of(name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def anchors(text):
    """Returns the names that GitHub gives to the headings."""
    names = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        names.add(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return names


wrong = []
for page in pages():
    text = text_of(page)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(root, target)):
            wrong.append(f"{page}: {link}: there is no such file")
        elif anchor and anchor not in anchors(text_of(target)):
            wrong.append(f"{page}: {link}: there is no such heading")
index = text_of("docs/README.md")
for page in glob.glob("docs/*.md", root_dir=root):
    if page != "docs/README.md" and f"]({os.path.basename(page)})" not in index:
        wrong.append(f"docs/README.md does not lead to {page}")
COMMAND = r"^    (?:\$ |pomp-\w+ |POMP_\w+=|mpirun |make |cmake |clang-\d|python3 |test/\S|export |\./configure|CC=)"
for page in pages():
    # A script is shown as a whole, and what runs it is in a console block.
    text = re.sub(r"^    #!/bin/sh\n(?:    .*\n)*", "", text_of(page), flags=re.MULTILINE)
    commands = re.findall(COMMAND + ".*", text, re.MULTILINE)
    if commands and page not in OTHER_TESTS:
        wrong.append(f"{page} has commands outside of console blocks: {commands[0].strip()}")
    elif commands:
        print(f"skipped {page}: its commands are not run here: {OTHER_TESTS[page]}")
sys.exit("\n".join(wrong) or 0)
