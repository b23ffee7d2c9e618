# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""full-disk.py TOOL EXPERIMENT - has pomp-convert or pomp-archive write into a file system that is too small, by a lot or by a page, and
into a file that may not become so long (ulimit -f): each format that there is; an archive, and the files of one. Nothing is left behind, and the
experiment stays as it is, though the files that are packed are to be removed."""
import os
import re
import shutil
import subprocess
import sys

PAGE = 4096  # a tmpfs is measured in these

tool, experiment = sys.argv[1:]
name = os.path.basename(tool)


def pages_of(path):
    if os.path.isfile(path):
        return -(-os.path.getsize(path) // PAGE)
    return sum(pages_of(os.path.join(path, name)) for name in os.listdir(path))


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


def conversions():
    offered = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    formats = re.findall(r"^  (\w+) ", offered.split("\nFormats\n")[1].split("\nOptions\n")[0], re.M)
    assert "perfetto" in formats and "ctf" in formats, offered
    return [f"{experiment} --to {form} --output" for form in formats]


def packings():
    subprocess.run([tool, "--output", "packed", experiment], check=True)
    return [f"{experiment} --remove --output", "packed --extract"]


def content():
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(experiment) for name in names)


before = content()
for task in {"pomp-convert": conversions, "pomp-archive": packings}[name]():
    remove("whole")
    subprocess.run([tool, *task.replace("--remove ", "").split(), "whole"], check=True)
    pages = pages_of("whole")
    # A file takes one of the pages, as a profile may need no more than one itself, and a file system has at least that.
    for free in sorted({0, pages // 10, pages // 2, pages - 1}):
        script = (f"mount -t tmpfs -o size={(free + 1) * PAGE} none /mnt && head -c {PAGE} /dev/zero > /mnt/other && "
                  f"{tool} {task} /mnt/out; echo $?; ls -A /mnt")  # fmt: skip
        run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
        assert run.stdout == "1\nother\n", (task, free, pages, run)
        assert re.fullmatch(rf"{name}: /mnt/out.*: .*No space left on device\n", run.stderr), (task, free, pages, run)
    script = f"ulimit -f 1; {tool} {task} limited"
    run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and not [left for left in os.listdir(".") if left.startswith("limited")], (task, run)
    assert re.fullmatch(rf"{name}: limited.*: .*File too large\n", run.stderr), (task, run)
    assert content() == before, task
