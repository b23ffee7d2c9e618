# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""recipes.py ROOT - checks that CONTRIBUTING.md and HOWTO.md, whose readers change this project, name nothing that is not there: files, names
of the sources, targets of make, what a test is said to complain with, and what an edit on the path to a first change replaces.

Not here: links (links.py), the presets (documented.py), and whether the recipes are whole, which their readers find out."""
import fnmatch
import os
import re
import sys

root = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(root, "test", "run"))
from reads import Checkout  # noqa: E402

# These are no names of sources: what stands for any word, and the areas of commits.
WORDS = {"NAME", "PAGE", "URL", "Plugin", "Runtime", "Tools", "Tests", "Docs", "CMake"}
ELSEWHERE = {"Could not find POMP_LLVM_CONFIG"}  # CMake says this, and no source of ours
FILE = re.compile(r"[\w.*/-]*\w\.(?:c|cpp|h|def|py|test|txt|md|sh|symbols|tidy)$|[\w.*/-]+/$")
COMMAND = re.compile(r"(?:make|git|cd|export|sed|python3|cmake|pomp-[\w-]+|\./\w+) ")

checkout = Checkout(root)
files = {name: checkout.content(name).decode("utf-8", "replace") for name in checkout.names}
sources = "\n".join(text for name, text in files.items() if not name.endswith(".md") and name != "test/docs/recipes.py")
targets = re.search(r"^\.PHONY: (.*)$", files["Makefile"], re.MULTILINE)[1].split()


def is_file(word):
    """A file may be without the folders that it is in, and NAME in it is any name."""
    pattern = re.sub(r"NAME|PAGE", "*", word) + ("*" if word.endswith("/") else "")
    return word.startswith("build") or any(fnmatch.fnmatch("/" + name, "*/" + pattern) for name in files)


def lacks(word):
    """Returns what a word in backquotes, or a command, names and is not there."""
    if COMMAND.match(word):
        edit = re.match(r"sed -i 's/(.*?)/.*' (\S+)$", word)
        missing = [] if not edit or edit[1].rstrip("$") in files.get(edit[2], "") else [edit[1]]
        missing += [part for part in re.findall(r"(?<![\w/$])(?:test|docs|examples|runtime|tools|include)/[\w./-]+", word) if not is_file(part) and not is_file(part + "/")]
        return missing + [name for part in re.findall(r"(?:^|&& )make ([\w-]+)", word) for name in [part] if name not in [*targets, "NAME"]]
    if FILE.match(word) or ("/" in word and re.fullmatch(r"[\w./-]+", word)):
        return [] if is_file(word) or is_file(word + "/") else [word]
    if word.startswith(("-", "%")):
        return [] if word in sources else [word]
    names = {name for name in re.findall(r"[A-Za-z_][\w-]*\w…?", re.sub(r'"[^"]*"', "", word)) if name not in WORDS}
    patterns = {name: re.escape(name.rstrip("…")).replace("NAME", r"\w+") + ("" if "…" in name else r"(?!\w)") for name in names}
    return [name for name, pattern in patterns.items() if not re.search(r"(?<!\w)" + pattern, sources)]


problems = []
for page in ("CONTRIBUTING.md", "HOWTO.md"):
    for number, line in enumerate(files[page].splitlines(), 1):
        words = [line[4:]] if line.startswith("    ") else [next(filter(None, found)) for found in re.findall(r"`` ?(.+?) ?``|`([^`]+)`", line)]
        problems += [f"{page}:{number}: there is no {name}" for word in words for name in lacks(word)]
        said = re.findall(r'"([^"`]+)"', line.rsplit("|", 2)[-2]) if line.startswith("|") else []
        # A source may put its words together of several.
        problems += [f"{page}:{number}: no source says {text!r}" for text in said if text not in ELSEWHERE and not all(part in sources for part in re.split(r"\s*…\s*|\s*NAME\s*", text))]
if problems:
    sys.exit("\n".join(problems))
