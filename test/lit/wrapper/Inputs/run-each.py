# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run-each.py PROGRAM... - runs each program: it must succeed and must leave an experiment, so it was instrumented and
has its library. With --plain first: it must succeed, and leave none that it is not asked for."""

import os
import shutil
import subprocess
import sys

programs = sys.argv[1:]
plain = programs[0] == "--plain"
for program in programs[plain:]:
    experiment = program + ".experiment"
    for folder in (experiment, experiment + ".below"):
        shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(experiment + ".below")
    environment = dict(os.environ, POMP_SUMMARY="0", OMP_NUM_THREADS="2", **({} if plain else {"POMP_EXPERIMENT_DIR": experiment}))
    done = subprocess.run([os.path.abspath(program)], env=environment, stdout=subprocess.PIPE, text=True, check=False, cwd=experiment + ".below")
    if done.returncode or done.stdout != "1000\n":
        sys.exit(f"{program}: exit status {done.returncode}, wrote {done.stdout!r}")
    left = os.listdir(experiment + ".below") or os.path.exists(os.path.join(experiment, "profile.pomp"))
    if bool(left) == plain:
        sys.exit(f"{program}: {'left an' if plain else 'no'} experiment")
