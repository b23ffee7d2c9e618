# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""full-disk.py CONVERT EXPERIMENT - converts into a file system that is too small, by a lot or by a page, and into a file that may
not become so long (ulimit -f), into each format that there is."""
import os
import re
import shutil
import subprocess
import sys

PAGE = 4096  # a tmpfs is measured in these

convert, experiment = sys.argv[1:]


def pages_of(path):
    if os.path.isfile(path):
        return -(-os.path.getsize(path) // PAGE)
    return sum(pages_of(os.path.join(path, name)) for name in os.listdir(path))


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


offered = subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout
formats = re.findall(r"^  (\w+) ", offered.split("\nFormats\n")[1].split("\nOptions\n")[0], re.M)
assert "perfetto" in formats and "ctf" in formats, offered
for form in formats:
    remove("whole")
    subprocess.run([convert, experiment, "--to", form, "--output", "whole"], check=True)
    pages = pages_of("whole")
    # A file takes one of the pages, as a profile may need no more than one itself, and a file system has at least that.
    for free in sorted({0, pages // 10, pages // 2, pages - 1}):
        script = (f"mount -t tmpfs -o size={(free + 1) * PAGE} none /mnt && head -c {PAGE} /dev/zero > /mnt/other && "
                  f"{convert} {experiment} --to {form} --output /mnt/out; echo $?; ls -A /mnt")  # fmt: skip
        run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
        assert run.stdout == "1\nother\n", (form, free, pages, run)
        assert re.fullmatch(r"pomp-convert: /mnt/out: .*No space left on device\n", run.stderr), (form, free, pages, run)
    script = f"ulimit -f 1; {convert} {experiment} --to {form} --output limited"
    run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and not os.path.exists("limited"), (form, run)
    assert re.fullmatch(r"pomp-convert: limited: .*File too large\n", run.stderr), (form, run)
