# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""commands.py - finds pompinst's commands, runs them, and makes exceptions of what they complain about.
Not here: what becomes of their output (experiment.py, events.py)."""
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import warnings


LEVELS = 6  # the package is at most so many folders below the installation: lib/python3/dist-packages/pomp, and two more


class Error(Exception):
    """What could not be read, and why, in one line."""


def find(name):
    """Returns the command's path: that of the installation which this package is a part of, or else the one on PATH."""
    folder = os.path.dirname(os.path.realpath(__file__))
    for _ in range(LEVELS):
        folder = os.path.dirname(folder)
        path = os.path.join(folder, "bin", name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    path = shutil.which(name)
    if not path:
        raise Error(f"there is no {name}, neither beside this package nor on PATH: install pompinst's tools")
    return path


def complaint(name, text, status):
    """Returns the last line that the command has said of itself, without its name."""
    lines = text.decode("utf-8", "replace").splitlines() or [""]
    line = lines[-1].removeprefix(f"{name}: ")
    if status < 0:
        line = f"{name} was ended by signal {-status}"
    return line or f"{name} failed with exit status {status}"


@contextlib.contextmanager
def output(name, *words):
    """Runs a command, whose output is the value, a file of bytes. At the end it has to have succeeded, and to be understood."""
    odd = None
    with tempfile.TemporaryFile() as said:
        command = [find(name), *words]
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, bufsize=1 << 20)
        except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
            raise Error(f"can't start {name}: {error}") from None
        try:
            yield process.stdout
        except (EOFError, ValueError, LookupError, TypeError) as error:
            odd = error
        finally:
            process.stdout.close()
            status = process.wait()
        said.seek(0)
        text = said.read()
    if status and not (odd and status == -signal.SIGPIPE):  # which it gets when nobody reads on
        raise Error(complaint(name, text, status))
    if odd:
        raise Error(f"the output of {name} can't be understood: {odd}")
    for line in text.decode("utf-8", "replace").splitlines():
        warnings.warn(line.removeprefix(f"{name}: "), stacklevel=4)
