# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""release-check.py COMMAND FOLDER - makes a checkout that can be released, breaks one condition after the other, and compares
what COMMAND says to do."""
import os
import subprocess
import sys

command, folder = sys.argv[1:]
SYMBOLS = ("runtime/libpompomp/libpompomp.symbols", "runtime/libpompomp-mpi/libpompomp-mpi.symbols", "tools/library/libpompread.symbols")
GOOD = {"VERSION": "1.2.3\n", "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-01-02)\n\n* It is.\n\n## 1.2.2 (2025-01-02)\n",
        "packaging/debian/changelog": "pompinst (1.2.3-1) unstable; urgency=medium\n", ".gitignore": "build\n",
        **{name: "libx.so.1 pkg #MINVER#\n f@Base 1.2.3\n g@Base 1.1.9\n" for name in SYMBOLS}}  # fmt: skip
SUM = "build/test/sum"


def write(name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def git(*arguments):
    who = ["-c", "user.name=N", "-c", "user.email=n@example.invalid", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, "-C", folder, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def to_do():
    """Returns the lines that say what is to do. The exit status agrees with them."""
    done = subprocess.run([sys.executable, command, folder], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    found = [line for line in lines if line.startswith("to do  ")]
    assert not done.stderr and done.returncode == (1 if found else 0), done
    assert all(line.startswith(("ok     ", "to do  ")) for line in lines if not line.startswith("next: ")), lines
    assert (lines[-1] == "next: git tag -a v1.2.3 -m 'pompinst 1.2.3' && make dist debs") == (not found), lines
    return found


def expect(text):
    found = to_do()
    assert len(found) == 1 and text in found[0], (text, found)


for name, content in GOOD.items():
    write(name, content)
git("init")
git("add", "-A")
git("commit", "-m", "First")
expect("run the tests: make test-all")
write(SUM, "10 passed, 1 failed, 0 skipped\n")
expect("fix what fails: 10 passed, 1 failed, 0 skipped")
write(SUM, "11 passed, 0 failed, 0 skipped\n")
assert not to_do()

# Each change is committed, with tests that passed after it, so that it alone is to do.
for name, content, text in [
    ("VERSION", "1.2\n", "write three numbers"),
    ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-01-02)\n", "`## 1.2.3 (YEAR-MONTH-DAY)`, not 'Unreleased'"),
    ("packaging/debian/changelog", "pompinst (1.2.2-1) unstable; urgency=medium\n", "write the entry of 1.2.3-1"),
    (SYMBOLS[1], "libx.so.1 pkg #MINVER#\n h@Base 1.10.0\n", "h@Base is of a later version"),
]:
    write(name, content)
    git("commit", "-am", "Break it")
    write(SUM, "11 passed, 0 failed, 0 skipped\n")
    expect(text)
    write(name, GOOD[name])
    git("commit", "-am", "Fix it")
    write(SUM, "11 passed, 0 failed, 0 skipped\n")
    assert not to_do(), name

write("new", "x\n")
expect("commit or remove what git does not have, 1 files: new")
os.remove(os.path.join(folder, "new"))
os.utime(os.path.join(folder, SUM), (0, 0))
expect("run the tests again")
write(SUM, "11 passed, 0 failed, 0 skipped\n")
git("tag", "-a", "v1.2.2", "-m", "x")
git("commit", "--allow-empty", "-m", "x" * 73)
write(SUM, "11 passed, 0 failed, 0 skipped\n")
expect("has more than 72 characters")
git("tag", "-a", "v1.2.3", "-m", "x")
expect("the tag v1.2.3 is there already")
print("each condition is asked for")
