#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_remembering.py - tests that what passed is run again when anything that it reads has changed, and only then; and that a test
which hangs, or fails once, takes no other one with it.

What lives here: a small checkout, changes of it, and what they must cost; and lit's own runs of a small suite."""
import contextlib
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

# pylint: disable=wrong-import-position
import later  # noqa: E402
import littests  # noqa: E402
import outcomes  # noqa: E402
import programs  # noqa: E402
import reads  # noqa: E402
import registrations  # noqa: E402
import touched  # noqa: E402
import whole  # noqa: E402

FILES = {
    "test/lit/plain.c": "// RUN: %clang %s",
    "test/lit/same/one.c": "// RUN: %same %s",
    "test/lit/same/Inputs/only.h": "int x;",
    "test/lit/doc.test": "# RUN: %python %inputs/table.py docs/table.md",
    "test/lit/by-input.test": "# RUN: %python %S/Inputs/lists.py",
    "test/lit/names-other.test": "# RUN: %clang %S/same/one.c",
    "test/lit/sources.test": "# RUN: %clang %root/runtime/base/*.c -I %root/include",
    "test/lit/whole.test": "# RUN: %python %S/Inputs/all.py %root",
    "test/lit/cmake.test": "# RUN: %cmake -S %root -B build",
    "test/lit/other-inputs.test": "# RUN: %python %root/test/runtime/Inputs/check.py",
    "test/lit/Inputs/table.py": "print()",
    "test/lit/Inputs/lists.py": "open('docs/list.md')",
    "test/lit/Inputs/all.py": "",
    "test/runtime/run.c": "// RUN: %program %s",
    "test/runtime/Inputs/check.py": "import helper",
    "test/runtime/Inputs/helper.py": "",
    "runtime/base/clock.c": "int clock;",
    "runtime/base/clock.h": "",
    "runtime/life/start.c": "int start;",
    "docs/table.md": "See list.md, and one.c.",
    "docs/list.md": "a",
    "docs/other.md": "a, b",
    "README.md": "words",
}
# These read all of the checkout.
WHOLE = {"test/lit/whole.test", "test/lit/cmake.test"}
TESTS = [name for name in FILES if name.startswith("test/") and "/Inputs/" not in name]


class Reads(unittest.TestCase):
    """Returns which tests a change of one file runs again."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def keys(self):
        checkout = reads.Checkout(self.root)
        return {test: checkout.states(checkout.read_by(test)) for test in TESTS if os.path.exists(os.path.join(self.root, test))}

    def changed_by(self, name, text="something else"):
        before = self.keys()
        self.write(name, text)
        after = self.keys()
        return {test for test in TESTS if before[test] != after[test]}

    def test_nothing(self):
        self.assertEqual(self.keys(), self.keys())

    def test_a_test_itself(self):
        self.assertEqual(self.changed_by("test/lit/plain.c"), {"test/lit/plain.c", *WHOLE})

    def test_another_test_that_is_named(self):
        self.assertEqual(self.changed_by("test/lit/same/one.c"),
                         {"test/lit/same/one.c", "test/lit/names-other.test", "test/lit/doc.test", *WHOLE})  # fmt: skip

    def test_inputs_around(self):
        self.assertEqual(self.changed_by("test/lit/same/Inputs/only.h"), {"test/lit/same/one.c", *WHOLE})
        self.assertEqual(self.changed_by("test/lit/Inputs/table.py"), {t for t in TESTS if t.startswith("test/lit/")})

    def test_a_new_input(self):
        self.assertIn("test/lit/same/one.c", self.changed_by("test/lit/same/Inputs/new.h"))

    def test_inputs_of_another_suite(self):
        self.assertEqual(self.changed_by("test/runtime/Inputs/helper.py"),
                         {"test/runtime/run.c", "test/lit/other-inputs.test", *WHOLE})  # fmt: skip

    def test_documents(self):
        self.assertEqual(self.changed_by("docs/other.md"), {"test/lit/whole.test"})
        self.assertEqual(self.changed_by("README.md"), {"test/lit/whole.test"})
        self.assertEqual(self.changed_by("docs/table.md", "Now it names nothing."), {"test/lit/doc.test", "test/lit/whole.test"})
        self.assertEqual(self.changed_by("docs/list.md"), {"test/lit/by-input.test", "test/lit/whole.test"})

    def test_sources(self):
        self.assertEqual(self.changed_by("runtime/base/clock.c"), {"test/lit/sources.test", *WHOLE})
        self.assertEqual(self.changed_by("runtime/base/new.c"), {"test/lit/sources.test", *WHOLE})
        self.assertEqual(self.changed_by("runtime/life/start.c"), WHOLE)


class Built(unittest.TestCase):
    """Checks that what is built counts by what it does."""

    def compiled(self, text, *flags, name="library.so"):
        with tempfile.TemporaryDirectory() as where:
            source = os.path.join(where, "source.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run(["clang-19", "-g", "-O1", "-shared", "-fPIC", *flags, "source.c", "-o", name], cwd=where, check=True)
            return reads.built(os.path.join(where, name))

    def test_comments_are_nothing(self):
        text = "int f(int x) { return x + 1; }\n"
        self.assertEqual(self.compiled(text), self.compiled("/* Two\n   lines. */\n" + text, "-Wl,--build-id"))

    def test_code_and_data_are_something(self):
        one = self.compiled("int f(int x) { return x + 1; }\n")
        self.assertNotEqual(one, self.compiled("int f(int x) { return x + 2; }\n"))
        self.assertNotEqual(one, self.compiled("int g(int x) { return x + 1; }\n"))
        self.assertNotEqual(self.compiled("const char t[] = \"a\";"), self.compiled("const char t[] = \"b\";"))

    def test_products(self):
        with tempfile.TemporaryDirectory() as build:
            os.makedirs(build + "/bin")
            seen = set()
            for text in ("one", "two"):
                with open(build + "/bin/script", "w", encoding="utf-8") as file:
                    file.write(text)
                reads.states_of_products.cache_clear()
                seen.add(reads.products(build))
            os.rename(build + "/bin/script", build + "/bin/other")
            reads.states_of_products.cache_clear()
            seen.add(reads.products(build))
            self.assertEqual(len(seen), 3)
            self.assertNotEqual(reads.products(build), reads.products(build, ["bin/other"]))
            self.assertEqual(reads.products(build), reads.products(build, ["lib/"]))


class Keys(unittest.TestCase):
    """Returns what is in the key of each of lit's tests beside what it reads."""

    def setUp(self):
        self.module = littests
        for name in ("products", "singles", "tools", "CHECKOUT"):
            self.addCleanup(setattr, littests, name, getattr(littests, name))
        where = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, where)
        self.path = os.path.join(where, "keys")
        self.module.products, self.module.tools = lambda build, without: f"products of {build} without {without}", lambda: "versions"
        self.module.singles = lambda build: {}

    def keys(self, *arguments):
        self.module.write_keys(self.path, *arguments)
        with open(self.path, encoding="utf-8") as file:
            keys = json.load(file)["keys"]
        self.assertGreater(len(keys), 50)
        return keys

    def differs(self, one, other):
        self.assertEqual(one.keys(), other.keys())
        self.assertTrue(all(one[test] != other[test] for test in one))

    def test_all_that_counts(self):
        keys = self.keys("build", "test/runtime", ())
        self.assertEqual(keys, self.keys("build", "test/runtime", ()))
        self.differs(keys, self.keys("build", "test/runtime", ["trace=1"]))
        self.differs(keys, self.keys("other", "test/runtime", ()))
        self.differs(keys, self.keys("build", "test/runtime", (), ["lib/"]))
        self.module.tools = lambda: "other versions"
        self.differs(keys, self.keys("build", "test/runtime", ()))

    def test_what_all_tests_read(self):
        before = self.keys("build", "test/lit", ())
        for name in ("test/lit/lit.cfg.py", "include/pomp.h", "CMakeLists.txt"):
            with self.subTest(name):
                checkout = self.module.CHECKOUT = reads.Checkout()
                state = checkout.state
                checkout.state = lambda n, changed=name, state=state: "changed" if n == changed else state(n)
                self.differs(before, self.keys("build", "test/lit", ()))

    def test_tools(self):
        versions = reads.tools().decode()
        for package in ("clang-19", "libomp-19-dev", "llvm-19-dev", "cmake", "python3", "gcc"):
            self.assertRegex(versions, rf"(?m)^{re.escape(package)} \S+")


CONFIG = """
import sys
sys.path.insert(0, "{here}")
from remembered import RememberedTest
config.name, config.suffixes, config.excludes = "small", [".test"], []
config.test_format = RememberedTest(otherwise={{"traced": {{"TRACE": None}}}}, reasons={{"can-fly": "Clang 16 has no wings"}})
config.test_source_root = config.test_exec_root = "{root}"
config.available_features.add("traced")
config.environment["TRACE"] = "1"
"""


class Lit(unittest.TestCase):
    """Returns what lit makes of the keys."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.said = {}
        self.write("lit.cfg.py", CONFIG.format(here=HERE, root=self.root))

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def verdicts(self, keys=None, tools=None):
        """Returns for each test lit's code, and its output if the test passed."""
        options = []
        if keys is not None:
            path = os.path.join(self.root, "keys.json")
            places = {os.path.realpath(os.path.join(self.root, n)): k for n, k in keys.items()}
            self.write("keys.json", json.dumps({"keys": places, "scripts": {}, "singles": dict.fromkeys(reads.SINGLE, "") | (tools or {})}))
            options = ["--param", "keys=" + path]
        report = os.path.join(self.root, "report.json")
        command = [sys.executable, "/usr/lib/llvm-19/build/utils/lit/lit.py", "-q", "-j1", *options, "-o", report, self.root]
        subprocess.run(command, capture_output=True, check=False)
        with open(report, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
        self.said = {t["name"].split(":: ")[1]: t["output"] for t in tests}
        return {t["name"].split(":: ")[1]: (t["code"], t["output"] == reads.UNCHANGED) for t in tests}

    def test_what_passed_is_remembered(self):
        self.write("good.test", "RUN: true")
        self.write("bad.test", "RUN: false")
        self.write("skipped.test", "REQUIRES: nothing\nRUN: true")
        ran = {"good.test": ("PASS", False), "bad.test": ("FAIL", False), "skipped.test": ("UNSUPPORTED", False)}
        keys = {"good.test": "a", "bad.test": "b", "skipped.test": "c"}
        self.assertEqual(self.verdicts(keys), ran)
        self.assertEqual(self.verdicts(keys), {**ran, "good.test": ("PASS", True)})
        self.assertEqual(self.verdicts({**keys, "good.test": "d"}), ran)
        self.assertEqual(self.verdicts(), ran)  # without keys all are run
        self.assertEqual(self.verdicts({**keys, "bad.test": "a"})["bad.test"], ("PASS", True))  # it is the key that counts

    def test_tools_that_a_test_uses(self):
        self.write("report.test", "RUN: echo %pomp_report")
        self.write("all.test", "RUN: echo %bindir/..")
        self.write("other.test", "RUN: echo %libdir/libpompomp.so")
        keys = dict.fromkeys(("report.test", "all.test", "other.test"), "a")
        changed = [{}, {}, {"bin/pomp-report": "1"}, {"bin/pomp-report": "1", "bin/pomp-scale": "1"}]
        ran = [{name for name, verdict in self.verdicts(keys, tools).items() if verdict == ("PASS", False)} for tools in changed]
        self.assertEqual(ran, [set(keys), set(), {"report.test", "all.test"}, {"all.test"}])

    def test_why_a_clang_does_not_do(self):
        self.write("row.test", "# REQUIRES: can-fly\n# RUN: true")
        self.write("above.test", "# Clang 16 is too old.\n# REQUIRES: clang-from-19\n# RUN: true")
        self.assertEqual({v for v, _ in self.verdicts().values()}, {"UNSUPPORTED"})
        self.assertIn("can-fly (Clang 16 has no wings)", self.said["row.test"])
        self.assertIn("clang-from-19 (Clang 16 is too old.)", self.said["above.test"])

    def test_where_a_feature_is_not_for_a_test(self):
        self.write("with.test", "RUN: sh -c 'test \"$TRACE\" = 1'")
        self.write("without.test", "UNSUPPORTED: sanitized, traced && !all\nRUN: sh -c 'test -z \"$TRACE\"'")
        self.assertEqual({v for v, _ in self.verdicts().values()}, {"PASS"})


HANGS = """
RUN: echo before it hangs
RUN: sh -c 'echo $$ > %{root}/pids; (setsid sh -c "echo \\$\\$ >> %{root}/pids; sleep 600" &); sleep 600'
"""


class Limits(unittest.TestCase):
    """What a test does wrong is that test's failure, and nobody else's."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for name in ("ROOT", "write_keys"):
            self.addCleanup(setattr, littests, name, getattr(littests, name))
        littests.ROOT, littests.write_keys = self.root, lambda path, *_: self.write(path, "{}")
        self.folder = os.path.join(self.root, "test", "small")
        os.makedirs(self.folder)
        self.write(os.path.join(self.folder, "lit.cfg.py"), CONFIG.format(here=HERE, root=self.folder))
        for name, text in {"good": "RUN: true", "hangs": HANGS.replace("%{root}", self.root),
                           "once": f"RUN: sh -c 'test -e {self.root}/ran || (touch {self.root}/ran; false)'"}.items():  # fmt: skip
            self.write(os.path.join(self.folder, name + ".test"), text)

    @staticmethod
    def write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run_small(self, limit, suite_limit=0, until=math.inf):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            found = littests.run_lit("test/small")(outcomes.Context("small", self.root, False, limit, suite_limit=suite_limit, until=until))
        return {outcome.name.split(":: ")[1]: outcome for outcome in found}, said.getvalue()

    def all_have_ended(self):
        with open(os.path.join(self.root, "pids"), encoding="utf-8") as file:
            pids = file.read().split()
        self.assertEqual(len(pids), 2)
        return not any(map(registrations.is_alive, pids))

    def test_a_limit_for_each(self):
        found, said = self.run_small(limit=3)
        self.assertEqual({name: outcome.code for name, outcome in found.items()}, {"good.test": "passed", "hangs.test": "failed", "once.test": "failed"})
        self.assertIn("TIMEOUT small :: hangs.test: it did not end within 3 s", found["hangs.test"].note)
        self.assertIn("before it hangs", self.written("hangs-test"))
        self.assertIn("sleep 600", said)
        self.assertTrue(self.all_have_ended())
        self.assertEqual(found["once.test"].again().code, "passed")
        self.assertEqual(outcomes.totals(found.values()), "1 passed, 2 failed, 0 skipped")

    def written(self, name):
        with open(os.path.join(self.root, "test", "memory", "small", "failed", name + ".txt"), encoding="utf-8") as file:
            return file.read()

    def test_a_limit_for_all(self):
        found, _ = self.run_small(limit=100, suite_limit=4)
        self.assertEqual({name: outcome.code for name, outcome in found.items()}, {"good.test": "passed", "hangs.test": "failed", "once.test": "failed"})
        self.assertIn("it did not end: the whole suite has 4 s", self.written("hangs-test"))
        self.assertTrue(self.all_have_ended())


    def test_no_time_is_left(self):
        found, _ = self.run_small(limit=100, until=time.monotonic() + 3)
        self.assertTrue(found["hangs.test"].left)
        self.assertEqual((found["good.test"].code, found["hangs.test"].code), ("passed", "skipped"))
        self.assertTrue(self.all_have_ended())


class WholeSuites(unittest.TestCase):
    """A suite passed as a whole on the commit where none of its tests failed or was left."""

    def test_what_is_kept(self):
        with tempfile.TemporaryDirectory() as build:
            kept = whole.Whole(build, lambda: "abc")
            good, bad = outcomes.Outcome("a", "passed"), outcomes.Outcome("b", "failed")
            kept.keep("unit", [good, outcomes.Outcome("c", "skipped")])
            kept.keep("docs", [good, bad])
            kept.keep("lit", [good, outcomes.left_to_next("d")])
            self.assertRegex("\n".join(kept.lines(["unit", "docs", "lit"])), r"(?s)unit +abc, [-\d]+: 2 tests\ndocs +never\nlit +never$")
            kept.keep("unit", [bad])
            self.assertIn("abc", kept.lines(["unit"])[1])  # what it was before is still true

    def test_random_programs_are_remembered_piece_by_piece(self):
        tried = []

        def try_seeds(_context, seeds, _jobs):
            tried.append(seeds)
            first, last = map(int, seeds.split(".."))
            return [outcomes.Outcome(f"seed {seed}", "failed" if seed == 15 else "passed") for seed in range(first, last + 1)]

        for name in ("try_seeds", "products", "tools"):
            self.addCleanup(setattr, programs, name, getattr(programs, name))
        programs.try_seeds, programs.products, programs.tools = try_seeds, lambda build: "", lambda: ""
        with tempfile.TemporaryDirectory() as build, contextlib.redirect_stdout(io.StringIO()):
            for _ in range(2):
                found = programs.run_fuzz(25)(outcomes.Context("fuzz", build, False, 10))
                self.assertEqual(outcomes.totals(found), "24 passed, 1 failed, 0 skipped")
            late = programs.run_fuzz(25)(outcomes.Context("fuzz", build, False, 10, until=1))
        self.assertEqual(tried, ["1..10", "11..20", "21..25", "11..20"])
        self.assertEqual(sum(outcome.left for outcome in late), 10)


TABLE = """
# A word: of the head.
always test/runtime
  exact.c convert*: figures
  gone.c: nothing
  exports.test: guards of names

always, but only if
  clang-plugin/*: runtime/e* fuzz

touched
  clang-plugin/rules/*: lit/same/*
  clang-plugin/*: lit/*
  tools/*: runtime/*

slow
  30: runtime/waits.test
"""
CHOSEN = {
    "test/lit/same/plain.c": "// RUN: %same %s",
    "test/lit/same/procs.c": "#pragma omp parallel proc_bind(close)",
    "test/lit/emit.c": "proc_bind",
    "test/lit/one.test": "# RUN: %python %S/Inputs/one.py",
    "test/lit/Inputs/one.py": "",
    "test/runtime/waits.test": "RUN: on_cpu",
    "test/runtime/on-cpu.c": "",
    "test/runtime/sorted-rows.c": "",
    "clang-plugin/rules/Combined.cpp": "addClause(procBind)",
    "clang-plugin/Plugin.cpp": "int main;",
    "tools/sums/cpu.c": "x->on_cpu = 1",
    "tools/sums/sorted_rows.c": "",
    "LICENSE": "",
}


class Touched(unittest.TestCase):
    """`make test` runs what it always does, and what was touched last chooses the rest."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in CHOSEN.items():
            self.write(name, text)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def choose(self, *files, **how):
        checkout = reads.Checkout(self.root)
        tests = touched.Tests(checkout, list(filter(checkout.is_test, checkout.names)), later.read_table(TABLE))
        return touched.choose(tests, *(files or [None]), **how)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", self.root, *arguments], check=True, capture_output=True)

    def test_what_always_runs(self):
        names = ["exact.c", "convert.test", "waits.test"]
        self.assertEqual(later.left_to_all(TABLE, "test/runtime", names), ({"waits.test"}, ["gone.c", "exports.test"]))
        self.assertEqual(later.left_to_all(TABLE, "test/real-time", names), (set(), []))  # a folder without a table runs whole

    def test_what_does_not_always_run(self):
        table = later.read_table(TABLE)

        def without(files):
            return later.needless(table, files, "test/runtime", ["exact.c", "exports.test"]) | later.needless(table, files, "test", ["fuzz"])

        self.assertEqual(without(["tools/sums/cpu.c"]), {"exact.c", "fuzz"})  # the other one is a guard
        self.assertEqual([without(files) for files in (["tools/sums/cpu.c", "clang-plugin/Plugin.cpp"], None)], [set(), set()])

    def test_rows_and_words(self):
        chosen, _ = self.choose(["clang-plugin/rules/Combined.cpp"])
        self.assertEqual(chosen[0], "test/lit/same/procs.c")
        self.assertEqual(set(chosen), {"test/lit/same/procs.c", "test/lit/same/plain.c", "test/lit/emit.c", "test/lit/one.test"})
        self.assertEqual(chosen.index("test/lit/same/plain.c"), 1)  # a row further down comes later, whatever its words
        self.assertEqual(set(self.choose(["tools/sums/cpu.c"])[0][:2]), {"test/runtime/waits.test", "test/runtime/on-cpu.c"})
        self.assertEqual(self.choose(["tools/sums/sorted_rows.c"])[0][0], "test/runtime/sorted-rows.c")

    def test_what_needs_no_row(self):
        self.assertEqual(self.choose(["test/lit/same/plain.c"])[0], ["test/lit/same/plain.c"])
        self.assertEqual(set(self.choose(["test/lit/Inputs/one.py"])[0]), {t for t in CHOSEN if t.startswith("test/lit/") and "Inputs" not in t})
        self.assertEqual(self.choose(["LICENSE"])[0], [])
        self.assertEqual(self.choose(["docs/removed.md"])[0], [])

    def test_files_take_turns_until_the_time_is_used(self):
        chosen, said = self.choose(["tools/sums/sorted_rows.c", "clang-plugin/rules/Combined.cpp"], most=2)
        self.assertEqual(chosen, ["test/runtime/sorted-rows.c", "test/lit/same/procs.c"])
        self.assertIn("2 files were touched last: beside what always runs, 2 tests are chosen; 5 more would fit", said)
        self.assertNotIn("test/runtime/waits.test", self.choose(["tools/sums/sorted_rows.c"], most=10)[0])  # it takes 30

    def test_what_was_touched(self):
        self.assertEqual(touched.touched_last(self.root), None)
        chosen, said = self.choose(None, most=3)
        self.assertEqual((len(chosen), chosen), (3, self.choose(None, most=3)[0]))
        self.assertIn("there is no history", said)
        self.git("init", "-q")
        for name in ("tools", "LICENSE"):
            self.git("add", name)
            self.git("commit", "-qm", name)
        self.git("add", "clang-plugin")
        self.git("commit", "-qm", "2")
        self.write("LICENSE", "more")
        found = touched.touched_last(self.root)
        self.assertEqual(found[0], "LICENSE")
        self.assertIn("test/lit/emit.c", found)
        with tempfile.TemporaryDirectory() as clone:
            subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{self.root}", clone + "/c"], check=True, capture_output=True)
            self.assertEqual(touched.touched_last(clone + "/c"), None)
            subprocess.run(["git", "clone", "-q", "--depth", "2", f"file://{self.root}", clone + "/d"], check=True, capture_output=True)
            self.assertEqual(set(touched.touched_last(clone + "/d")), {name for name in CHOSEN if name.startswith("clang-plugin")})


class Registrations(unittest.TestCase):
    """What libomp's processes have left in shared memory goes with them, and no sooner."""

    @staticmethod
    def register(pid, folder):
        path = os.path.join(folder, f"__KMP_REGISTERED_LIB_{pid}_{os.getuid()}")
        with open(path, "w", encoding="utf-8"):
            pass
        return path

    @staticmethod
    def one_that_ended():
        with subprocess.Popen(["true"]) as process:
            process.wait()
        return process.pid

    def test_the_dead_go_and_the_living_stay(self):
        with tempfile.TemporaryDirectory() as folder, subprocess.Popen(["sleep", "100"]) as living:
            dead, other = self.one_that_ended(), os.path.join(folder, "__KMP_REGISTERED_LIB_x")
            kept = [self.register(living.pid, folder), self.register(os.getpid(), folder), other]
            with open(other, "w", encoding="utf-8"):
                pass
            gone = self.register(dead, folder)
            self.assertEqual(registrations.remove_dead(folder), [dead])
            self.assertEqual([os.path.exists(path) for path in [gone, *kept]], [False, True, True, True])
            living.kill()
            os.waitid(os.P_PID, living.pid, os.WEXITED | os.WNOWAIT)
            self.assertEqual(registrations.remove_dead(folder), [living.pid])  # nobody has waited for it yet
        self.assertEqual(registrations.remove_dead(folder), [])

    def test_lit_removes_what_a_test_left(self):
        path = self.register(self.one_that_ended(), registrations.SHARED)
        with tempfile.TemporaryDirectory() as root:
            for name, text in {"lit.cfg.py": CONFIG.format(here=HERE, root=root), "a.test": "RUN: true"}.items():
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)
            subprocess.run([sys.executable, "/usr/lib/llvm-19/build/utils/lit/lit.py", "-q", "-j1", root], capture_output=True, check=True)
        self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    unittest.main()
