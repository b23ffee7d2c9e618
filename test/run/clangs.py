# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clangs.py - the versions of Clang that tests run with, by cmake/clangs.txt.

What does not live here: what a version can't do (test/lit/ClangLacks.def), and where its libomp is (libomps.py)."""
import os
import re

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cmake", "clangs.txt"), encoding="utf-8") as file:
    ROWS = re.findall(r"^(\d+)( default)?$", file.read(), re.MULTILINE)
ALL = [version for version, _ in ROWS]
(DEFAULT,) = [version for version, is_default in ROWS if is_default]
OTHERS = [version for version in ALL if version != DEFAULT]
OLDER = ALL[: ALL.index(DEFAULT)]
