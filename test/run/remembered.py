# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""remembered.py - lit's format for shell tests, which also remembers what passed, writes down each result at once, and measures.

The class that lit.cfg.py of each suite uses lives here. reads.py, not this file, says what a test depends on.

test/run-tests gives lit a file of keys, by `--param keys=FILE`. A test whose key has a file in the folder `passed` beside
it passed with just what it would read now, so it is not run. Run by hand, lit has no keys, and runs everything.

With `--param results=FILE` the name of each test that lit finds is a line of JSON there, and its result another one, as soon as it has
ended: whatever happens to lit, that is known. lit's own limit for each test (--timeout) looks for children by psutil, which not every
Python has; here it ends all that the test has started (limits.py)."""
import copy
import functools
import json
import os
import re
import resource
import time
import traceback

import lit.formats
import lit.Test
import lit.util

import limits
from reads import ANY_TOOL, SINGLE, UNCHANGED, digest
from registrations import remove_dead

lit.util.killProcessAndChildrenIsSupported = lambda: (True, "")
lit.util.killProcessAndChildren = limits.end_if_running


@functools.lru_cache(maxsize=None)
def keys_in(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


@functools.lru_cache(maxsize=None)
def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def with_imports(path, found):
    """Adds a script, and those beside it that it imports or names, to what was found."""
    if path not in found and os.path.isfile(path):
        found[path] = text_of(path)
        if path.endswith(".py"):
            for name in set(re.findall(r"[\w-]+", found[path])):
                with_imports(os.path.join(os.path.dirname(path), name + ".py"), found)


def what_is_run(test, scripts):
    """Returns the text of a test and of the scripts that are named there, and what follows its words."""
    found = {}
    for script in scripts:
        with_imports(script, found)
    text = "\n".join([text_of(test.getSourcePath()), *found.values()])
    words = [value for pattern, value in test.config.substitutions if isinstance(value, str) and re.search(pattern, text)]
    for path in re.findall(r"\S+\.py\b", "\n".join(words)):
        with_imports(path, found)
    return "\n".join([text_of(test.getSourcePath()), *found.values()]), "\n".join(words)


def cpu_time():
    """Returns the CPU time of this process's children that have ended, and theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def is_not_for(feature, path):
    """Tells whether the test says UNSUPPORTED: feature."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(re.search(rf"\b{feature}\b", line) for line in re.findall(r"UNSUPPORTED:(.*)", file.read()))


def write_down(lit_config, **row):
    """Adds a line to the file of results, all at once, as other tests do so at the same time."""
    path = lit_config.params.get("results")
    if path:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(file, (json.dumps(row) + "\n").encode(errors="replace"))
        os.close(file)


class RememberedTest(lit.formats.ShTest):
    """`otherwise` has, by a feature, the changes of the environment that a test runs with which does not support the feature;
    then it runs without the feature, and is not skipped. `reasons` has, by a feature that is not there, why it is not;
    `cannot`, by the names of tests that are skipped, why they are."""

    def __init__(self, otherwise=None, reasons=None, cannot=None):
        super().__init__(execute_external=False)
        self.otherwise, self.reasons, self.cannot = otherwise or {}, reasons or {}, cannot or {}

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        for test in super().getTestsForPath(testSuite, path_in_suite, litConfig, localConfig):
            write_down(litConfig, name=test.getFullName())
            yield test

    def execute(self, test, litConfig):
        limits.adopt_orphans()
        began, before = time.monotonic(), cpu_time()
        try:
            result = self.judge(test, litConfig)
        except Exception:  # pylint: disable=broad-exception-caught
            result = lit.Test.Result(lit.Test.UNRESOLVED, traceback.format_exc())
        write_down(litConfig, name=test.getFullName(), code=result.code.name, output=result.output, seconds=time.monotonic() - began, cpu=cpu_time() - before)
        return result

    def judge(self, test, litConfig):
        """Runs the test, if that has to be. Returns its result."""
        why = self.cannot.get("/".join(test.path_in_suite))
        if why:
            return lit.Test.Result(lit.Test.UNSUPPORTED, why)
        for feature, changes in self.otherwise.items():
            if is_not_for(feature, test.getSourcePath()):
                test.config = copy.copy(test.config)
                test.config.available_features = test.config.available_features - {feature}
                test.config.environment = {k: v for k, v in {**test.config.environment, **changes}.items() if v is not None}
        stamp = self.stamp(test, litConfig)
        if stamp and os.path.exists(stamp):
            return lit.Test.Result(lit.Test.PASS, UNCHANGED)
        before = cpu_time()
        result = super().execute(test, litConfig)
        limits.clear()
        remove_dead()  # a test may have killed programs, and lit a test that took too long
        if isinstance(result, tuple):
            result = lit.Test.Result(*result)
        if result.code == lit.Test.UNSUPPORTED:
            result.output = self.with_reasons(result.output, test.getSourcePath())
        result.addMetric("cpu", lit.Test.RealMetricValue(cpu_time() - before))
        if stamp and result.code == lit.Test.PASS:
            os.makedirs(os.path.dirname(stamp), exist_ok=True)
            with open(stamp, "w", encoding="utf-8"):
                pass
        return result

    def with_reasons(self, output, path):
        """Returns what lit says of a skipped test, with why a Clang does not do: a row has it, or the line above REQUIRES."""
        output = re.sub(r"can-\w+", lambda name: f"{name[0]} ({self.reasons.get(name[0], 'no row')})", output)
        if not re.search(r"clang-(from|to)-", output):
            return output
        with open(path, encoding="utf-8", errors="replace") as file:
            why = re.search(r"^(?://|#) (.*)\n(?://|#) REQUIRES: .*clang-", file.read(), re.MULTILINE)
        return f"{output} ({why[1] if why else 'no reason'})"

    @staticmethod
    def stamp(test, litConfig):
        path, source = litConfig.params.get("keys"), os.path.realpath(test.getSourcePath())
        kept = keys_in(path) if path else {}
        if source not in kept.get("keys", {}):
            return None
        text, meant = what_is_run(test, kept["scripts"].get(source, []))
        tools = [kept["singles"][name] for name, words in SINGLE.items() if re.search(ANY_TOOL, text) or re.search(words, text + meant)]
        return os.path.join(os.path.dirname(path), "passed", digest([kept["keys"][source], *tools]))
