# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archive-full-disk.py ARCHIVE EXPERIMENT - packs, and makes the files again, into a file system that is too small, by a lot or by a page, and
into a file that may not become so long (ulimit -f), with --remove, too."""
import os
import re
import subprocess
import sys

PAGE = 4096  # a tmpfs is measured in these

archive, experiment = sys.argv[1:]
names = sorted(os.listdir(experiment))
subprocess.run([archive, experiment], check=True)
packed = experiment + ".pomparc"
pages = -(-os.path.getsize(packed) // PAGE)
whole = sum(-(-os.path.getsize(os.path.join(experiment, name)) // PAGE) for name in names)
for task, most in ((f"--remove --output /mnt/out {experiment}", pages), (f"--extract /mnt/out {packed}", whole)):
    for free in sorted({0, most // 10, most // 2, most - 1}):
        script = (f"mount -t tmpfs -o size={(free + 1) * PAGE} none /mnt && head -c {PAGE} /dev/zero > /mnt/other && "
                  f"{archive} {task}; echo $?; ls -A /mnt")  # fmt: skip
        run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
        assert run.stdout == "1\nother\n", (task, free, most, run)
        assert re.fullmatch(r"pomp-archive: /mnt/out.*: .*No space left on device\n", run.stderr), (task, free, most, run)
script = f"ulimit -f 1; {archive} --remove --output limited {experiment}"
run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
assert run.returncode == 1 and not [name for name in os.listdir(".") if name.startswith("limited")], run
assert re.fullmatch(r"pomp-archive: limited.*: .*File too large\n", run.stderr), run
assert sorted(os.listdir(experiment)) == names
