# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trial.py - tries one program: plain against instrumented, and against the prediction.

What lives here: the commands, and the comparison. What does not: generating programs, shrinking them."""
import collections
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "test", "runtime", "Inputs"), os.path.join(ROOT, "test", "run")]

# pylint: disable=wrong-import-position
import converted  # noqa: E402
from leaving import JumpingFunction  # noqa: E402
from registrations import remove_dead  # noqa: E402
from tree import UNINSTRUMENTED  # noqa: E402

CLANG = {"c": "clang-19", "cpp": "clang++-19"}
FLAGS = ["-fopenmp", "-fuse-ld=lld", "-fno-caret-diagnostics", "-Wall", "-Wno-unknown-pragmas", "-Wno-openmp"]
FLAGS += ["-Wno-pass-failed"]  # what the optimiser could do with a loop may differ
THREADS = (1, 2, 4)
COMPILE_TIMEOUT, RUN_TIMEOUT = 60, 30

# OMPT has no event for the roles of the first list, and tells of master as of masked.
UNTOLD = {"atomic", "cancel", "section", "user", "thread", "reduction", "taskyield", "concurrent loop", "target"}
ALIKE = {"master": "masked"}
# A concurrent loop is a loop or nothing, and Clang puts a barrier behind copyin. Of a combined taskloop the source's events have no master, and
# all members meet it; OMPT tells nothing of what is ordered by clauses, or in simd loops. A distribute that is combined
# with teams has no events, and Clang may put a barrier behind its reduction, and behind lastprivate. Of a combined
# distribute OMPT alone tells the loop. Whether a test of a lock fails is chance.
COMBINED, CONCURRENT = ("master taskloop", "masked taskloop"), ("omp loop", "parallel loop", "teams loop", "(loop ", " loop bind")
APART = {"masked": COMBINED, "taskloop": COMBINED, "loop": (*CONCURRENT, "distribute parallel for"), "barrier": (*CONCURRENT, "copyin(", "lastprivate(", "teams distribute"),
         "distribute": ("teams distribute", "teams loop"),
         "lock": ("omp_test_",), "ordered": ("ordered(", "ordered depend", "ordered simd", "doacross")}  # fmt: skip

# This says what went wrong, and whose fault it is at first sight.
PLAIN = ("plain-compile", "plain-warns", "plain-hangs", "plain-status", "plain-counts", "plain-unstable")


class Failure(Exception):
    """`kind` is a word that a shrunk program must also show."""

    def __init__(self, kind, detail=""):
        super().__init__(kind)
        self.kind, self.detail = kind, detail

    @property
    def plain(self):
        return self.kind in PLAIN


class Trial:
    """It holds a program in a directory of its own."""

    def __init__(self, program, build, where):
        self.program, self.build, self.where = program, build, where
        self.commands = []

    def write(self):
        shutil.rmtree(self.where, ignore_errors=True)
        os.makedirs(self.where)
        for name, text in self.program.files_of().items():
            with open(os.path.join(self.where, name), "w", encoding="utf-8") as file:
                file.write(text)

    def command(self, arguments, kind, timeout, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "LIBOMP_", "POMP_"))}
        environment.update(variables, LC_ALL="C")
        self.commands.append(" ".join([f"{k}={shlex.quote(v)}" for k, v in variables.items()] + [shlex.join(arguments)]))
        try:
            return subprocess.run(arguments, cwd=self.where, env=environment, stdin=subprocess.DEVNULL, timeout=timeout,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired:
            remove_dead()
            raise Failure(kind + "-hangs", self.commands[-1]) from None

    def compile(self):
        base = [CLANG[self.program.language], *FLAGS, *self.program.flags, self.program.main_file]
        lib = os.path.join(self.build, "lib")
        plain = self.command(base + ["-o", "plain"], "plain-compile", COMPILE_TIMEOUT)
        if plain.returncode:
            raise Failure("plain-compile", plain.stderr)
        more = [f"-fplugin={lib}/libpompinst.so", f"-fplugin-arg-pompinst-barriers={self.program.barriers}", f"-L{lib}", "-lpompomp", f"-Wl,-rpath,{lib}"]
        done = self.command(base + more + ["-o", "instrumented"], "compile", COMPILE_TIMEOUT)
        if done.returncode:
            raise Failure("compile", done.stderr)
        if done.stderr != plain.stderr:
            raise Failure("messages", f"--- plain\n{plain.stderr}--- instrumented\n{done.stderr}")
        if plain.stderr:
            raise Failure("plain-warns", plain.stderr)

    def run(self, threads):
        # The second variable lets libomp make as many teams as a program wants, whatever the machine. With the third, the threads
        # of the team execute targets with nowait: libomp 19 may crash by itself where hidden helper threads do.
        number = {"OMP_NUM_THREADS": str(threads), "KMP_TEAMS_THREAD_LIMIT": "16", "LIBOMP_USE_HIDDEN_HELPER_TASK": "0"}
        if self.program.cancellation:
            number["OMP_CANCELLATION"] = "true"
        plain = self.command(["./plain"], "plain", RUN_TIMEOUT, **number)
        if plain.returncode != self.program.exit_status:
            raise Failure("plain-status", f"{plain.returncode}\n{plain.stderr}")
        prediction = self.program.predict(threads)
        self.check_probes(plain.stdout, prediction)
        experiment = f"x{threads}"
        trace = {"POMP_TRACE": "1"} if self.program.traced else {}
        done = self.command(["./instrumented"], "instrumented", RUN_TIMEOUT, **number, **trace, POMP_SUMMARY="0",
                            POMP_EXPERIMENT_DIR=experiment)
        if (done.returncode, done.stderr) != (plain.returncode, plain.stderr):
            raise Failure("status", f"{plain.returncode}, {done.returncode} instrumented\n{done.stderr}")
        if done.stdout != plain.stdout:
            self.blame_output(plain.stdout, done.stdout, number)
        self.check_visits(experiment, prediction)
        self.check_told(plain, experiment, number)
        if trace and os.path.exists(os.path.join(self.where, experiment)):
            self.check_trace(experiment)

    def check_told(self, plain, experiment, number):
        """The plain program does under pomp-exec what it does without, and what OMPT tells of it has as many visits of each kind of region
        as the source's events, but for loops without iterations, which may call nothing. Code of devices and between noinstrument and
        instrument has none of those, and what is cancelled has other visits each time."""
        told = experiment + "-told"
        done = self.command([os.path.join(self.build, "bin", "pomp-exec"), "--summary=0", "--out", told, "./plain"], "told", RUN_TIMEOUT, **number)
        if (done.returncode, done.stderr) != (plain.returncode, plain.stderr):
            raise Failure("told-status", f"{plain.returncode}, {done.returncode} under pomp-exec\n{done.stderr}")
        if done.stdout != plain.stdout:
            self.blame_output(plain.stdout, done.stdout, number, "told-output")
        text = " ".join(self.program.files_of().values())
        if self.program.cancellation or self.has_plain_code() or self.has_device_code() or not os.path.exists(os.path.join(self.where, experiment)):
            return
        counts, true = self.told_visits(told), self.told_visits(experiment)
        apart = {role for role, words in APART.items() if any(word in text for word in words)}
        bad = [f"{' '.join(key)}: {counts[key]} visits told, {true[key]} of the source"
               for key in sorted(counts.keys() | true.keys())
               if not (counts[key] <= true[key] if key[0] == "loop" else counts[key] == true[key]) and key[0].split()[0] not in apart]
        if bad:
            raise Failure("told-visits", "\n".join(bad))

    def has_plain_code(self):
        """True if some of the source is to be left as it is."""
        return any(word in text for text in self.program.files_of().values() for word in ("noinstrument", "inst off"))

    def has_device_code(self):
        """Tells whether a target region has constructs, of which the source has no events."""
        moves = ("target data", "target enter data", "target update", "target exit data")
        for node in self.program.nodes():
            name = getattr(node, "name", None)
            if not isinstance(name, str) or not name.startswith("target") or name in moves:
                continue
            if name != "target" or sum(inner.own_constructs() for inner in node.nodes()) > node.own_constructs():
                return True
        return False

    def told_visits(self, experiment):
        done = self.command([os.path.join(self.build, "bin", "pomp-report"), "--json", experiment], "report", RUN_TIMEOUT)
        if done.returncode:
            raise Failure("report", done.stderr)
        visits = collections.Counter()
        for region in json.loads(done.stdout)["regions"]:
            if region["role"] not in UNTOLD:
                named = "critical" in region["role"] or region["role"] == "lock"
                visits[ALIKE.get(region["role"], region["role"]), region["name"] if named else ""] += region["visits"]
        return +visits

    def blame_output(self, expected, got, number, kind="output"):
        for _ in range(10):
            again = self.command(["./plain"], "plain", RUN_TIMEOUT, **number)
            if again.stdout != expected:
                raise Failure("plain-unstable", difference(expected, again.stdout))
        raise Failure(kind, difference(expected, got))

    def check_probes(self, output, prediction):
        bad = []
        for line in output.splitlines():
            words = line.split()
            if words[0].startswith("h"):
                probe, count = int(words[0][1:]), int(words[1])
                if prediction.hits.get(probe, 0) != count and probe not in self.program.unpredicted:
                    bad.append(f"probe {probe}: {count} hits instead of {prediction.hits.get(probe, 0)}")
        if bad:
            raise Failure("plain-counts", "\n".join(bad))

    def check_visits(self, experiment, prediction):
        done = self.command([os.path.join(self.build, "bin", "pomp-report"), "--json", experiment], "report", RUN_TIMEOUT)
        report = {"regions": [], "experiment": {}}
        if done.returncode == 0:
            report = json.loads(done.stdout)
        elif any(key[3] in ("fork", "teams") or key[2] == "region" for key in prediction.visits):
            # A program without any of those may leave nothing behind.
            raise Failure("report", done.stderr)
        visits, calls = collections.Counter(), collections.defaultdict(set)
        for region in report["regions"]:
            # A taskloop has as many tasks as it likes; and the number is open in code that is not instrumented.
            made_by_libomp = region["role"] == "task" and (region["construct"] != "task" or not region["file"])
            # OMPT tells the constructs of code that is not instrumented, as in target regions: with a column, or without -g with no file.
            is_of_runtime = region["role"] == "lock" or region["construct"] in UNINSTRUMENTED.values()
            place = os.path.basename(region["file"] or ""), region["begin_line1"] or 0
            key = *place, region["construct"], region["role"], region["sub_name"] or ""
            told = not is_of_runtime and (not region["file"] or re.search(r":\d+:\d+$", region["where"]) and key not in prediction.visits)
            if region["role"] != "thread" and region["visits"] and not made_by_libomp and not told:
                if is_of_runtime:
                    calls[region["construct"]].add(place)
                    place = "", 0
                visits[(*place, region["construct"], region["role"], region["sub_name"] or "")] += region["visits"]
        if done.returncode:
            visits = prediction.visits
        self.settle_teams(visits, prediction)
        if self.has_plain_code():  # OMPT tells its calls of lock routines, too
            for key in visits:
                if key[3] == "lock" and visits[key] > prediction.visits[key]:
                    visits[key] = prediction.visits[key]
        bad = [f"{' '.join(map(str, key))}: {visits[key]} visits instead of {prediction.visits[key]}"
               for key in sorted((set(visits) | set(prediction.visits)) - prediction.open)
               if visits[key] != prediction.visits[key]]
        if done.returncode == 0:
            bad += self.wrong_calls(calls, prediction)
        if bad:
            raise Failure("visits", "\n".join(bad))
        self.check_jumps(report)
        counts = {count: report["experiment"].get(count, 0) for count in ("unfinished", "repaired", "ignored", "lost")}
        # A region that is left ends with the one around it, or, on a worker or outside of functions, perhaps never.
        left = counts["unfinished"] + counts["repaired"]
        least = prediction.left if done.returncode == 0 else 0
        if counts["ignored"] or counts["lost"] or not least <= left <= prediction.left_most:
            raise Failure("balance", f"{counts}, and {least} to {prediction.left_most} regions are left")

    def check_jumps(self, report):
        """No function calls itself. So one that jumps is never below itself, if what it has left is closed."""
        jumping = {f.name for f in self.program.functions if isinstance(f, JumpingFunction)}
        regions, above = report["regions"], [set()]
        for path in report.get("callpaths", [])[1:]:
            region = regions[path["region"]]
            own = {region["sub_name"]} if region["construct"] == "function" else set()
            outer = above[path["parent"]]
            if own & outer & jumping:
                raise Failure("paths", f"{own} in itself")
            above.append(outer | own)

    @staticmethod
    def settle_teams(visits, prediction):
        """Takes what was measured for the threads of teams that are as large as libomp likes, if it can be: each member has one
        barrier."""
        team, barrier = (("", 0, UNINSTRUMENTED["fork"], role, "") for role in ("team", "barrier"))
        if prediction.teams_open and visits[team] >= prediction.visits[team]:
            prediction.visits[team] = prediction.visits[barrier] = visits[team]

    def wrong_calls(self, calls, prediction):
        """Compares the places of constructs that stand for the address of a call, which the debug information says, if there is
        any. The optimiser makes one call of several, so that only without it each place must be there."""
        debug, exact = "-g" in self.program.flags, "-O0" in self.program.flags
        bad = []
        for construct in sorted(set(calls) | set(prediction.calls) if debug else calls):
            wanted = prediction.calls[construct] if debug else {("", 0)}
            if "lock" in construct and self.has_plain_code():
                wanted = wanted | calls[construct]
            bad += [f"{construct}: a call at {place}, where none is" for place in sorted(calls[construct] - wanted)]
            is_open = any(key[2] == construct for key in prediction.open)
            if debug and exact and not is_open:
                bad += [f"{construct}: no call at {place}" for place in sorted(prediction.calls[construct] - calls[construct])]
        return bad

    def check_trace(self, experiment):
        """Checks the profile that follows from the trace, and the visits in each format that it can be converted to."""
        report, convert = (os.path.join(self.build, "bin", name) for name in ("pomp-report", "pomp-convert"))
        done = [self.command([report, "--json", *option, experiment], "report", RUN_TIMEOUT) for option in ([], ["--from-trace"])]
        if done[1].returncode or done[1].stderr or done[0].stdout != done[1].stdout:
            raise Failure("trace", done[1].stderr or difference(done[0].stdout, done[1].stdout))
        self.commands.append(f"{convert} --to FORMAT {experiment}, each of them")
        try:
            converted.convert_and_check(convert, os.path.join(self.where, experiment), json.loads(done[0].stdout))
        except (AssertionError, SystemExit) as wrong:
            raise Failure("converted", str(wrong)) from None

    def go(self):
        self.write()
        self.compile()
        for threads in THREADS:
            self.run(threads)


def difference(expected, got):
    expected, got = expected.splitlines(), got.splitlines()
    lines = [f"{a} | {b}" for a, b in zip(expected, got) if a != b]
    return "\n".join(lines + [f"{len(expected)} lines, {len(got)} lines"])
