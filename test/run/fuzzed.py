# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fuzzed.py FUZZER CORPUS RUNS [OPTION...] - runs a fuzzer on each file of a corpus; for `make test-all` (TEST_ALL) also on
ten times RUNS inputs that libFuzzer makes of them, or as many as it can within a minute. TEST_SEED is where it begins (1).

It fails if the fuzzer does, and if it has executed fewer inputs than that: a fuzzer that tries nothing finds nothing."""
import os
import re
import subprocess
import sys

fuzzer, corpus, runs, *options = sys.argv[1:]
files = sum(len(names) for _, _, names in os.walk(corpus))
if not files:
    sys.exit(f"{corpus} has no file to start from")
is_long = bool(os.environ.get("TEST_ALL"))
command = [fuzzer, f"-seed={os.environ.get('TEST_SEED', '1')}", f"-runs={10 * int(runs) if is_long else 0}", "-timeout=60", "-print_final_stats=1", *options]
command += ["-max_total_time=60"] if is_long else []
with open("fuzzed.log", "w", encoding="utf-8", errors="replace") as log:
    status = subprocess.run([*command, corpus], stdout=log, stderr=log, check=False).returncode
with open("fuzzed.log", encoding="utf-8", errors="replace") as log:
    text = log.read()
executed = re.search(r"^stat::number_of_executed_units: *(\d+)$", text, re.MULTILINE)
if status or not executed:
    sys.exit(f"{' '.join(command)} {corpus}: exit status {status}\n{text[-6000:]}")
count = int(executed[1])
print(f"{os.path.basename(fuzzer)}: {count} inputs from {files} files")
if count < files + is_long:
    sys.exit(f"only {count} inputs were executed of a corpus of {files} files")
