# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""escapes.py PROGRAM - names files and values with what a terminal reads as commands, and looks at what is said."""
import os
import re
import subprocess
import sys

# Each set of variables, and what is said of it.
CASES = [
    ({"POMP_EXPERIMENT_DIR": "esc\033]0;x\007"}, "pomp: experiment esc?]0;x? (look at it: pomp-report esc?]0;x?)"),
    ({"POMP_EXPERIMENT_DIR": "no/\033[2Jsuch"}, "can't make the experiment no/?[2Jsuch ("),
    ({"POMP_FILTER": "no\nwhere\x9b"}, "POMP_FILTER=no?where? can't be read"),
    ({"POMP_MEMORY": "\0331"}, "POMP_MEMORY=?1 is wrong"),
    ({"POMP_\033[1m": "1"}, "POMP_?[1m is no setting"),
    ({"POMP_METRICS": "rusage:\033c", "POMP_EXPERIMENT_DIR": "m"}, "rusage:?c is left out"),
    ({"POMP_TOOL_LIBRARIES": "./no\r.so", "POMP_EXPERIMENT_DIR": "t"}, "pomp: experiment t"),
]
os.symlink(os.path.abspath(sys.argv[1]), "a\033b")
for variables, expected in CASES:
    environment = {os.fsencode(k): v.encode("latin-1") for k, v in dict(os.environ, **variables).items()}
    run = subprocess.run(["./a\033b", "x"], env=environment, capture_output=True, check=False)
    said = run.stderr.decode()
    assert run.stdout == b"output\n" and run.returncode == 1, (variables, run)
    assert expected in said and not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", said), (variables, said)
    assert all(line.startswith(("pomp: ", " ")) for line in said.splitlines()), said
