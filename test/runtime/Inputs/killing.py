# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""killing.py - runs programs that are killed at random moments, and reads what they leave.

The program that counts what it does in a file of one page (Inputs/progress.h), and the attempts, live here. The scripts
of the tests, not this file, say what must hold of an experiment."""
import json
import mmap
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "run"))

from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

PAGE = 4096


def attempts(count, attempt):
    """Calls attempt(number) a third as often, at other moments each time; `make test` does a tenth. Returns what the calls return."""
    count = max(count // 3 if os.environ.get("TEST_ALL") else count // 10, 8)
    seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    random.seed(seed)
    results = []
    for number in range(count):
        try:
            results.append(attempt(number))
        except AssertionError as problem:
            sys.exit(f"attempt {number} of SEED={seed}: {problem}")
    return results


def reported(report, path, *options):
    """Returns what pomp-report tells of an experiment, or None; and what it says on stderr."""
    run = subprocess.run([report, "--json", *options, path], capture_output=True, text=True, check=False)
    return (json.loads(run.stdout) if run.returncode == 0 else None), run.stderr


class Running:
    """A program runs, with the page where it counts; it has made a file `done` of that page, and measures in `e`."""

    def __init__(self, program, **variables):
        self.program, self.environment = program, dict(os.environ, POMP_EXPERIMENT_DIR="e", **variables)

    def __enter__(self):
        shutil.rmtree("e", ignore_errors=True)
        if os.path.exists("done"):
            os.remove("done")
        self.process = subprocess.Popen([self.program], env=self.environment)  # pylint: disable=consider-using-with
        try:
            self.until(lambda: os.path.exists("done") and os.path.getsize("done") == PAGE)
            with open("done", "rb") as file:
                self.page = mmap.mmap(file.fileno(), PAGE, prot=mmap.PROT_READ)
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_):
        self.kill()

    def until(self, holds):
        while not holds():
            assert self.process.poll() is None, f"{self.program} ended by itself: {self.process.returncode}"
            time.sleep(0.0005)

    def counts(self):
        """Returns for each of two threads how often it began to enter, had entered, began to leave, and had left."""
        return [struct.unpack_from("4Q", self.page, at) for at in (0, 64)]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        remove_dead()
