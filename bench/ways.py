# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ways.py - builds one OpenMP program the ways that the benchmarks compare, and runs these side by side.

Not here: what is measured and how it is printed (the benchmarks). A way that this machine can't build is left out, and
`missing` says why."""
import os
import shutil
import statistics
import subprocess

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
COMPILER = "clang-19"

# opari2 wants to find this in a preprocessed file: its declarations, and a mark behind them.
MARK = "#include <opari2/pomp2_lib.h>\n#include <opari2/pomp2_user_lib.h>\n___POMP2_INCLUDE___\n"


class Ways:
    """It has executables by the name of the way: `programs[way]` is (path, environment that goes with it)."""

    def __init__(self, build, work, flags=("-O2",)):
        self.build, self.work, self.flags = os.path.abspath(build), work, list(flags)
        self.programs, self.missing = {}, []
        # Here programs find nothing of what others left behind, and leave their own.
        self.environment = dict(os.environ, POMP_SUMMARY="0", OMP_DYNAMIC="false")
        for name in ("OMP_TOOL", "OMP_TOOL_LIBRARIES", "POMP_ENABLE", "POMP_FILTER", "POMP_EXPERIMENT_DIR"):
            self.environment.pop(name, None)

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

    def _shared(self, name):
        path = os.path.join(self.work, f"lib{name}.so")
        done = self._clang("-fPIC", "-shared", os.path.join(BENCH, "peers", name + ".c"), "-o", path)
        if done.returncode:
            raise SystemExit(f"bench/peers/{name}.c does not compile:\n{done.stderr}")
        return path

    def command(self, way, arguments, threads):
        """Returns the arguments of subprocess.run that run a way."""
        path, environment = self.programs[way]
        return dict(args=[path, *map(str, arguments)], cwd=self.work,
                    env=dict(self.environment, OMP_NUM_THREADS=str(threads), **environment))  # fmt: skip

    def clean(self):
        """Removes what measured programs have left."""
        for entry in os.listdir(self.work):
            if entry.startswith("pomp-"):
                shutil.rmtree(os.path.join(self.work, entry))


def quartiles(values):
    """Returns lower quartile, median and upper quartile."""
    if len(values) < 3:
        return min(values), statistics.median(values), max(values)
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def print_table(head, rows, widths):
    """Prints the first column to the left, the others to the right."""
    for row in [head, *rows]:
        cells = [f"{row[0]:<{widths[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:])]
        print("".join(cells).rstrip(), flush=True)
