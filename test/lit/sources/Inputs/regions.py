#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""regions.py - runs a plain and an instrumented program; output and status must be the same, and the regions measured
beside functions exactly those given: regions.py POMP-REPORT PLAIN INSTRUMENTED FILE:LINE:CONSTRUCT..."""
import json
import os
import subprocess
import sys
import tempfile

report, plain, instrumented = sys.argv[1:4]
expected = sorted(sys.argv[4:])
with tempfile.TemporaryDirectory() as work:
    environment = dict(os.environ, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR=work + "/x")
    runs = [subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60) for program in (plain, instrumented)]
    seen = [(run.returncode, run.stdout, run.stderr) for run in runs]
    if seen[0] != seen[1]:
        sys.exit(f"regions.py: plain: {seen[0]}\ninstrumented: {seen[1]}")
    found = json.loads(subprocess.run([report, "--json", work + "/x"], capture_output=True, check=True).stdout)["regions"]
    got = sorted({f"{os.path.basename(r['file'])}:{r['begin_line1']}:{r['construct']}" for r in found
                  if r.get("file") and r["construct"] != "function"})
if got != expected:
    sys.exit(f"regions.py: expected {expected}\ngot      {got}")
