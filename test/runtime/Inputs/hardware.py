# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hardware.py CHECK... - runs metrics-hardware.c's program ./a until `CHECK e EXPRESSION...` holds three times, in at most 60
runs. A virtual machine's counters are wrong now and then by themselves (zero cycles, 2^47 branches, in `perf stat` as
well), some of them for seconds; ours would be wrong each time. Not here: the expressions (metrics-hardware.c)."""
import os
import shutil
import subprocess
import sys
import time

good, tries = 0, 0
while good < 3 and tries < 60:
    tries += 1
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR="e", POMP_METRICS="perf:instructions,perf:cycles")
    said = subprocess.run(["./a"], env=environment, stderr=subprocess.PIPE, check=True).stderr
    assert not said, said
    holds = subprocess.run(sys.argv[1:], check=False).returncode == 0
    good += holds
    time.sleep(0 if holds else 0.5)
sys.exit(0 if good == 3 else f"{good} of {tries} runs had the counts that they must have")
