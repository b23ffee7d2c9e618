# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""version.py CHECKOUT BUILD: each command in BUILD/bin says the version of CHECKOUT/VERSION, and no other file of the checkout has it."""
import os
import re
import subprocess
import sys

root, build = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "test", "run"))
from reads import Checkout  # noqa: E402 pylint: disable=wrong-import-position,import-error

# These tell of versions that were, and what was in them since when. The version that a section or an entry tells of stays.
OF_THE_PAST = ("CHANGELOG.md", "packaging/debian/changelog", "runtime/libpompomp/libpompomp.symbols",
               "runtime/libpompomp-mpi/libpompomp-mpi.symbols", "tools/library/libpompread.symbols")  # fmt: skip

with open(os.path.join(root, "VERSION"), encoding="ascii") as file:
    version = file.read()
assert re.fullmatch(r"\d+\.\d+\.\d+\n", version), f"VERSION has {version!r}, and takes three numbers and the end of the line"
version = version.strip()
whole = re.compile(rb"(?<![\w.])" + re.escape(version).encode() + rb"(?![\w.]\d)")

wrong = []
commands = sorted(name for name in os.listdir(os.path.join(build, "bin")) if not name.startswith("sanitized-"))
assert "pomp-clang" in commands and "pomp-report" in commands, commands
for name in commands:
    command = [os.path.join(build, "bin", name), "--version"]
    said = subprocess.run(command, capture_output=True, check=False)
    if said.returncode or not whole.search(said.stdout):
        wrong.append(f"{name} --version ends with {said.returncode} and does not say {version}: {said.stdout + said.stderr}")

for name in Checkout(root).names:
    # "0.1.0" inside of tests is as likely another's version, or a number of theirs.
    if name in ("VERSION", *OF_THE_PAST) or name.startswith("test/"):
        continue
    with open(os.path.join(root, name), "rb") as file:
        for number, line in enumerate(file, 1):
            if whole.search(line):
                wrong.append(f"{name}:{number} has the version, which is in VERSION alone: {line.decode(errors='replace').strip()}")
print("\n".join(wrong) if wrong else f"{len(commands)} commands say {version}")
sys.exit(1 if wrong else 0)
