# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reads.py - what a test reads: the files of the checkout, what was built, and the versions of the tools.

Keys, which are digests of all that, live here. A test that passed with a key need not run again with the same key.
The memory of keys (remembered.py) and the list of suites (test/run-tests) do not.

A key may change too often, and must never change too seldom. So what is built counts by its bytes, each
folder Inputs around a test counts as a whole, and a test also depends on each file, folder or pattern below %root that its
text names, and on each test, input or document that is named by it, or by an input that it names."""
import concurrent.futures
import functools
import glob
import hashlib
import os
import re
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Tests compare what these write or do. Those that cmake/setup.sh installs come on top.
TOOLS = ["g++", "gcc", "binutils", "libc6", "python3", "libomp5-19", "make", "lld-19"]
# Only those tests depend on one of these tools whose text, or that of what they run, tells so (remembered.py); a test depends on all else that is
# built. The rooms' own archives are in what is linked with them. What reads no more than an experiment's JSON depends on what prints that, and not on the report's tables. The library starts pomp-convert at a program's end, if POMP_TRACE names a format.
SINGLE = {"bin/pomp-report": r"pomp.report|REPORT", "tools/show/json": r"TEST_JSON", "bin/pomp-convert": r"convert|otf2|POMP_TRACE\W{1,5}[a-z]", "bin/pomp-archive": r"pomp.archive|POMP_ARCHIVE", "bin/pomp-scale": r"pomp.scale",
          "bin/pomp-runs": r"pomp.runs", "lib/libpomp_": r"libdir/libpomp_", "bin/pomp-top": r"pomp.top", "bin/pomp-control": r"pomp.control", "bin/pomp-exec": r"pomp.exec"}  # fmt: skip
# Who says this may use any of them.
ANY_TOOL = r"%(build|moved|cmake|manual)\b(?!/lib)|%bindir\b(?!/pomp-)|%libdir/[.]|%root(?![\w/])|(?<!usr)[\"'/]s?bin[\"'/](?!pomp-)"
UNCHANGED = "unchanged since it passed"
LIT_TEST = (".c", ".cpp", ".test")
LIT_SUITES = ("test/lit/", "test/package/", "test/page/", "test/real-time/", "test/runtime/")


def digest(parts):
    """Returns a digest of bytes and strings, which also depends on where one ends and the next begins."""
    total = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode()
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def output_of(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout


def is_elf(path):
    with open(path, "rb") as file:
        start = file.read(8)
    return start.startswith(b"\x7fELF") or start == b"!<arch>\n"


def built(path):
    """Reads something that was built. A comment, which moves nothing but debug information, does not change what it returns."""
    if not is_elf(path):
        with open(path, "rb") as file:
            return digest([file.read()])
    with tempfile.NamedTemporaryFile() as stripped:
        command = ["objcopy", "--strip-debug", "--enable-deterministic-archives", "--remove-section=.note.gnu.build-id"]
        done = subprocess.run([*command, path, stripped.name], stderr=subprocess.DEVNULL, check=False)
        with open(path if done.returncode else stripped.name, "rb") as file:
            return digest([file.read()])


class Checkout:
    """It holds the files of a checkout, and tells which of them a test reads."""

    def __init__(self, root=ROOT):
        self.root = root

    @functools.cached_property
    def names(self):
        """Returns every file, tracked or not, that is not ignored; without git, all outside of build/. A tree that was unpacked
        somewhere inside a checkout of something else has no git of its own."""
        names = set()
        if os.path.exists(os.path.join(self.root, ".git")) and shutil.which("git"):
            listed = output_of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=self.root)
            names = set(os.fsdecode(listed).split("\0")) - {""}
        if not names:
            for where, folders, files in os.walk(self.root):
                built_here = where == self.root
                folders[:] = [f for f in folders if f not in (".git", "__pycache__") and not (built_here and re.match("build(-|$)", f))]
                names.update(os.path.relpath(os.path.join(where, f), self.root) for f in files)
        return sorted(name for name in names if os.path.isfile(os.path.join(self.root, name)))

    @functools.lru_cache(maxsize=None)
    def content(self, name):
        with open(os.path.join(self.root, name), "rb") as file:
            return file.read()

    @functools.lru_cache(maxsize=None)
    def state(self, name):
        return digest([name, self.content(name)])

    def states(self, names):
        return digest(self.state(name) for name in sorted(set(names)))

    def below(self, *folders):
        """Returns the files of folders; a folder may also be a file."""
        return [name for name in self.names if any(name == f or name.startswith(f + "/") for f in folders)]

    @functools.lru_cache(maxsize=None)
    def is_test(self, name):
        """Tells whether lit takes it for a test."""
        return name.startswith(LIT_SUITES) and name.endswith(LIT_TEST) and "/Inputs/" not in name

    @functools.cached_property
    def by_name(self):
        """Tells which files are read by those who name them: documents, tests and inputs."""
        table = {}
        for name in self.names:
            if name.endswith(".md") or self.is_test(name) or "/Inputs/" in name:
                table.setdefault(os.path.basename(name), []).append(name)
        return table

    @functools.lru_cache(maxsize=None)
    def named_by(self, name):
        words = set(re.findall(r"[\w+-][\w.+-]*\.\w+", self.content(name).decode(errors="replace")))
        return [found for word in words for found in self.by_name.get(word, [])]

    def rooted(self, test):
        """Returns what a test's text names as %root/...: files, folders, patterns. With %root alone it may read all; but where CMake
        has it as its source, all but documents."""
        text, found = self.content(test).decode(errors="replace"), []
        for before, path in re.findall(r"(-S )?%root\b/?([\w./*+-]*)", text):
            if not path:
                found += [name for name in self.names if not (before and name.endswith(".md"))]
            for match in glob.glob(os.path.join(self.root, path), recursive=True):
                found += self.below(os.path.relpath(match, self.root))
        return found

    def inputs_around(self, name):
        """Returns the folders Inputs of a file's folder and those above; of an input, the one that it is in."""
        if "/Inputs/" in name:
            return self.below(name[: name.index("/Inputs/")] + "/Inputs")
        parts = os.path.dirname(name).split("/")
        return self.below(*("/".join([*parts[:n], "Inputs"]) for n in range(2, len(parts) + 1)))

    def read_by(self, test):
        """Returns what a test reads beside what every test of its suite does. A document that is named only by another document
        does not count, nor does what an input names that the test does not name."""
        found = {test, *self.rooted(test), *self.inputs_around(test)}
        todo, seen = [test], set()
        while todo:
            name = todo.pop()
            seen.add(name)
            for other in self.named_by(name):
                if name.endswith(".md") and not self.is_test(other):
                    continue
                found.add(other)
                if "/Inputs/" in other:
                    found.update(self.inputs_around(other))
                if other not in seen and not other.endswith(LIT_TEST):
                    todo.append(other)
        return found


@functools.lru_cache(maxsize=None)
def tools():
    packages = output_of("sh", os.path.join(ROOT, "cmake", "setup.sh"), "--list").decode().split()
    versions = output_of("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *sorted({*packages, *TOOLS}))
    return versions or output_of("clang-19", "--version")


@functools.lru_cache(maxsize=None)
def states_of_products(build):
    """Returns the state, by its name, of all that was built: programs, libraries, what goes with them, and how it was configured."""
    paths = [os.path.join(build, "CMakeCache.txt")]
    for folder in ("bin", "lib", "test/clock", "test/plugin", "test/programs"):
        for where, folders, files in os.walk(os.path.join(build, folder)):
            folders[:] = [f for f in folders if f != "CMakeFiles"]
            paths += [os.path.join(where, name) for name in files]
    paths = sorted(path for path in paths if os.path.isfile(path))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        return dict(zip((os.path.relpath(path, build) for path in paths), pool.map(built, paths)))


def json_state(build):
    """Returns the state of what prints JSON: the report's own objects for it, as the libraries below count for every test. Where these
    objects are not found, it is that of the whole report."""
    objects = sorted(glob.glob(os.path.join(build, "tools", "show", "CMakeFiles", "pomp_show.dir", "*json*.o")))
    return digest(map(built, objects)) if objects else states_of_products(build).get("bin/pomp-report", "")


def singles(build):
    """Returns the digest of each of the tools that not every test uses; a name may be what several begin with."""
    states = {**states_of_products(build), "tools/show/json": json_state(build)}
    return {name: digest([name, *(state for path, state in sorted(states.items()) if path == name or name.endswith("_") and path.startswith(name))]) for name in SINGLE}


def products(build, without=()):
    """Returns a digest of what was built, but for the files whose names begin like one of `without`."""
    return digest(part for item in states_of_products(build).items() if not item[0].startswith(tuple(without)) for part in item)
