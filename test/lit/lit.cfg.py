# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This is the lit suite: what the plugin writes, what the wrappers do, what users' builds and real code make of both.
# What lives here: the names that tests may use (%pomp_clang, FileCheck, ...) and the clean environment they run in.
# What does not: the tests of the runtime and of pomp-report by themselves (test/runtime).
#
# test/run-tests runs it, and also says where temporary files go; by hand it is lit.py -v test/lit/wrapper [--param build_dir=DIR]
import glob
import os
import platform
import re
import shutil
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "test", "run"))
import clangs  # noqa: E402 pylint: disable=wrong-import-position
import libomps  # noqa: E402 pylint: disable=wrong-import-position
from remembered import RememberedTest  # noqa: E402 pylint: disable=wrong-import-position

build = os.path.abspath(lit_config.params.get("build_dir", os.path.join(root, "build")))
# --param clang=16 tests another Clang than the one that all is built with. Its libomp is unpacked below the build directory
# (cmake/other-libomp.sh), since Debian installs only one.
version = lit_config.params.get("clang", clangs.DEFAULT)
libomp = libomps.unpacked(build, version)
llvm = "/usr/lib/llvm-19"
llvm_bin = os.path.join(llvm, "bin")

config.name = "lit" if version == clangs.DEFAULT else "lit-" + version
# A test may need what not every Clang can do: REQUIRES: can-NAME, by the rows of ClangLacks.def.
with open(os.path.join(root, "test", "lit", "ClangLacks.def"), encoding="utf-8") as rows:
    lacks = re.findall(r'^CLANG_LACKS\((\w+),\s*(\d+),\s*(\d+),\s*"(.*)"\)', rows.read(), re.MULTILINE)
lacking = {"can-" + name: f"Clang {version} {text}" for name, first, last, text in lacks if int(first) <= int(version) <= int(last)}
config.available_features.update("can-" + row[0] for row in lacks if "can-" + row[0] not in lacking)
config.test_format = RememberedTest(reasons=lacking)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
# Tests run in a directory below this one, so what a program leaves behind is never in the checkout.
config.test_exec_root = os.path.join(build, "test", config.name)


def tool(name):
    path = shutil.which(name) or shutil.which(name, path=llvm_bin)
    if not path:
        lit_config.fatal(f"{name} is not installed; cmake/setup.sh installs it")
    return path


def compiler(name):
    """Finds a compiler. A plugin that was built with the sanitizers comes with a compiler that loads their runtime (preset asan-plugin)."""
    sanitized = os.path.join(build, "bin", "sanitized-" + name)
    return sanitized if os.path.exists(sanitized) else tool(f"{name}-{version}")


# lit hands on few variables, and no POMP_* or OMP_* among them. Variables that would change what compilers do go, too.
for name in ("LD_PRELOAD", "LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH"):
    config.environment.pop(name, None)
# Tests of the default unset POMP_SAMPLE (same/ has it): others compare what is shown with what was measured, and samples are of CPU time.
config.environment["POMP_SAMPLE"] = "0"
home = os.path.join(build, "test", "home")
os.makedirs(home, exist_ok=True)
config.environment.update(
    {
        "HOME": home,
        "LC_ALL": "C",
        "PYTHONDONTWRITEBYTECODE": "1",
        # `not`, `count`, llvm-readelf ... of the Clang that everything is built with.
        "PATH": os.pathsep.join([os.environ.get("PATH", os.defpath), llvm_bin]),
    }
)

if version != clangs.DEFAULT:
    config.environment.update({name: os.path.join(libomp, "clang", version, "include") for name in ("C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")})
    # Debian's LLVM 22 has no libomp of its own: its programs run with the one that is installed.
    library = os.path.join(libomp, "libomp.so") if libomps.has_library(build, version) else libomps.INSTALLED
    config.environment["LIBRARY_PATH"] = libomps.alone(library, os.path.join(config.test_exec_root, "libomp"))
    config.environment["LD_LIBRARY_PATH"] = config.environment["LIBRARY_PATH"]
    config.environment["POMP_CLANG"] = compiler("clang")
else:
    config.available_features.add("default-clang")
# The tests are written for OpenMP 5.1, which Clang 16 takes only when an option says so.
openmp = "-fopenmp-version=51" if version == "16" else ""
# A test may need what came with a version, or what went with one: the line with REQUIRES has a comment that says what.
config.available_features.update(f"clang-from-{n}" for n in clangs.ALL if int(n) <= int(version))
config.available_features.update(f"clang-to-{n}" for n in clangs.ALL if int(n) >= int(version))

# Each ends at a word boundary, so that %clang does not fit %clangxx.
for name, value in {
    "clang": compiler("clang"),
    "clangxx": compiler("clang++"),
    "pomp_clang": os.path.join(build, "bin", "pomp-clang"),
    "pomp_clangxx": os.path.join(build, "bin", "pomp-clang++"),
    "pomp_report": os.path.join(build, "bin", "pomp-report"),
    "gdb_script": os.path.join(build, "share", "pomp", "gdb", "pomp-gdb.py"),
    "plugin_programs": os.path.join(build, "test", "plugin"),
    "clang_major": version,
    # Tools that read what a Clang writes are of its version: %clang_bin/llvm-profdata.
    "clang_bin": f"/usr/lib/llvm-{version}/bin",
    # %openmp stands for -fopenmp where a test takes more than Clang 16 knows without an option.
    "openmp": " ".join(["-fopenmp", *openmp.split()]),
    "openmp_version": openmp,
    "plugin": os.path.join(build, "lib", "libpompinst.so"),
    "libdir": os.path.join(build, "lib"),
    "include": os.path.join(root, "include"),
    # %pomp_clang %clock makes a program whose clock is its own: see test/clock/test_clock.h.
    "clock": f"-I {root}/test/clock -L {build}/test/clock -Wl,-rpath,{build}/test/clock",
    "llvm": llvm,
    "root": root,
    "build": build,
    "python": sys.executable,
    "cmake": tool("cmake"),
}.items():
    config.substitutions.append((rf"%{name}\b", value))
config.substitutions.append((r"(?<![-\w/.])FileCheck(?![-\w.])", tool("FileCheck-19")))

# %same: compile plain and instrumented, run both, compare. %emit: have the plugin write the rewritten source; functions
# are left alone there, unless the test asks for them, so that CHECK lines are about constructs.
inputs = os.path.join(config.test_source_root, "Inputs")
config.environment.update(
    {
        "TEST_CLANG": compiler("clang"),
        "TEST_CLANGXX": compiler("clang++"),
        "TEST_FLAGS": openmp,
        "TEST_CLANG_MAJOR": version,
        "TEST_PLUGIN": os.path.join(build, "lib", "libpompinst.so"),
        "TEST_LIBDIR": os.path.join(build, "lib"),
        # What reads a profile's JSON alone says TEST_JSON, so that a new column of a table leaves it valid (test/run/reads.py).
        "TEST_JSON": os.path.join(build, "bin", "pomp-report"),
    }
)
# With --param all=1 all is tried that is worth it, in all ways; without it, only tests that find something of their own run.
if lit_config.params.get("all"):
    config.environment["TEST_ALL"] = "1"
    config.available_features.add("all")
# Where fuzzers begin: by date in `make test-all`, and always the same without.
config.environment["TEST_SEED"] = lit_config.params.get("seed", "1")
# test/run/fuzzed.py says what %fuzzed FUZZER CORPUS RUNS does.
config.substitutions.append((r"%fuzzed\b", f"{sys.executable} {root}/test/run/fuzzed.py"))
config.substitutions.append((r"%same\b", f"{sys.executable} {inputs}/same.py"))
config.substitutions.append(
    (r"%emit\b", f"{compiler('clang')} -fopenmp {openmp} -fsyntax-only -fplugin={build}/lib/libpompinst.so "
     "-fplugin-arg-pompinst-functions=none -fplugin-arg-pompinst-emit=%t.emit")
)
# %check: the rewritten source against the test's CHECK lines, which are in it as well and must not match themselves.
config.substitutions.append((r"%check\b", f"grep -v '// *CHECK' %t.emit | {tool('FileCheck-19')} %s"))

# Open MPI runs as root, on fewer cores than ranks, with shared memory alone, whatever the machine has.
config.substitutions.append(
    (r"%mpirun\b", "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
     "OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none "
     f"OMPI_MCA_pml=ob1 POMP_SUMMARY=0 {root}/test/mpirun")
)
# Counters of the kernel may be had; PAPI is in, and the library by which programs export counters of their own to it.
offers = subprocess.run([os.path.join(build, "bin", "pomp-report"), "--metrics"], capture_output=True, text=True, check=False).stdout
if "perf:context-switches " in offers:
    config.available_features.add("perf")
if "component sde" in offers and glob.glob("/usr/lib/*/libsde.so"):
    config.available_features.add("papi")
config.available_features.add(platform.machine())
if shutil.which("pkg-config"):
    config.available_features.add("pkg-config")
# A build that counts lines counts in programs, too, with names of its own.
with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
    if "POMP_COVERAGE:BOOL=ON" in cache.read():
        config.available_features.add("coverage")
for feature, present in {
    "gcc": shutil.which("gcc"),
    "gdb": shutil.which("gdb"),
    "gold": shutil.which("ld.gold"),
    "lld": shutil.which("ld.lld") or shutil.which("ld.lld", path=llvm_bin),
    "eigen": os.path.exists("/usr/include/eigen3/Eigen/Dense"),
    "make": shutil.which("make"),
    "clang-fuzzer": os.path.exists(os.path.join(build, "test", "programs", "fuzz_filter")),
    "clang-14": shutil.which("clang-14"),
    "opari2": shutil.which("opari2"),
    # cmake/eztrace.sh has unpacked it.
    "eztrace": os.path.exists(os.path.join(build, "test", "eztrace", "done")) and shutil.which("otf2-print"),
    # cmake/ompd-libomp.sh has built it.
    "libomp-ompd": os.path.exists(os.path.join(build, "test", "libomp", "ompd", "done")) and shutil.which("gdb"),
    "ccache": shutil.which("ccache"),
    # pomp-convert writes OTF2; the system's own Python has OTF2's reader.
    "otf2": shutil.which("otf2-print")
    and "  otf2 " in subprocess.run([os.path.join(build, "bin", "pomp-convert"), "--help"], capture_output=True, text=True, check=False).stdout,
    "otf2-reader": subprocess.run(["/usr/bin/python3", "-c", "import otf2"], capture_output=True, check=False).returncode == 0,
    # libpompomp-mpi was built, and programs can be.
    "mpi": os.path.exists(os.path.join(build, "lib", "libpompomp-mpi.so")) and shutil.which("mpicc") and shutil.which("mpirun"),
}.items():
    if present:
        config.available_features.add(feature)
