# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""all-in-help.py PLUGIN-ERROR HELP - checks that pomp-clang's help has each option that the plugin's error text lists as allowed."""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    allowed = re.search(r"allowed: (.*)", file.read())
with open(sys.argv[2], encoding="utf-8") as file:
    text = file.read()
if not allowed:
    sys.exit("the plugin lists no options")
missing = [name for name in allowed[1].split(", ") if f"--pomp-{name} " not in text]
if missing:
    sys.exit(f"not in the help: {', '.join(missing)}")
