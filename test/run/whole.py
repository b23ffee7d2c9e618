# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""whole.py - keeps on which commit each suite of `make test-all` passed as a whole, in build/test/whole.json.

What a single test passed with does not live here (remembered.py)."""
import json
import os
import threading
import time

import reads
from outcomes import FAILED


def commit(root=reads.ROOT):
    """Returns the commit, with a + behind it if files differ from it; without git, the version."""
    name = reads.output_of("git", "rev-parse", "--short=10", "HEAD", cwd=root).decode().strip() if os.path.exists(os.path.join(root, ".git")) else ""
    if not name:
        with open(os.path.join(root, "VERSION"), encoding="utf-8") as file:
            return file.read().strip()
    return name + ("+" if reads.output_of("git", "status", "--porcelain", cwd=root).strip() else "")


class Whole:
    """It is the file. Suites may end at the same time."""

    def __init__(self, build, commit_of=commit):
        self.path, self.commit, self.lock = os.path.join(build, "test", "whole.json"), commit_of, threading.Lock()

    def read(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return {}

    def keep(self, suite, outcomes):
        """Keeps that a suite has passed, if all of its tests have, now or with the same as now."""
        if any(outcome.code == FAILED or outcome.left for outcome in outcomes):
            return
        with self.lock:
            kept = {**self.read(), suite: {"commit": self.commit(), "day": time.strftime("%Y-%m-%d"), "tests": len(outcomes)}}
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=1)
            os.replace(self.path + ".new", self.path)

    def lines(self, suites):
        kept = self.read()
        return ["--- passed as a whole", *(f"{suite:<20} " + ("{commit}, {day}: {tests} tests".format(**kept[suite]) if suite in kept else "never") for suite in suites)]
