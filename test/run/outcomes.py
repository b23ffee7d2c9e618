# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""outcomes.py - what tests came to, and what is kept of it in the build directory: what passed, and how long each test took.

Each kind of suite (littests.py, checks.py, programs.py) makes a list of outcomes; test/run-tests adds them up."""
import dataclasses
import json
import math
import os
import shutil
import time
import typing

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclasses.dataclass
class Outcome:
    """This is what one test came to. `note`: a line for the reader, why it failed or was skipped; `unchanged`: it passed before; `seconds`:
    how long it took, if it ran; `again`: runs the test once more, alone, and returns its outcome, if that may be another one; `left`: there was no time
    for it, so that the next run has it."""

    name: str
    code: str
    note: str = ""
    unchanged: bool = False
    seconds: float = 0.0
    again: typing.Optional[typing.Callable] = None
    left: bool = False


def count(outcomes, code):
    return sum(outcome.code == code for outcome in outcomes)


def left_to_next(name):
    return Outcome(name, SKIPPED, left=True)


def totals(outcomes):
    return ", ".join(f"{count(outcomes, code)} {code}" for code in (PASSED, FAILED, SKIPPED))


@dataclasses.dataclass
class Context:
    """This is how a suite is run. `limit`: what each test has, in seconds; `seed`: where random tests of `make test-all` begin, 0 in `make test`;
    `suite_limit`: what all of it has, which is for what goes wrong between the tests; `chosen`: the tests that `make test` runs beside those that
    it always does; `needless`: those that it does not run, as nothing was touched that they are about; `until`: when
    no more tests are begun, by time.monotonic()."""

    suite: str
    build: str
    force: bool
    limit: int
    seed: int = 0
    suite_limit: int = 0
    chosen: frozenset = frozenset()
    needless: frozenset = frozenset()
    until: float = math.inf

    def __post_init__(self):
        self.suite_limit = self.suite_limit or 8 * self.limit

    def seconds_left(self):
        return max(self.until - time.monotonic(), 0)

    @property
    def folder(self):
        return os.path.join(self.build, "test", "memory", self.suite)

    def path(self, *names):
        """Returns the path of a file that the suite keeps."""
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def read(self, name):
        """Returns what a file has that the suite keeps, or None."""
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def write(self, name, what):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(what, file)

    def forget(self):
        shutil.rmtree(os.path.join(self.folder, "passed"), ignore_errors=True)

    def recall(self, key):
        return None if self.force else self.read(os.path.join("passed", key))

    def remember(self, key, what=True):
        self.write(os.path.join("passed", key), what)

    def keep_times(self, outcomes, wall):
        """Keeps how long the tests took that ran; and the whole suite, if all of them did."""
        kept = self.read("times.json") or {"tests": {}}
        kept["tests"].update({outcome.name: round(outcome.seconds, 2) for outcome in outcomes if outcome.seconds})
        if not any(outcome.unchanged or outcome.left for outcome in outcomes):
            kept["wall"] = round(wall, 1)
        self.write("times.json", kept)
