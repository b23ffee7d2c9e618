# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""recipes.py ROOT FOLDER - holds CONTRIBUTING.md and HOWTO.md, whose readers change this project: what they name is there, and the path to a
first change leads where the page says.

Between backquotes stand files, which have to be there (NAME is any name), names of the sources, which some source has to have, targets of make,
and commands. What a test is said to complain with, between double quotes, stands in a source. The path's commands that change a file are done to a
copy of the sources in FOLDER, and messages-listed.test's own program says before and after what the page says that it does; the builds between them
are those of each test run."""
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys

root, folder = (os.path.abspath(path) for path in sys.argv[1:3])
PAGES = ("CONTRIBUTING.md", "HOWTO.md")
FILE = re.compile(r"[\w.*/-]*\w\.(?:c|cpp|h|def|py|test|txt|md|sh|symbols|tidy)$|[\w.*/-]+/$|\.[\w-]+$")
# Words that name no source: a value, a language's word, or what stands on a page.
WORDS = {"NAME", "PAGE", "URL", "Plugin", "Runtime", "Tools", "Tests", "Docs", "CMake"}
# CMake says this, and no source of ours.
OTHERS = {"Could not find POMP_LLVM_CONFIG"}


def sources():
    """Yields (path, text) of all files but pages and what is built."""
    for at, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "build", "node_modules", "__pycache__")]
        for name in names:
            path = os.path.relpath(os.path.join(at, name), root)
            if os.path.islink(os.path.join(root, path)) or os.path.getsize(os.path.join(root, path)) > 2000000:
                continue
            with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
                yield path, "" if name.endswith(".md") or path == "test/docs/recipes.py" else file.read()


def file_problem(word, paths):
    """Returns what is wrong with the name of a file, which may stand without its folder."""
    pattern = re.sub(r"NAME|PAGE", "*", word)
    if word.startswith("build/"):
        return None
    if pattern.endswith("/"):
        return None if any(path.startswith(pattern) or "/" + pattern in path for path in paths) else "no such folder"
    return None if any(fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, "*/" + pattern) for path in paths) else "no such file"


def name_problem(word, text):
    """Returns what is wrong with names of the sources: each part that is a name of ours has to stand there."""
    if word.startswith(("--", "-D")) or word.startswith("%"):
        return None if word in text else "no source has that"
    for name in re.findall(r"[A-Za-z_][\w-]*\w(?:…)?", re.sub(r'"[^"]*"', "", word)):
        plain = name.rstrip("…")
        pattern = re.escape(plain).replace("NAME", r"\w+")
        if plain not in WORDS and not re.search(rf"(?<!\w){pattern}" + ("" if name != plain else r"(?!\w)"), text):
            return f"no source has {plain}"
    return None


def make_problem(command, targets):
    wanted = [word for word in command.split()[1:] if "=" not in word and word != "NAME"]
    return next((f"Makefile has no target {word}" for word in wanted if word not in targets), None)


def run_problem(command, files):
    """Returns what is wrong with the suites, or with the filter, of a command that runs tests."""
    suites = re.findall(r'^    Suite\("([\w-]+)"', files["test/run-tests"], re.M)
    asked = re.search(r"test/run-tests(?: --[\w-]+(?: build)?)* (\S+)$", command)
    if asked and asked[1] not in [*suites, "SUITE"]:
        return f"test/run-tests has no suite {asked[1]}"
    filtered = re.search(r"lit\.py .*?(test/\w+) .*?--filter '?([^']+)'?", command)
    if filtered and not all(any(re.search(part, path) for path in files if path.startswith(filtered[1] + "/")) for part in filtered[2].split("|")):
        return f"{filtered[2]} fits no test of {filtered[1]}"
    return None


def problems_of(page, files, text, targets):
    """Yields what a page names and is not there."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        words = [line[4:]] if line.startswith("    ") else [next(filter(None, found)) for found in re.findall(r"`` ?(.+?) ?``|`([^`]+)`", line)]
        for word in words:
            commands = [part.strip() for part in word.split("&&")]
            if commands[0].startswith(("make", "git ", "cd ", "export ", "./", "sed ", "python3 ", "pomp-", "cmake ")) and (" " in word or word == "make"):
                for command in commands:
                    wrong = make_problem(command, targets) if command.split()[0] == "make" else run_problem(command, files)
                    for path in re.findall(r"(?<![\w/])(?:test|docs|examples|runtime|tools|include)/[\w./-]+", command):
                        wrong = wrong or file_problem(path if "." in os.path.basename(path) or path == "test/run-tests" else path.rstrip("/") + "/", files)
                    if wrong:
                        yield f"{page}:{number}: {command}: {wrong}"
                continue
            if FILE.match(word) and not word.startswith("--"):
                wrong = file_problem(word, files)
            elif "/" in word and re.fullmatch(r"[\w./-]+", word):
                wrong = None if word in files or any(path.startswith(word + "/") for path in files) or word.startswith("build") else "no such file"
            else:
                wrong = name_problem(word, text)
            if wrong:
                yield f"{page}:{number}: {word}: {wrong}"
        if line.startswith("|"):
            for said in re.findall(r'"([^"`]+)"', line.rsplit("|", 2)[-2]):
                # A source may put its words together of several.
                parts = [part for part in re.split(r"\s*…\s*|\s*NAME\s*", said) if part]
                if said not in OTHERS and not all(part in text for part in parts):
                    yield f"{page}:{number}: no source says {said!r}"


def preset_problems():
    """Yields presets that CONTRIBUTING.md lacks, or has and that are not there."""
    with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
        presets = {row["name"]: row["binaryDir"].removeprefix("${sourceDir}/") for row in json.load(file)["configurePresets"] if not row.get("hidden") and "binaryDir" in row}
    with open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8") as file:
        rows = dict(re.findall(r"^\| `([\w-]+)` \| `([\w/-]+)` \|", file.read(), re.M))
    if presets != rows:
        yield f"CONTRIBUTING.md: its table of builds is not CMakePresets.json: {sorted(set(presets.items()) ^ set(rows.items()))}"


def path_problems():
    """Yields where the path to a first change doesn't lead where CONTRIBUTING.md says."""
    with open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8") as file:
        section = file.read().split("## Ten minutes to a first change")[1].split("\n## ")[0]
    shutil.rmtree(folder, ignore_errors=True)
    edits = re.findall(r"^    (sed -i '.*' \S+)$", section, re.M)
    if len(edits) != 3 or "docs/messages.md differs" not in section:
        yield f"CONTRIBUTING.md: three edits are expected on the path, and there are {len(edits)}"
        return
    for name in ("runtime", "docs", "test", "include", "common", "tools", "clang-plugin", "cmake"):
        shutil.copytree(os.path.join(root, name), os.path.join(folder, name), ignore=shutil.ignore_patterns("build", "__pycache__"))
    for name in ("CMakeLists.txt", "VERSION"):
        shutil.copy(os.path.join(root, name), folder)

    def listed():
        """Returns what the test of the messages says, which the filter of the page's command names."""
        with open(os.path.join(folder, "test/runtime/messages-listed.test"), encoding="utf-8") as file:
            runs = re.findall(r"RUN: (%python .*)", file.read())
        said = ""
        for run in runs:
            words = run.replace("%python", sys.executable).replace("%inputs", os.path.join(folder, "test/runtime/Inputs")).replace("%root", folder)
            done = subprocess.run(["sh", "-c", words], cwd=folder, capture_output=True, text=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), check=False)
            said += done.stdout + done.stderr if done.returncode else ""
        return said if runs else "messages-listed.test runs nothing"

    before = listed()
    if before:
        yield f"CONTRIBUTING.md: messages-listed.test fails before the change: {before[-500:]}"
    for number, edit in enumerate(edits):
        path = os.path.join(folder, edit.split()[-1])
        with open(path, encoding="utf-8") as file:
            old = file.read()
        subprocess.run(["sh", "-c", edit], cwd=folder, check=True)
        with open(path, encoding="utf-8") as file:
            if file.read() == old:
                yield f"CONTRIBUTING.md: this changes nothing: {edit}"
        said = listed()
        if number == 0 and "docs/messages.md differs" not in said:
            yield f"CONTRIBUTING.md: after {edit} the test is to say that docs/messages.md differs: {said[-500:]}"
        if number == 2 and said:
            yield f"CONTRIBUTING.md: at the end of the path the test fails: {said[-500:]}"
    # The program's own test is not built here: it expects the words that the library now has.
    new = re.search(r"/([^/]*)\"?/' runtime/", edits[0])[1].strip('"')
    for name in ("runtime/libpompomp/base/messages.h", "test/runtime/nothing-measured.c"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            if new not in file.read():
                yield f"CONTRIBUTING.md: at the end of the path {name} has no {new!r}"
    shutil.rmtree(folder, ignore_errors=True)


def main():
    found = dict(sources())
    text = "\n".join(found.values())
    targets = set(re.search(r"^\.PHONY: (.*)$", found["Makefile"], re.M)[1].split())
    problems = [problem for page in PAGES for problem in problems_of(page, found, text, targets)]
    problems += [*preset_problems(), *path_problems()]
    if problems:
        sys.exit("\n".join(problems))


main()
