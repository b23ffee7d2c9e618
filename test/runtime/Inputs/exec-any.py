# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exec-any.py BINDIR LIBDIR ROOT - starts programs by pomp-exec and without: both do the same, and the experiment has their parallel
regions, with their line. What can't be measured is said in a line, and the program runs."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN, LIB, ROOT = sys.argv[1:]
EXEC, REPORT = os.path.join(BIN, "pomp-exec"), os.path.join(BIN, "pomp-report")
GOMP = subprocess.run(["gcc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True).stdout.strip()
RENAMED = "libgomp-a34b3233.so.1.0.0"
skipped = []


def run(*command, **options):
    return subprocess.run(command, **{"capture_output": True, "text": True, "check": False, **options})


def start(command, options=(), **more):
    """Runs a command in both ways: what it does is the same. Returns what pomp-exec and the library have said."""
    for left in glob.glob("e*"):
        if os.path.isdir(left):
            shutil.rmtree(left)
    plain = run(*command, **more)
    done = run(EXEC, "--out", "e", "--summary=0", *options, *command, **more)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout), (command, plain, done)
    return done.stderr


def measured(head, visits, where=None):
    """There is one experiment, with so many visits of parallel regions."""
    assert [name for name in glob.glob("e*") if os.path.isdir(name)] == ["e"], glob.glob("e*")
    shown = run(REPORT, "e").stdout
    assert head in " ".join(shown.splitlines()[:3]), (head, shown)
    data = json.loads(run(REPORT, "--json", "e").stdout)
    regions = [r for r in data["regions"] if r["name"].startswith("parallel") and r["role"] == "team"]
    assert sum(r["visits"] for r in regions) == visits, (visits, regions)
    assert data["experiment"]["settings"]["POMP_EXEC"] == head, data["experiment"]["settings"]
    assert not where or {r["where"] for r in regions} == {where}, regions


def unmeasured(said, *words):
    assert said.count("\n") == 1 and all(word in said for word in words) and not os.path.exists("e"), said


ON_GOMP = "not recompiled; gcc's program on LLVM's libomp"
assert start(["./by-clang", "x"]) == ""
measured("not recompiled", 10)
assert start(["./by-gcc", "x"]) == ""
measured(ON_GOMP, 10)
assert start(["./by-gcc", "x"], stdin=subprocess.DEVNULL) == ""
# A descriptor that is closed stays so.
closed = ["sh", "-c", 'exec "$@" <&-', "sh"]
assert run(*closed, EXEC, "--summary=0", "./by-clang").stdout == run(*closed, "./by-clang").stdout == "./by-clang  10 closed\n"
# Other commands start it, and a script.
assert start(["env", "A=1", "./by-gcc"]) == ""
measured(ON_GOMP, 10)
with open("script", "w", encoding="utf-8") as file:
    file.write("#!/bin/sh\nls >/dev/null\n./by-clang\n")
os.chmod("script", 0o755)
assert start(["./script"]) == ""
measured("not recompiled", 10)
assert run(EXEC, "-n", "--trace", "--sample", "2ms", "--threads", "3", "./by-clang").stdout.splitlines()[:3] == ["POMP_TRACE=1", "POMP_SAMPLE=2ms", "OMP_NUM_THREADS=3"]
assert run(EXEC, "-n", "--trace=otf2", "./by-clang").stdout.startswith("POMP_TRACE=otf2\n")
# The user's own stay behind ours, and what is measured already is not measured twice.
assert run(EXEC, "-n", "./serial", env={**os.environ, "LD_PRELOAD": "libm.so.6"}).stdout.splitlines()[0] == f"LD_PRELOAD={LIB}/libpompomp.so.1:libm.so.6"
assert run(EXEC, "-n", "./serial", env={**os.environ, "LD_PRELOAD": "libpompomp.so"}).stdout.splitlines()[0] == "POMP_EXEC=0:not recompiled"
# A program without OpenMP leaves the time of its thread.
assert start(["./serial"]) == ""
measured("not recompiled", 0)

# What can't be measured.
unmeasured(start(["./static", "x"]), "pomp-exec: ./static: it is linked statically")
# Its runtime may be a part of it, and the dynamic linker may be what is called.
inside = run("gcc", "-print-file-name=libgomp.a").stdout.strip()
assert run("gcc", "alone.o", inside, "-pthread", "-ldl", "-o", "by-gcc-alone").returncode == 0
said = start(["./by-gcc-alone", "x"])
assert said.startswith("pomp-exec: ./by-gcc-alone: GCC's OpenMP runtime is a part of it, and tells no tool what it does"), said
linker = "/lib64/ld-linux-x86-64.so.2"
if os.path.exists(linker):
    assert start([linker, "./by-gcc", "x"]) == ""
    measured(ON_GOMP, 10)
shutil.rmtree("e", ignore_errors=True)
unmeasured(start(["./offload"]), "it asks libgomp for GOMP_target_ext (GOMP_4.5), which ", "libomp.so.5 does not have: it runs on libgomp, unmeasured\n")
with open("by-clang", "rb") as file:
    program = bytearray(file.read())
for name, at, value in (("foreign", 18, 40), ("narrow", 4, 1)):
    with open(name, "wb") as file:
        file.write(program[:at] + bytes([value]) + program[at + 1 :])
    os.chmod(name, 0o755)
    assert f"{name}: it is for another processor: it runs unmeasured\n" in run(EXEC, f"./{name}").stderr
musl = program.replace(b"/lib64/ld-linux-x86-64.so.2", b"/lib/ld-musl-x86_64.so.1\0\0\0").replace(b"/lib/ld-linux-aarch64.so.1", b"/lib/ld-musl-aarch64.so.1\0")
with open("musl", "wb") as file:
    file.write(musl)
os.chmod("musl", 0o755)
done = run(EXEC, "./musl")
assert "it is linked with musl, and libpompomp with glibc: it runs unmeasured\n" in done.stderr and done.returncode == 127, done
for name, status, words in (("./none", 127, "No such file"), ("/", 126, "Permission denied"), ("nowhere-at-all", 127, "No such file")):
    done = run(EXEC, name)
    assert done.returncode == status and done.stderr.count("\n") == 1 and words in done.stderr, done
done = run(EXEC, "--trace=maybe", "./by-clang")
assert done.returncode == 2 and done.stderr == "pomp-exec: --trace takes 0, 1 or otf2, not maybe\n", done
done = run(EXEC)
assert done.returncode == 2 and done.stderr == "pomp-exec: name a program: pomp-exec ./a.out\n", done
done = run(EXEC, "--libomp", "/none.so", "./by-gcc")
assert done.returncode == 3 and "which /none.so does not have" in done.stderr, done
assert "did you mean --trace?" in run(EXEC, "--tracee", "./by-gcc").stderr
assert "--threads takes a number, or several with commas between them\n" in run(EXEC, "--threads=", "./by-gcc").stderr
assert "--libomp takes the file of a library\n" in run(EXEC, "--libomp=", "./by-gcc").stderr
done = run(EXEC, "--out", "off", "--summary=0", "./by-clang", env={**os.environ, "OMP_TOOL": "disabled"})
assert done.returncode == 3 and done.stderr == "pomp-exec: ./by-clang: OMP_TOOL=disabled keeps OpenMP runtimes from taking a tool: its parallel regions are not measured\n", done
# A runtime may be built without OMPT.
with open("fake.c", "w", encoding="utf-8") as file:
    file.write("int __kmpc_fork_call(void) { return 3; }\n")
with open("calls.c", "w", encoding="utf-8") as file:
    file.write("int __kmpc_fork_call(void);\nint main(void) { return __kmpc_fork_call(); }\n")
assert run("gcc", "-shared", "-fPIC", "fake.c", "-o", "libfake.so").returncode == 0
assert run("gcc", "calls.c", "-o", "calls", "./libfake.so").returncode == 0
unmeasured(start(["./calls"]), "its OpenMP runtime ./libfake.so takes no tool (OMPT): it runs unmeasured\n")
# Who has not the program's privileges can't have it load a library; what can't be read is not looked at.
if os.geteuid() == 0 and shutil.which("setpriv") and not os.statvfs("/var/tmp").f_flag & os.ST_NOSUID:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        for name in ("bin", "lib"):
            os.mkdir(f"{folder}/{name}")
        shutil.copy(EXEC, f"{folder}/bin"), shutil.copy(f"{LIB}/libpompomp.so.1", f"{folder}/lib")
        for mode, why in ((0o4755, "it has privileges that its user has not, so that it takes no library"), (0o711, "it can't be read (Permission denied)")):
            shutil.copy("serial", f"{folder}/program"), os.chmod(f"{folder}/program", mode)
            done = run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", f"{folder}/bin/pomp-exec", "-n", f"{folder}/program")
            assert done.stderr == f"pomp-exec: {folder}/program: {why}: it runs unmeasured\n" and not done.stdout, done
else:
    skipped.append("who is not root can't make a program with privileges")
# A folder whose name has a blank can't be in LD_PRELOAD.
os.makedirs("a b/bin"), os.makedirs("a b/lib")
shutil.copy(EXEC, "a b/bin"), shutil.copy(f"{LIB}/libpompomp.so.1", "a b/lib")
done = run("a b/bin/pomp-exec", "./by-clang")
assert done.returncode == 3 and "whose path has a blank or a colon: it runs unmeasured\n" in done.stderr, done

# libgomp alone tells nothing, which the library says; so does it if an experiment was asked for.
for asked in ({}, {"POMP_EXPERIMENT_DIR": "e"}):
    done = run("./by-gcc", env={**os.environ, "LD_PRELOAD": f"{LIB}/libpompomp.so", **asked})
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 3 and re.fullmatch(r"pomp: \S*/libgomp\.so\.1 tells no tool what it does, so that its parallel regions are not measured; pomp-exec .*", last), done
shutil.rmtree("e", ignore_errors=True)

# Python loads an extension while it runs, which takes a libgomp by another name.
shutil.copy(GOMP, RENAMED)
if shutil.which("patchelf"):
    run("patchelf", "--set-soname", RENAMED, RENAMED)
else:
    skipped.append("patchelf is not here, so that the extension's libgomp has its usual name")
assert run("gcc", "-shared", "extension.o", RENAMED, "-Wl,-rpath,$ORIGIN", "-o", "extension.so").returncode == 0
with open("x.py", "w", encoding="utf-8") as file:
    file.write('import ctypes\nwork = ctypes.CDLL("./extension.so").work\nwork.restype = ctypes.c_double\nprint("%.3f" % work(100000))\n')
assert start([sys.executable, "x.py"]) == ""
measured("not recompiled; LLVM's libomp before libgomp", 2)

shutil.copy(os.path.join(ROOT, "examples", "fortran", "heat.f90"), ".")
if shutil.which("gfortran"):
    assert run("gfortran", "-O1", "-g", "-fopenmp", "heat.f90", "-o", "by-gfortran").returncode == 0
    assert start(["./by-gfortran"], ["--threads", "2"]) == ""
    measured(ON_GOMP, 100, "heat.f90:15")
    said = " ".join(run(REPORT, "--all", "e").stdout.split())
    assert re.search(r"Not instrumented: heat.f90 \([0-9]+ % of the threads' time\), of which the OpenMP runtime tells no atomics and clauses, nor GCC's static loops\. ", said), said
else:
    skipped.append("gfortran is not here, so that no program of Fortran is measured: cmake/setup.sh --all installs it")
if shutil.which("flang-new-19"):
    assert run("flang-new-19", "-O1", "-g", "-fopenmp", "heat.f90", "-o", "by-flang").returncode == 0
    said = start(["./by-flang"], ["--threads", "2"])
    assert not said or re.fullmatch("OMP: Warning #189: OMPT: .*\n", said), said  # of libomp 19, as Flang does not mark loops
    measured("not recompiled", 100)
else:
    skipped.append("flang-new-19 is not here, so that none of its programs is measured: cmake/setup.sh --all installs it")
print(*skipped, "done", sep="\n")
