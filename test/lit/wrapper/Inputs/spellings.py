# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spellings.py POMP-CLANG CLANG SOURCE - each option that pomp-clang's help lists does the same as -fplugin-arg-pompinst-..., and plain Clang
takes that, as tools have to that read a compilation database."""

import re
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    wrapper, clang, source = sys.argv[1].split(), sys.argv[2], sys.argv[3]
    options = re.findall(r"^ *--pomp-([a-z-]+)(=?)", run(*wrapper, "--pomp-help").stdout, re.MULTILINE)
    for name, value in options:
        if name == "help":
            continue
        said = name + (value and "=none")
        lines = [run(*wrapper, "-###", source, "-o", "x", spelling + said).stderr for spelling in ("--pomp-", "-fplugin-arg-pompinst-")]
        words = [sorted(re.sub(rf"^({re.escape(tempfile.gettempdir())}/.*|[0-9a-f]{{16}})$", "", word) for word in re.findall(r'"([^"]*)"', text)) for text in lines]
        if words[0] != words[1]:
            sys.exit(f"{said}: {set(words[0]) ^ set(words[1])}")
        plain = run(clang, "-fsyntax-only", "-fopenmp", "-fplugin-arg-pompinst-" + said, source)
        if plain.returncode or plain.stderr:
            sys.exit(f"{said}: {clang} says {plain.stderr}")
    if len(options) < 10:
        sys.exit(f"the help lists {options}")


main()
