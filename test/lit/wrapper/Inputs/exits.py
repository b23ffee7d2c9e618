# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exits.py STATUS COMMAND... - runs the command, whose exit status must be this one."""

import subprocess
import sys

found = subprocess.run(sys.argv[2:], check=False).returncode
if found != int(sys.argv[1]):
    sys.exit(f"exit status {found}, not {sys.argv[1]}")
