"""full-disk.py CONVERT EXPERIMENT - converts into a file system that is too small, into each format that there is."""
import re
import subprocess
import sys

convert, experiment = sys.argv[1:]
offered = subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout
formats = re.findall(r"^  (otf2|ctf|perfetto) ", offered, re.M)
assert "perfetto" in formats, offered
for form in formats:
    for size in (16, 200, 500):
        script = (f"mount -t tmpfs -o size={size}k none /mnt && {convert} {experiment} --to {form} --output /mnt/out; "
                  "echo $?; ls -A /mnt")  # fmt: skip
        run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
        assert run.stdout == "1\n", (form, size, run)
        assert re.fullmatch(r"pomp-convert: /mnt/out: .*No space left on device\n", run.stderr), (form, size, run)
