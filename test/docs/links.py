# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py ROOT - checks that each link of a page leads to a file that is there, and to a heading that it has, in the checkout and in what
is installed of it; that pictures say in words what they show, are small, and are shown; that docs/README.md leads to each page of docs/; and names each page with commands that are outside of blocks that console.py runs."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

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


INSTALLED = ("README.md", "CHANGELOG.md", "LICENSE", "docs", "examples")  # as the top CMakeLists.txt says
LARGEST_PICTURE = 150000  # as docs/images/make.py says


def pages(root):
    names = ["README.md", "HOWTO.md", "CONTRIBUTING.md", *glob.glob("docs/*.md", root_dir=root), *glob.glob("examples/*/README.md", root_dir=root)]
    return [name for name in names if os.path.exists(os.path.join(root, name))]


def text_of(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def anchors(text):
    """Returns the names that GitHub gives to the headings."""
    names = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        names.add(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return names


def dead_links(root, where):
    """Returns a line for each link that leads nowhere, and how many links there are."""
    wrong, count = [], 0
    for page in pages(root):
        for link in re.findall(r"\]\(([^)\s]+)\)", text_of(root, page)):
            if re.match(r"\w+:", link):
                continue
            count += 1
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(os.path.join(root, target)):
                wrong.append(f"{where}{page}: {link}: there is no such file")
            elif anchor and anchor not in anchors(text_of(root, target)):
                wrong.append(f"{where}{page}: {link}: there is no such heading")
    return wrong, count


def unfit_pictures(root):
    """Returns a line for each picture without words, that is too large to be loaded with its page, or that no page shows."""
    wrong, left = [], {name for kind in ("png", "svg") for name in glob.glob(f"docs/images/*.{kind}", root_dir=root)}
    for page in pages(root):
        for words, path in re.findall(r"!\[([^]]*)\]\(([^)\s]+)\)", text_of(root, page)):
            picture = os.path.normpath(os.path.join(os.path.dirname(page), path))
            left.discard(picture)
            if len(words) < 40:
                wrong.append(f"{page}: {path}: its words don't say what it shows: {words}")
            if os.path.exists(os.path.join(root, picture)) and os.path.getsize(os.path.join(root, picture)) >= LARGEST_PICTURE:
                wrong.append(f"{picture} has {os.path.getsize(os.path.join(root, picture))} bytes; there may be {LARGEST_PICTURE}")
    return wrong + [f"no page shows {picture}" for picture in sorted(left)]


def dead_links_installed():
    """Returns the same for what is installed, whose links to other files have been taken out."""
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
        rules = file.read()
    files, folders = (" ".join(name for name in INSTALLED if is_folder == ("." not in name and name != "LICENSE")) for is_folder in (False, True))
    assert f"install(FILES {files} DESTINATION" in rules and f"install(DIRECTORY {folders} DESTINATION" in rules, "CMakeLists.txt installs other files"
    with tempfile.TemporaryDirectory() as folder:
        for name in INSTALLED:
            here, there = os.path.join(root, name), os.path.join(folder, name)
            (shutil.copytree if os.path.isdir(here) else shutil.copy)(here, there)
        script = os.path.join(root, "cmake", "installed-links.cmake")
        subprocess.run(["cmake", f"-DFOLDER={folder}", "-P", script], check=True)
        return dead_links(folder, "installed ")


wrong, all_links = dead_links(root, "")
wrong_installed, installed_links = dead_links_installed()
wrong += wrong_installed + unfit_pictures(root)
if not 0.5 * all_links < installed_links < all_links:
    wrong.append(f"of {all_links} links {installed_links} are left in what is installed")
index = text_of(root, "docs/README.md")
for page in glob.glob("docs/*.md", root_dir=root):
    if page != "docs/README.md" and f"]({os.path.basename(page)})" not in index:
        wrong.append(f"docs/README.md does not lead to {page}")
COMMAND = r"^    (?:\$ |pomp-\w+ |POMP_\w+=|mpirun |make |cmake |clang-\d|python3 |test/\S|export |\./configure|CC=)"
for page in pages(root):
    # A script is shown as a whole, and what runs it is in a console block.
    text = re.sub(r"^    #!/bin/sh\n(?:    .*\n)*", "", text_of(root, page), flags=re.MULTILINE)
    commands = re.findall(COMMAND + ".*", text, re.MULTILINE)
    if commands and page not in OTHER_TESTS:
        wrong.append(f"{page} has commands outside of console blocks: {commands[0].strip()}")
    elif commands:
        print(f"skipped {page}: its commands are not run here: {OTHER_TESTS[page]}")
sys.exit("\n".join(wrong) or 0)
