# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This is the suite of the runtime and pomp-report: programs that call the POMP functions by hand, run for real and checked.
# The names that tests may use and the clean environment they run in live here. The plugin does not, which
# these tests do without (test/lit).
#
# test/run-tests runs it; by hand it is lit.py -v test/runtime [--param build_dir=DIR]. A build directory that was configured
# with POMP_SANITIZE is recognised: then the test programs are sanitised, too. One with POMP_SANITIZE_THREADS is for the tools.
# With --param emulated=1 programs and the library are those for aarch64, run by an emulator (test/run/emulated.py); the tools
# that read experiments stay this machine's.
import contextlib
import glob
import mmap
import os
import platform
import re
import shutil
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "test", "run"))
# pylint: disable=wrong-import-position
import clangs  # noqa: E402
import libomps  # noqa: E402
from emulated import CANNOT, Target  # noqa: E402
from remembered import RememberedTest  # noqa: E402

build = os.path.abspath(lit_config.params.get("build_dir", os.path.join(root, "build")))
inputs = os.path.join(root, "test", "runtime", "Inputs")
llvm_bin = "/usr/lib/llvm-19/bin"


def tool(name):
    path = shutil.which(name) or shutil.which(name, path=llvm_bin)
    if not path:
        lit_config.fatal(f"{name} is not installed; cmake/setup.sh installs it")
    return path


def is_on(option):
    """Tells whether the build was configured with an option of CMake's."""
    try:
        with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
            return f"{option}:BOOL=ON" in cache.read()
    except OSError:
        return False


def can_mount():
    """Makes a mount of its own for one command, to fill a file system that nobody else uses."""
    command = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def can_wipe_on_fork():
    """Linux before 4.14 can't give a forked child zeros in place of a page (MADV_WIPEONFORK)."""
    with contextlib.suppress(OSError), mmap.mmap(-1, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as page:
        page.madvise(18)
        return True
    print("runtime: this kernel has no MADV_WIPEONFORK, so that raw-fork.c is skipped", file=sys.stderr)
    return False


def has_second_user():
    """Root can act as another user, and the directory for temporary files takes programs that have privileges."""
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "true"]
    why = "who is not root can't act as another user"
    with contextlib.suppress(OSError):
        if os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0:
            if not os.statvfs("/var/tmp").f_flag & os.ST_NOSUID:
                return True
            why = "/var/tmp takes no programs with privileges (nosuid)"
    print(f"runtime: {why}, so that other-user.test is skipped", file=sys.stderr)
    return False


def offered_metrics():
    try:
        command = [os.path.join(target.build if target else build, "bin", "pomp-report"), "--metrics"]
        environment = {**os.environ, **config.environment}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def needs_no_target(name):
    """Tells whether a test makes and reads nothing of the processor that programs are made for."""
    if not name.endswith(".test"):
        return False
    with open(os.path.join(config.test_source_root, name), encoding="utf-8") as file:
        return not re.search(r"%(program|cxxprogram|clocked|cxxclocked|cc|clang|clangxx|libdir|library)\b", file.read())


def needs_no_libomp(name):
    """Tells whether a test makes no program with OpenMP."""
    if not name.endswith(tuple(config.suffixes)):
        return False
    with open(os.path.join(config.test_source_root, name), encoding="utf-8") as file:
        return not re.search(r"%(program|cxxprogram|clocked|cxxclocked)\b|-fopenmp", file.read())


def python_with(module):
    """Returns a Python that has a module: this one, or the system's own, for which Debian has packages; none if neither has."""
    for python in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
                return python
    return ""


sanitized = is_on("POMP_SANITIZE")
trace = lit_config.params.get("trace")
# --param libomp=16 compiles and runs the programs with another libomp than the installed one, and with the Clang of its version, as
# a Clang needs a libomp that is no older. The library is the same.
libomp = lit_config.params.get("libomp")
version = libomp or clangs.DEFAULT
config.name = f"runtime-libomp-{libomp}" if libomp else "runtime"
target = Target(build) if lit_config.params.get("emulated") else None
config.test_format = RememberedTest(otherwise={"traced": {"POMP_TRACE": None}} if trace == "where-supported" else None, cannot=CANNOT if target else libomps.CANNOT.get(libomp))
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(target.build if target else build, "test", config.name)

# lit hands on few variables, and no POMP_* or OMP_* among them.
for name in ("LD_PRELOAD", "LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH"):
    config.environment.pop(name, None)
# Tests of the default unset POMP_SAMPLE: others compare what is shown with what was measured, and samples are of CPU time.
config.environment.update(
    {
        "LC_ALL": "C",
        "POMP_SAMPLE": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.pathsep.join([os.environ.get("PATH", os.defpath), llvm_bin]),
        # OpenMP's threads are alive at exit, and their memory would count as leaks.
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
)

# What these tests do by the emulator is what they do without.
if target:
    why = target.lacks() or target.enter()
    if why:
        lit_config.fatal(f"emulated: {why}")
    config.environment["QEMU_LD_PREFIX"] = target.sysroot
    config.available_features.add("emulated")
    config.excludes += [name for name in os.listdir(config.test_source_root) if needs_no_target(name)]
else:
    config.available_features.add("gcc")
processor = "aarch64" if target else platform.machine()
config.available_features.add(f"target={processor}-linux-gnu")

if libomp:
    unpacked = libomps.unpacked(build, libomp)
    folder = libomps.alone(os.path.join(unpacked, "libomp.so"), os.path.join(config.test_exec_root, "libomp"))
    config.environment.update({"LD_LIBRARY_PATH": folder, "LIBRARY_PATH": folder})
    headers = os.path.join(unpacked, "clang", version, "include")
    config.environment.update({"C_INCLUDE_PATH": headers, "CPLUS_INCLUDE_PATH": headers})
    config.excludes += [name for name in os.listdir(config.test_source_root) if needs_no_libomp(name)]
libdir, bindir, include = os.path.join(build, "lib"), os.path.join(build, "bin"), os.path.join(root, "include")
# ThreadSanitizer knows nothing of libomp's locks, which isn't built with it. So this is about the tools alone: programs take
# the library of the default build, around this one; tsan.c has the library's part.
if is_on("POMP_SANITIZE_THREADS"):
    libdir = os.path.join(os.path.dirname(build), "lib")
    config.available_features.add("sanitized")
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1"
if target:
    libdir = os.path.join(target.build, "lib")
clang, clangxx = (tool(name) + (" " + target.flags if target else "") for name in (f"clang-{version}", f"clang++-{version}"))
report = os.path.join(bindir, "pomp-report")
convert = os.path.join(bindir, "pomp-convert")
check = f"{sys.executable} {os.path.join(inputs, 'check.py')} {report}"
flags = f"-O1 -g -Wall -Wno-unused-function -pthread -I {include} -I {inputs}"
if sanitized:
    flags += " -fsanitize=address,undefined -fno-sanitize-recover=undefined"
# The tests are written for OpenMP 5.1, which Clang 16 takes only when an option says so.
openmp = "-fopenmp -fopenmp-version=51" if version == "16" else "-fopenmp"
library = f"-L {libdir} -lpompomp -Wl,-rpath,{libdir}"
clock = os.path.join(os.path.dirname(libdir), "test", "clock")
clocked = f"-I {root}/test/clock -L {clock} -lpompomp -Wl,-rpath,{clock}"


# Each ends at a word boundary, so that %clang does not fit %clangxx.
for name, value in {
    # %cc compiles; %program makes a program with OpenMP and the shared library: %program %s -o %t/a
    "cc": f"{clang} {flags}",
    "program": f"{clang} {flags} {openmp} {library}",
    # The same with a clock that the program sets: see test/clock/test_clock.h.
    "clocked": f"{clang} {flags} {openmp} {clocked}",
    "cxxclocked": f"{clangxx} {flags} -std=c++20 {openmp} {clocked}",
    # The same in C++: %cxxprogram
    "cxxprogram": f"{clangxx} {flags} -std=c++20 {openmp} {library}",
    "library": library,
    "clock": clocked,
    # %fuzzed %fuzzers/FUZZER CORPUS RUNS: see test/run/fuzzed.py.
    "fuzzed": f"{sys.executable} {root}/test/run/fuzzed.py",
    "fuzzers": os.path.join(build, "test", "programs"),
    # %ranks_check EXPERIMENT...: the processes of each, one by one, are what the whole has of them; see Inputs/ranks.c.
    "ranks_check": os.path.join(build, "test", "programs", "ranks-check"),
    # %job_sums_check EXPERIMENT...: the analyses of its processes add up to that of the whole; see Inputs/job_sums.c.
    "job_sums_check": os.path.join(build, "test", "programs", "job_sums-check"),
    # %job_findings_check EXPERIMENT...: the findings of its processes add up to those of the whole; see Inputs/job_findings.c.
    "job_findings_check": os.path.join(build, "test", "programs", "job_findings-check"),
    # %check EXPERIMENT EXPRESSION...: what always holds does, and each expression is true; see Inputs/check.py.
    "check": check,
    # %critical EXPERIMENT EXPRESSION...: the critical path adds up to the run, and each expression is true; see Inputs/critical.py.
    "critical": f"{sys.executable} {os.path.join(inputs, 'critical.py')} {report}",
    # These are flags for the processor: all of its instructions, if tests run on it; what protects returns.
    "native": "" if target else "-march=native",
    "protected": "-mbranch-protection=standard" if processor == "aarch64" else "-fcf-protection=full",
    "clang": clang,
    "clangxx": clangxx,
    "pomp_report": report,
    "pomp_convert": convert,
    "pomp_archive": os.path.join(bindir, "pomp-archive"),
    "pomp_scale": os.path.join(bindir, "pomp-scale"),
    "pomp_runs": os.path.join(bindir, "pomp-runs"),
    "pomp_top": os.path.join(bindir, "pomp-top"),
    "pomp_control": os.path.join(bindir, "pomp-control"),
    "pomp_config": os.path.join(bindir, "pomp-config"),
    "pomp_exec": os.path.join(bindir, "pomp-exec"),
    # %manual prints the man pages that the build makes of documents, and pomp-clang's.
    "manual": os.path.join(build, "manual", "pomp-manual"),
    # %converted FORMAT CONVERTED EXPERIMENT EXPRESSION...: it has what the profile has; see Inputs/converted.py.
    "converted": f"{sys.executable} {os.path.join(inputs, 'converted.py')} {report}",
    # %otf2_reader ARCHIVE EXPERIMENT EXPRESSION...: OTF2's Python reader, which the system's own Python has, finds the same.
    "otf2_reader": f"/usr/bin/python3 {os.path.join(inputs, 'otf2-reader.py')} {report}",
    # %otf2_estimate ARCHIVE: otf2-estimator's upper bounds of its events' sizes hold.
    "otf2_estimate": f"/usr/bin/python3 {os.path.join(inputs, 'otf2-estimate.py')}",
    # %npm_reader FORMAT FILE prints sums of a converted profile; see test/npm/readers.js.
    "npm_reader": f"node {root}/test/npm/readers.js {root}/build/test/npm/node_modules",
    # %json_schema WHICH FILE...: what pomp-report, pomp-runs and pomp-scale print for programs is as the schemas say; see Inputs/json-schema.py.
    "json_schema": f"{python_with('jsonschema')} {os.path.join(inputs, 'json-schema.py')} {os.path.join(build, 'share', 'pomp', 'schema')}",
    # %matplotlib_python is a Python that has matplotlib.
    "matplotlib_python": python_with("matplotlib"),
    # %pandas_python is a Python that has pandas.
    "pandas_python": python_with("pandas"),
    # %vite ARCHIVE EXPRESSION...: ViTE opens it, and draws what is in it.
    "vite": f"{sys.executable} {os.path.join(inputs, 'vite.py')}",
    "libdir": libdir,
    "bindir": bindir,
    "include": include,
    "inputs": inputs,
    "root": root,
    "python": sys.executable,
}.items():
    config.substitutions.append((rf"%{name}\b", value))
# %fresh makes a new, empty directory, which is the test's own and the current one.
config.substitutions.append((r"%fresh\b", "rm -rf %t && mkdir -p %t && cd %t"))
config.substitutions.append((r"(?<![-\w/.])FileCheck(?![-\w.])", tool("FileCheck-19")))

# With --param trace=1 everything is traced as well, and %check compares what the trace says with what was measured. Tests that
# say UNSUPPORTED: traced are skipped then; with trace=where-supported they run without a trace.
if trace:
    config.environment["POMP_TRACE"] = "1"
    config.available_features.add("traced")
# With --param all=1 the tests that look at the feature `all`, or at TEST_ALL, take longer and do more.
if lit_config.params.get("all"):
    config.environment["TEST_ALL"] = "1"
    config.available_features.add("all")
# Where fuzzers begin: by date in `make test-all`, and always the same without.
config.environment["TEST_SEED"] = lit_config.params.get("seed", "1")
if sanitized:
    config.available_features.add("sanitized")
# Counting lines takes functions of libc and names of its own.
if is_on("POMP_COVERAGE"):
    config.available_features.add("coverage")
# Others read our formats with these; cmake/npm-readers.sh gets some of it, below the default build.
npm = os.path.join(root, "build", "test", "npm")
if os.path.exists(os.path.join(npm, "done")) and shutil.which("node"):
    config.available_features.add("npm-readers")
if shutil.which("callgrind_annotate"):
    config.available_features.add("callgrind-annotate")
if shutil.which("go"):
    config.available_features.add("go")
# These say what can be counted here: by perf_event_open in general and of the processor, and by PAPI of the processor, or in
# general, with libsde, which comes with it.
offers = offered_metrics()
for feature, metric in (("perf", "perf:context-switches"), ("pmu", "perf:instructions"), ("papi-pmu", "PAPI_TOT_INS")):
    if metric + " " in offers:
        config.available_features.add(feature)
if "component sde" in offers and glob.glob("/usr/lib/*/libsde.so"):
    config.available_features.add("papi")
# OTF2 is written where its library is, and read where its tools are; so is CTF.
with contextlib.suppress(OSError):
    offered = subprocess.run([convert, "--help"], capture_output=True, text=True, check=False).stdout
    if "  otf2 " in offered and shutil.which("otf2-print"):
        config.available_features.add("otf2")
        if subprocess.run(["/usr/bin/python3", "-c", "import otf2"], capture_output=True, check=False).returncode == 0:
            config.available_features.add("otf2-reader")
        if shutil.which("vite"):
            config.available_features.add("vite")
# `make test` does not build all of these with the sanitizers.
for name, library, feature in (("pomp-report", b"libdw.so", "libdw"), ("pomp-runs", b"libsqlite3.so", "libsqlite3"), ("pomp-top", b"libncursesw.so", "ncurses"), ("pomp-report", b"libzstd.so", "zstd")):
    with contextlib.suppress(FileNotFoundError), open(os.path.join(bindir, name), "rb") as program:
        if library in program.read():
            config.available_features.add(feature)
config.available_features |= {name for name in ("babeltrace2", "cmark-gfm", "doxygen", "fish", "gdb", "groff", "mandoc", "valgrind", "zsh") if shutil.which(name)}
javac = shutil.which("javac")
jni = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(javac))), "include") if javac else ""
if os.path.exists(os.path.join(jni, "linux", "jni_md.h")) and not target:
    config.available_features.add("java-vm")
    config.substitutions.append((r"%jni\b", f"-I {jni} -I {jni}/linux"))
for name in ("gfortran", "flang-new-19", "patchelf"):
    if not shutil.which(name):
        print(f"runtime: {name} is not installed, so that a part of exec-any.c is skipped", file=sys.stderr)
for module in ("jsonschema", "matplotlib", "pandas"):
    if python_with(module):
        config.available_features.add(module)
if len(os.sched_getaffinity(0)) > 1:
    config.available_features.add("two-cores")
if can_wipe_on_fork():
    config.available_features.add("wipe-on-fork")
if not target and has_second_user():
    config.available_features.add("second-user")
if can_mount():
    config.available_features.add("mount")
# The fuzzers are built with the sanitizers, where the compiler has a fuzzer library.
if os.path.exists(os.path.join(build, "test", "programs", "fuzz_reader")):
    config.available_features.add("fuzzers")
