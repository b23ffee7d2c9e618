# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""elsewhere.py CHECKOUT BUILD WHAT: builds what `make dist` packs, in a folder elsewhere, without git and without ccache, once for all tests.

WHAT is `same`: whatever is installed from there is what is installed from BUILD, to the last byte. The plugin is built for one Clang there, as
those for others are made of the same sources, and take as long as all else. Or it is `debs`: Debian's
packages are made twice there, and are the same twice; their folder is printed. What the packages do does not live here
(container.py)."""
import contextlib
import fcntl
import filecmp
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys

# The choices that the user has made for BUILD are made elsewhere, too; paths are not.
CHOICES = re.compile(r"(CMAKE_BUILD_TYPE|CMAKE_INSTALL_\w+|CMAKE_C(?:XX)?_FLAGS\w*|POMP_\w+):(STRING|BOOL|UNINITIALIZED|PATH)=(.*)")
# Nor is what the user's environment says of caches, and of who answers for packages.
NOT_HANDED_ON = ("CCACHE", "LAUNCHER", "POMP_MAINTAINER", "DEBEMAIL", "DEBFULLNAME")
LAUNCHER = re.compile(r"CMAKE_C_COMPILER_LAUNCHER:\w+=(.+)")

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "test", "run"))
import clangs  # noqa: E402 pylint: disable=wrong-import-position,import-error
from reads import built, is_elf  # noqa: E402 pylint: disable=wrong-import-position,import-error


def run(*command, cwd=None, env=None, log=None):
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if log:
        with open(log, "w", encoding="utf-8") as file:
            file.write(done.stdout)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


class Elsewhere:
    """This is the folder elsewhere: the source that was unpacked, and its build."""

    def __init__(self, root, build):
        self.root, self.own_build = root, build
        self.folder = os.path.join(build, "test", "packages-of-another-folder")
        self.source, self.build = os.path.join(self.folder, "source"), os.path.join(self.folder, "source", "build")
        self.there = os.path.join(self.folder, "installed-there")
        self.env = {name: value for name, value in os.environ.items() if not any(word in name for word in NOT_HANDED_ON)}
        self.env["PATH"] = os.path.join(self.folder, "no-git") + ":" + self.env["PATH"]

    @contextlib.contextmanager
    def locked(self):
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, "lock"), "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def cached(self, pattern):
        """Returns the lines of the cache of the checkout's build that fit."""
        with open(os.path.join(self.own_build, "CMakeCache.txt"), encoding="utf-8") as cache:
            return [pattern.fullmatch(line.rstrip("\n")) for line in cache]

    def launcher(self):
        """Returns what comes before the compiler in the checkout's build, or None."""
        return next((m[1] for m in self.cached(LAUNCHER) if m), None)

    def choices(self):
        found = self.cached(CHOICES)
        return [f"-D{m[1]}={m[3]}" for m in found if m and not m[3].startswith((self.root, "/usr/include", "/usr/bin", "/usr/lib"))]

    def make(self):
        """Unpacks and builds, unless that has been done with the same files and choices."""
        packed = run(os.path.join(self.root, "packaging", "dist"), os.path.join(self.folder, "dist")).strip()
        with open(packed, "rb") as file:
            state = hashlib.sha256(file.read() + repr(self.choices()).encode()).hexdigest()
        stamp = os.path.join(self.folder, "built")
        with contextlib.suppress(OSError), open(stamp, encoding="utf-8") as file:
            if file.read() == state:
                return
        for name in ("source", "no-git", "built", "debs"):
            path = os.path.join(self.folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
        os.makedirs(os.path.join(self.folder, "no-git"))
        with open(os.path.join(self.folder, "no-git", "git"), "w", opener=lambda p, f: os.open(p, f, 0o755), encoding="utf-8") as file:
            file.write("#!/bin/sh\necho git is not to be called >&2\nexit 1\n")
        os.makedirs(self.source)
        run("tar", "xf", packed, "-C", self.source, "--strip-components=1")
        run("cmake", "--preset", "default", *self.choices(), cwd=self.source, env=self.env)
        run("cmake", "--build", self.build, "--target", "tested", "-j", str(len(os.sched_getaffinity(0))), cwd=self.source, env=self.env, log=os.path.join(self.folder, "log"))
        self.install(self.build, self.there)  # now, as the packages are made of the same build, with other folders
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(state)

    def install(self, build, where):
        shutil.rmtree(where, ignore_errors=True)
        run("cmake", "--install", build, "--prefix", "/opt/pompinst", env=dict(self.env, DESTDIR=where))


def names_below(where):
    return {os.path.relpath(os.path.join(at, f), where) for at, _, files in os.walk(where) for f in files}


def equal(first, second, but_debug=False):
    if os.path.islink(first) or os.path.islink(second):
        return os.path.islink(first) and os.path.islink(second) and os.readlink(first) == os.readlink(second)
    modes = [os.stat(path).st_mode & 0o111 for path in (first, second)]
    if modes[0] == modes[1] and filecmp.cmp(first, second, shallow=False):
        return True
    return but_debug and modes[0] == modes[1] and is_elf(first) and is_elf(second) and built(first) == built(second)


def compare(here, theirs, names, but_debug=False):
    pairs = [(name, os.path.join(here, name), os.path.join(theirs, name)) for name in sorted(names)]
    return [f"{name} is another here than there" for name, *paths in pairs if not equal(*paths, but_debug)]


def same(elsewhere):
    here, there = os.path.join(elsewhere.folder, "installed-here"), elsewhere.there
    elsewhere.install(elsewhere.own_build, here)
    names, others = names_below(here), names_below(there)
    names -= {name for name in names if any(os.path.basename(name) == f"libpompinst-{version}.so" for version in clangs.OTHERS)}
    wrong = [f"{name} is installed in one place only" for name in sorted(names ^ others)]
    # ccache may have the compiler see relative paths (CCACHE_BASEDIR), and then debug information has these.
    launcher = elsewhere.launcher()
    wrong += compare(here, there, names & others, but_debug=bool(launcher))
    for kind in ("libpompomp.so.1", "libpompomp.a", "libpompinst-19.so", "pomp-report", "pomp-clang"):
        if not any(os.path.basename(name) == kind for name in names & others):
            wrong.append(f"{kind} was not compared")
    # Nothing names the folders, or equal folders would hide it.
    for name in sorted(others):
        path = os.path.join(there, name)
        with open(path, "rb") as file:
            if elsewhere.folder.encode() in file.read():
                wrong.append(f"{name} has the name of the folder in it")
    how = f", but perhaps for debug information, as {launcher} compiled here" if launcher else ""
    print("\n".join(wrong) if wrong else f"{len(names)} files are the same{how}")
    return not wrong


def debs(elsewhere):
    target = os.path.join(elsewhere.folder, "debs")
    if os.path.exists(target):
        print(target)
        return True
    makes, made = os.path.join(elsewhere.source, "packaging", "debs"), os.path.join(elsewhere.build, "debs")
    first = target + ".first"
    shutil.rmtree(first, ignore_errors=True)
    run("cmake", f"-DPOMP_LLVM={clangs.DEFAULT}", elsewhere.build, env=elsewhere.env)
    run(makes, elsewhere.build, cwd=elsewhere.source, env=elsewhere.env)
    os.rename(made, first)
    run(makes, elsewhere.build, cwd=elsewhere.source, env=elsewhere.env)
    names = {os.path.basename(path) for path in glob.glob(first + "/*.deb")}
    wrong = compare(first, made, names) if names == set(os.listdir(made)) and names else [f"{names} and {os.listdir(made)}"]
    if wrong:
        print("\n".join(wrong))
        return False
    os.rename(made, target)
    shutil.rmtree(first)
    print(target)
    return True


def main():
    root, build, what = sys.argv[1:]
    elsewhere = Elsewhere(root, build)
    with elsewhere.locked():
        elsewhere.make()
        return 0 if {"same": same, "debs": debs}[what](elsewhere) else 1


if __name__ == "__main__":
    sys.exit(main())
