# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ways.py - builds one OpenMP program the ways that the benchmarks compare.

A way that this machine can't build is left out, and `missing` says why. Not here: how programs run (runs.py), what is measured and how it is printed
(the benchmarks)."""
import os
import shutil
import subprocess

import runs

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
COMPILER = "clang-19"

# opari2 wants to find this in a preprocessed file: its declarations, and a mark behind them.
MARK = "#include <opari2/pomp2_lib.h>\n#include <opari2/pomp2_user_lib.h>\n___POMP2_INCLUDE___\n"


def linked(build, work, source, *flags):
    """Compiles a program of the benchmarks that calls the runtime by itself, and links to that. Returns its path."""
    path = os.path.join(work, os.path.splitext(source)[0])
    library = os.path.join(build, "lib")
    runs.run([COMPILER, "-O2", "-fopenmp", "-pthread", "-I", os.path.join(ROOT, "include"), os.path.join(BENCH, source), "-o", path,
              f"-L{library}", "-lpompomp", f"-Wl,-rpath,{library}", "-lm", *flags])  # fmt: skip
    return path


class Ways:
    """It has executables by the name of the way: `programs[way]` is (path, environment that goes with it)."""

    def __init__(self, build, work, flags=("-O2",)):
        self.build, self.work, self.flags = os.path.abspath(build), work, list(flags)
        self.programs, self.missing = {}, []

    def _path(self, source, way):
        stem = os.path.splitext(os.path.basename(source))[0]
        return os.path.join(self.work, f"{stem}-{way.replace(' ', '-')}")

    def _clang(self, *arguments):
        return subprocess.run([COMPILER, *self.flags, "-fopenmp", *arguments], capture_output=True, text=True)

    def _built(self, way, done, path, environment=None):
        if done.returncode == 0:
            self.programs[way] = (path, environment or {})
            return True
        lines = [line for line in done.stderr.splitlines() if "error:" in line] or ["no message"]
        self.missing.append(f"{way}: left out, it does not build: {lines[0]}")
        return False

    def plain(self, source):
        path = self._path(source, "plain")
        done = self._clang(source, "-o", path, "-lm")
        if not self._built("plain", done, path):
            raise SystemExit(f"{source} does not compile:\n{done.stderr}")

    def pompinst(self, way, source, *options, environment=None):
        """Compiles with our plugin and its options, and links to the runtime."""
        path = self._path(source, way)
        library = os.path.join(self.build, "lib")
        done = self._clang(f"-fplugin={library}/libpompinst.so", *(f"-fplugin-arg-pompinst-{o}" for o in options), source,
                           "-o", path, f"-L{library}", "-lpompomp", f"-Wl,-rpath,{library}", "-lm")  # fmt: skip
        return self._built(way, done, path, environment)

    def again(self, way, other, environment):
        """Takes the executable of another way, in another environment."""
        if other in self.programs:
            self.programs[way] = (self.programs[other][0], environment)

    def opari2(self, way, source):
        """Lets OPARI2 rewrite, and links to a POMP2 library that does nothing."""
        if not shutil.which("opari2") or not os.path.exists("/usr/include/opari2/pomp2_lib.h"):
            self.missing.append(f"{way}: left out, opari2 is not installed (Debian: opari2, libpomp2-dev)")
            return
        library = self._shared("pomp2-empty")
        path = self._path(source, way)
        with open(path + ".mark.h", "w", encoding="utf-8") as file:
            file.write(MARK)
        self._clang("-E", "-include", path + ".mark.h", source, "-o", path + ".i")
        subprocess.run(["opari2", "--c", "--preprocessed", path + ".i", path + ".c"], cwd=self.work, check=True)
        self._built(way, self._clang("-w", path + ".c", "-o", path, library, f"-Wl,-rpath,{self.work}", "-lm"), path)

    def ompt(self, way):
        """Runs the plain program with an OMPT tool whose callbacks do nothing."""
        self.again(way, "plain", {"OMP_TOOL_LIBRARIES": self._shared("ompt-empty")})

    def preloaded(self, way):
        """Runs the plain program with our library before it, which takes all from OMPT."""
        self.again(way, "plain", {"LD_PRELOAD": os.path.join(self.build, "lib", "libpompomp.so")})

    def _shared(self, name):
        path = os.path.join(self.work, f"lib{name}.so")
        done = self._clang("-fPIC", "-shared", os.path.join(BENCH, "peers", name + ".c"), "-o", path)
        if done.returncode:
            raise SystemExit(f"bench/peers/{name}.c does not compile:\n{done.stderr}")
        return path

    def run(self, way, arguments, threads, before=(), **how):
        """Runs a way, in the folder of the programs, with words before the command."""
        path, environment = self.programs[way]
        return runs.run([*before, path, *map(str, arguments)], cwd=self.work,
                        env=runs.environment(OMP_NUM_THREADS=str(threads), **environment), **how)  # fmt: skip

    def clean(self):
        """Removes what measured programs have left."""
        for entry in os.listdir(self.work):
            if entry.startswith("pomp-"):
                shutil.rmtree(os.path.join(self.work, entry))
