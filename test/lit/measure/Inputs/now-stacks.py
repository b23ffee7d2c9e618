# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""now-stacks.py POMP-REPORT PROGRAM HOW - asks for the stacks of the program of now-stacks.c, while it runs or by its core file.

The program stays in the state that is waited for until it is killed, or a file `stop` is there."""
import ctypes
import glob
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

report, program, how = sys.argv[1:]
PTRACE_SEIZE = 0x4206
OURS = re.compile(r"__kmp|omp_outlined|pomp|POMP|libomp|clone|start_thread")


def ask(*options, status=0):
    done = subprocess.run([report, "--now", *options], capture_output=True, text=True, check=False, env=dict(os.environ, LC_ALL="C"))
    assert done.returncode == status and bool(done.stderr) == bool(status), (options, done)
    return done.stderr if status else done.stdout


def read():
    done = subprocess.run([report, "--now", "--json=summary", "e"], capture_output=True, check=False)
    return json.loads(done.stdout)["now"] if done.returncode == 0 else []


def stacks(text, head):
    """Returns the head's line and, by the names of the threads, the names of the functions and regions, the outermost first."""
    found = re.search(rf"^{head}.*$", text, re.M)
    assert found, text
    blocks, name = {}, None
    for line in text[found.end() + 1 :].splitlines():
        if line.startswith("  "):
            blocks[name].append(line.strip())
        else:
            name = line.removesuffix(" (not known further out)")
            blocks[name] = []
    assert not OURS.search("\n".join(sum(blocks.values(), []))), text
    return found[0], blocks


def in_order(names, frames):
    """Tells whether the frames begin with these names, in this order; others may be between them."""
    left = iter(frames)
    return all(any(frame.split("  ")[0] == name for frame in left) for name in names)


def check_hang(process):
    text = ask("--stacks", str(process.pid))
    assert text.startswith("a · running · pid "), text
    head, found = stacks(text, "Stacks: threads were stopped for this one by one, for ")
    assert float(head.split()[-4]) > 0, head
    assert in_order(["main", "hang()", "parallel", "hold_a()", "critical(A)", "take_b()", "critical(B)"], found["0->0"]), text
    assert any(re.fullmatch(r"hold_a\(\)  +a\.c:\d+", frame) for frame in found["0->0"]), text
    assert in_order(["main", "hang()", "parallel", "critical(B)", "critical(A)"], found["0->1"]), text
    assert not any("(fork-join)" in frame or "(block)" in frame for frame in found["0->0"]), text
    assert "0->2..0->3" in found and in_order(["main", "hang()", "parallel"], found["0->2..0->3"]), text
    # A thread that somebody traces is left out, with the reason, and the others are there.
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_SEIZE, process.pid, None, None) != 0:
        print("this process can't trace: ", os.strerror(ctypes.get_errno()))
        return
    text = ask("--stacks", "e")
    assert f"\n0->0: no stack: process {os.getpid()} traces it already\n" in text and re.search(r"^0->1( \(not known further out\))?$", text, re.M), text


def check_gcore(process):
    """What gcore writes has no code, and does not say where code was."""
    if not shutil.which("gcore") or subprocess.run(["gcore", "-o", "core", str(process.pid)], capture_output=True, check=False).returncode:
        print("gdb writes no core file here")
        return
    process.kill()
    process.wait()
    text = ask(f"--stacks=core.{process.pid}", "e")
    _, found = stacks(text, f"Stacks, from core.{process.pid}:")
    assert in_order(["main", "hang()", "parallel", "hold_a()", "critical(A)", "take_b()", "critical(B)"], found["0->0"]), text
    assert any(re.fullmatch(r"hold_a\(\)  +a\.c:\d+", frame) for frame in found["0->0"]), text


def check_loop(process):
    for _ in range(5):
        _, found = stacks(ask("--stacks", str(process.pid)), "Stacks: threads were stopped ")
        assert in_order(["main", "loop()", "parallel", "for", "wait_for_file"], found["0->1"]), found
    with open("stop", "w", encoding="utf-8"):
        pass
    out, _ = process.communicate()
    assert process.returncode == 0 and out == b"0 calls were broken off\n", (process.returncode, out)
    assert "No stacks: the program does not run on this machine.\n" in ask("--stacks", "e")
    assert "--stacks prints text: it is neither for JSON nor for CSV\n" in ask("--stacks", "--csv", "e", status=2)


def damage(core, name):
    """Damages the core file, and tells whether what reads it says so or goes on."""
    chance = random.Random(1)
    with open(core, "rb") as file:
        begin = file.read(1 << 16)
    for _ in range(12):
        bad = bytearray(begin)
        for _ in range(chance.choice((1, 4, 64))):
            bad[chance.randrange(chance.choice((64, 4096, len(bad))))] = chance.choice((0, 255, chance.randrange(256)))
        with open(core, "r+b") as file:
            file.write(bad)
        done = subprocess.run([report, "--now", f"--stacks={core}", name], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 2) and done.stderr.count("\n") == done.returncode // 2, done
    with open(core, "r+b") as file:
        file.write(begin)
        file.truncate(5000)
    done = subprocess.run([report, "--now", f"--stacks={core}", name], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2), done


def check_crash(process):
    process.wait()
    cores = glob.glob("core*")
    if not cores:
        with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as pattern:
            print("this machine leaves no core files here: core_pattern is", pattern.read().strip())
        return
    core = cores[0]
    text = ask(f"--stacks={core}", "e")
    _, found = stacks(text, f"Stacks, from {core}:")
    assert in_order(["main", "crash()", "parallel", "fail"], found["0->2"]), text
    assert all(in_order(["main", "crash()", "parallel"], frames) for frames in found.values()), text
    # The function is in the table of the program's own file, which may be another one by now.
    os.rename("a", "was")
    shutil.copy("/bin/true", "a")
    assert "fail" not in ask(f"--stacks={core}", "e")
    os.rename("was", "a")
    assert ask("--stacks=a", "e", status=2) == "pomp-report: a: it is no core file of a program of 64 bits\n"
    assert ask("--stacks=none", "e", status=2) == "pomp-report: none: No such file or directory\n"
    with subprocess.Popen([program, "loop"], env=dict(os.environ, POMP_EXPERIMENT_DIR="other", POMP_SUMMARY="0")) as other:
        with open("stop", "w", encoding="utf-8"):
            pass
        other.wait()
    said = ask(f"--stacks={core}", "other", status=2)
    assert said == f"pomp-report: {core}: it is of process {process.pid}, which is none of this experiment that has died\n", said
    damage(core, "e")


def is_there():
    now = read()
    if how in ("hang", "gcore"):
        return sum(len(g["threads"]) for g in now if g["stuck"]) == 4
    states = sorted(g["state"] for g in now for _ in g["threads"])
    return states == ["waits", "waits", "works"]


def main(process):
    end = time.monotonic() + 240
    while how != "crash" and not is_there():
        assert process.poll() is None and time.monotonic() < end, read()
        time.sleep(0.01)
    {"hang": check_hang, "loop": check_loop, "crash": check_crash, "gcore": check_gcore}[how](process)


for left in ("e", "other", "stop", *glob.glob("core*")):
    if os.path.isdir(left):
        shutil.rmtree(left)
    elif os.path.exists(left):
        os.remove(left)
limits = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (limits[1] if how == "crash" else 0, limits[1]))
environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", LC_ALL="C")
with subprocess.Popen([program, "hang" if how == "gcore" else how], env=environment, stdout=subprocess.PIPE) as running:
    try:
        main(running)
    finally:
        running.kill()
        running.wait()
        remove_dead()
