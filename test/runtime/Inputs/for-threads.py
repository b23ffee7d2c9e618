# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""for-threads.py T EXPERIMENT CHECK... -- FILE - gives the CHECK lines of FILE to check.py as expressions, with T replaced.

It serves expressions that hold at each number of threads, and would be long on a RUN line."""
import re
import subprocess
import sys

split = sys.argv.index("--")
threads, experiment, *check = sys.argv[1:split]
with open(sys.argv[split + 1], encoding="utf-8") as source:
    expressions = re.findall(r"^// CHECK: (.*)$", source.read(), re.MULTILINE)
assert expressions
sys.exit(subprocess.run([*check, experiment, *(re.sub(r"\bT\b", threads, e) for e in expressions)], check=False).returncode)
