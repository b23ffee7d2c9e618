# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archive-killed.py ARCHIVE REPORT EXPERIMENT - ends pomp-archive --remove with SIGKILL at one moment after the other, until it is done
before: either there is an archive from which all can be read, or all files are as before."""
import filecmp
import os
import shutil
import subprocess
import sys

archive, report, experiment = sys.argv[1:]
names = sorted(os.listdir(experiment))
answer = subprocess.run([report, "--json", experiment], capture_output=True, text=True, check=True).stdout


def killed_after(seconds):
    shutil.copytree(experiment, "k")
    process = subprocess.Popen([archive, "--remove", "k"], stderr=subprocess.PIPE)
    try:
        process.wait(timeout=seconds)
        over = True
    except subprocess.TimeoutExpired:
        over = False
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
    return over


def check():
    there = sorted(os.listdir("k")) if os.path.isdir("k") else []
    if os.path.exists("k.pomparc"):
        done = subprocess.run([archive, "--verify", "k.pomparc"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done
        done = subprocess.run([report, "--json", "k.pomparc"], capture_output=True, text=True, check=True)
        assert done.stdout == answer.replace(f'"directory":"{experiment}"', '"directory":"k.pomparc"'), done.stderr
    else:
        assert there == names, there
    for name in there:
        assert filecmp.cmp(os.path.join("k", name), os.path.join(experiment, name), shallow=False), name
    # A killed pomp-archive leaves no archive, and nothing that is in the way of the next one.
    for name in os.listdir("."):
        if name.startswith("k.pomparc.part-"):
            with open(name, "rb") as file:
                data = file.read()
            done = subprocess.run([archive, "--verify", name], capture_output=True, text=True, check=False)
            assert done.returncode == 0 if data[:8] == b"POMPARCH" else "not an archive" in done.stderr or data[-8:] == b"POMPAEND", done
            os.remove(name)
    shutil.rmtree("k", ignore_errors=True)
    if os.path.exists("k.pomparc"):
        os.remove("k.pomparc")


moment, step, over = 0.0, 0.004, False
while not over and moment < 60:
    over = killed_after(moment)
    check()
    moment += step
    step *= 1.15
assert over
