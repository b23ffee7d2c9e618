# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inline.py BUILD ROOT [FOLDER] - holds the commands of README.md and docs/ that no console block has: those in sentences and in tables,
between backquotes, and those in blocks that are set in by four blanks.

A command of ours is run in a folder that has what the pages speak of, below FOLDER (test/docs of the build, unless given), and has to succeed. Where it is shortened, or names
what a reader is to put in, INSTEAD has what is run. A command that is not run here is in HELD with the test that runs it, and the words
of that test that do. A row for a command that no page has is a failure, too, and so is an option that a tool does not have, wherever a page writes it."""
import glob
import os
import re
import shutil
import subprocess
import sys

build, root = (os.path.abspath(path) for path in sys.argv[1:3])
below = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else os.path.join(build, "test", "docs")

OURS = re.compile(r"(?:env )?(?:\w+=\S* )*pomp-(?:clang|clang\+\+|report|convert|scale|runs|top|config|mpicc|mpicxx|opari2-cc) ")
# In blocks these begin a command, too.
OTHERS = re.compile(r"(?:\w+=\S* )*(?:clang-\d+|clang|gcc|make|cmake|meson|\./\w+|python3|\$)(?: |$)")

INSTEAD = {
    "pomp-report --now PID": "pomp-report --now e",
    "pomp-report --now --stacks PID": "pomp-report --now --stacks e",
    "pomp-report PID": "pomp-report e",
    "pomp-report --now --json=summary PID": "pomp-report --now --json=summary e",
    "clang -fopenmp -fplugin=LIB/libpompinst.so -fplugin-arg-pompinst-api=pomp2 -c a.c": "clang-19 -fopenmp -fplugin=$BUILD/lib/libpompinst.so -fplugin-arg-pompinst-api=pomp2 -c a.c",
    "clang-19 -fopenmp -fplugin=LIB/libpompinst.so -fplugin-arg-pompinst-barriers=ompt -c a.c": "clang-19 -fopenmp -fplugin=$BUILD/lib/libpompinst.so -fplugin-arg-pompinst-barriers=ompt -c a.c",
    "clang-19 -fopenmp a.o -LLIB -lpompomp -Wl,-rpath,LIB -o a": "clang-19 -fopenmp a.o -L$BUILD/lib -lpompomp -Wl,-rpath,$BUILD/lib -o a && POMP_EXPERIMENT_DIR=ran POMP_SUMMARY=0 ./a",
    "clang-19 -fopenmp -fsyntax-only -fplugin=…/libpompinst.so -fplugin-arg-pompinst-emit=out/f.c src/f.c":
        "mkdir -p out src && cp a.c src/f.c && clang-19 -fopenmp -fsyntax-only -fplugin=$BUILD/lib/libpompinst.so -fplugin-arg-pompinst-emit=out/f.c src/f.c && test -s out/f.c",
    "pomp-report --from-trace --diagnose": "pomp-report --from-trace --diagnose e",
    "POMP_METRICS=PAPI_TOT_INS,PAPI_TOT_CYC pomp-scale …": "POMP_METRICS=rusage:minflt,rusage:majflt pomp-scale --folder metrics 1 -- ./program",
    "pomp-clang …": "pomp-clang -c program.c",
    "pomp-clang file.c": "pomp-clang program.c",
    "pomp-clang --pomp-api=pomp2": "pomp-clang --pomp-api=pomp2 -c program.c",
    "$ pomp-clang -O2 --pomp-notes -c count.c": "pomp-clang -O2 --pomp-notes -c program.c",
    "pomp-clang --pomp-notes": "pomp-clang --pomp-notes -c program.c",
    "pomp-clang --pomp-verbose": "pomp-clang --pomp-verbose -c program.c",
    "pomp-config --static": "pomp-config --static --libs",
    "pomp-convert --to otf2": "pomp-convert --to otf2 --output archive-1",
    "pomp-convert e --to otf2": "pomp-convert e --to otf2 --output archive-2",
    "pomp-convert [EXPERIMENT] --to FORMAT [--output PATH] [--jobs N] [--samples]": "pomp-convert e --to ctf --output archive-3 --jobs 2",
    "pomp-runs --db FILE --trend --html": "pomp-runs --db runs.db --trend --html",
    "pomp-runs --db FILE --trend --json": "pomp-runs --db runs.db --trend --json",
    "pomp-runs --db runs.db EXPERIMENT…": "pomp-runs --db runs.db e",
    "pomp-runs --db runs.db --regressions --fail-if 'self>5%' EXPERIMENT…": "pomp-runs --db runs.db --regressions --fail-if 'self>10000%' before/1",
    "pomp-runs --db runs.db --trend --region solve": "pomp-runs --db runs.db --trend --region step",
    "pomp-report --diff": "pomp-report --diff before/1 after/1",
    "pomp-report --diff --json": "pomp-report --diff before/1 after/1 --json",
    "pomp-report --diff … --json": "pomp-report --diff before/1 after/1 --json",
    "pomp-report --diff … --markdown": "pomp-report --diff before/1 after/1 --markdown",
    "pomp-report --diff BEFORE AFTER": "pomp-report --diff before/1 after/1",
    "pomp-report --diff BEFORE AFTER --fail-if 'self>5%'": "pomp-report --diff before/1 after/1 --fail-if 'self>10000%'",
    "pomp-report --diff … --fail-if 'self>5%'": "pomp-report --diff before/1 after/1 --fail-if 'self>10000%'",
    "pomp-report --diff=regions BEFORE AFTER": "pomp-report --diff=regions before/1 after/1",
    "pomp-report --diff BEFORE1 BEFORE2 BEFORE3 --with AFTER1 AFTER2 AFTER3": "pomp-report --diff before/* --with after/*",
    "pomp-report --diff before/* --with after/* --fail-if 'self>5%' --fail-if 'wall>3%' --top 3": "pomp-report --diff before/* --with after/* --fail-if 'self>10000%' --fail-if 'wall>10000%' --top 3",
    "pomp-report --efficiency DIR/*-run-*[0-9]": "pomp-report --efficiency stommel-scale/*-run-*[0-9]",
    "pomp-report --efficiency RUN1 RUN2 …": "pomp-report --efficiency before/1 after/1",
    "pomp-report --manual": "pomp-report --manual=bash",
    "pomp-report --overhead 2 --suggest-filter FILE": "pomp-report --overhead 2 --suggest-filter filter-1",
    "pomp-report --overhead 2 --suggest-filter filter": "pomp-report --overhead 2 --suggest-filter filter-2",
    "pomp-report --diff A B --html": "pomp-report --diff before/1 before/2 --html",
    "pomp-report --diff … --html": "pomp-report --diff before/1 before/2 --html --output other-diff.html",
    "pomp-report --html before": "pomp-report --html before/1",
    "pomp-report --region solve": "pomp-report --region step",
    "pomp-report --samples --region '^for' after": "pomp-report --samples --region '^for' after/1",
    "pomp-report --source before": "pomp-report --source before/1",
    "pomp-report --tree before": "pomp-report --tree before/1",
    "pomp-report --suggest-filter FILE": "pomp-report --suggest-filter filter-3",
    "pomp-report DIRECTORY": "pomp-report e",
    "pomp-scale --compare": "pomp-scale --folder compare-1 --repeat 1 --compare ./program -- ./program",
    "pomp-scale --compare ./old -- ./new": "pomp-scale --folder compare-2 --repeat 1 --compare ./program -- ./program",
    "pomp-scale --compare A -- B": "pomp-scale --folder compare-3 --repeat 1 --compare ./program -- ./program",
    "pomp-scale --compare 'env OMP_PROC_BIND=false ./new' -- env OMP_PROC_BIND=true ./new":
        "pomp-scale --folder compare-4 --repeat 1 --compare 'env OMP_PROC_BIND=false ./program' -- env OMP_PROC_BIND=true ./program",
    "pomp-scale 1,2": "pomp-scale --folder scale-2 1,2 -- ./program",
    "pomp-scale --html …": "pomp-scale --html --folder page-scale 1 -- ./program",
    "pomp-scale --json": "pomp-scale --json --folder json-scale 1 -- ./program",
    "pomp-scale --markdown": "pomp-scale --markdown --folder comment-scale 1 -- ./program",
    "pomp-scale --weak 1,2,4 -- ./program --size={1000}": "pomp-scale --folder weak --weak 1,2 -- ./program --size={1000}",
    "pomp-scale 1,2,4 -- ./program": "pomp-scale --folder scale-1 1,2 -- ./program",
}

# Each row has the test that runs the command, and the words there that do.
HELD = {
    "pomp-top PID": ("test/runtime/Inputs/top.py", 'watch(str(running.pid), "--interval=0.1")'),
    "pomp-top HOST:EXPERIMENT": ("test/runtime/Inputs/top.py", 'watch("user@node:it\'s a $name", "--interval=0.5"'),
    "pomp-report --now --stacks=CORE EXPERIMENT": ("test/lit/measure/Inputs/now-stacks.py", 'ask(f"--stacks={core}", "e")'),
    "pomp-report --now --stacks=core pomp-hang": ("test/lit/measure/Inputs/now-stacks.py", 'ask(f"--stacks={core}", "e")'),
    "$ python3 test/inject/runtime.py build/bin/pomp-report ./fail_call ./fail_function.so ./a":
        ("test/runtime/injected.test", "%python %root/test/inject/runtime.py %pomp_report fail_call fail_function.so a"),
    "./configure CC=pomp-clang CXX=pomp-clang++": ("test/package/autotools.test", "/configure CC=%moved/bin/pomp-clang CXX=%moved/bin/pomp-clang++"),
    "CC=pomp-clang CXX=pomp-clang++ meson setup build": ("test/package/meson.test", "CC=%moved/bin/pomp-clang CXX=%moved/bin/pomp-clang++ meson setup build"),
    "POMP_CLANG=/usr/lib/ccache/clang-19 make CC=pomp-clang":
        ("test/package/ccache-in-builds.test", "POMP_CLANG=$(echo %t/links/*) make -s -f %S/Inputs/make/Makefile SOURCES=%sources CC=%moved/bin/pomp-clang"),
    "POMP_TRACE=1 pomp-scale --ranks …": ("test/runtime/mpi/scale.c", "POMP_TRACE=1 %bindir/pomp-scale --ranks"),
    "TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_TOOL_LIBRARIES=/usr/lib/llvm-19/lib/libarcher.so ./program":
        ("test/package/archer.test", "TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_TOOL_LIBRARIES=%llvm/lib/libarcher.so"),
    "clang-19 $(pkg-config --cflags pomp) -c a.c && clang-19 a.o $(pkg-config --libs pomp) -o a":
        ("test/package/pkg-config.test", "%clang -Werror -O2 @cflags -c", "%clangxx -Werror norm.o squares.o sum.o -lm @libs -o norm"),
    "clang-19 --config=PREFIX/lib/pompinst/pomp.cfg a.c -o a": ("test/package/clang-config.test", "%clang --config=%moved/lib/pompinst/pomp.cfg -Werror -O2"),
    "cmake -DCMAKE_TOOLCHAIN_FILE=PREFIX/lib/cmake/Pomp/pomp-toolchain.cmake …":
        ("test/package/cmake-toolchain.test", "-DCMAKE_TOOLCHAIN_FILE=%moved/lib/cmake/Pomp/pomp-toolchain.cmake"),
    "gcc -fopenmp -iquote src out/f.c -L… -lpompomp -o f": ("test/lit/emit/where.c", "gcc -fopenmp -DSCOPE", "-L%libdir -lpompomp"),
    "make CC='ccache pomp-clang'": ("test/package/ccache-in-builds.test", 'CC="ccache %moved/bin/pomp-clang"'),
    "make CC='distcc pomp-clang'": ("test/package/Inputs/distcc.py", '["distcc", f"{tools}/{compiler}"'),
    "make CC=pomp-clang CXX=pomp-clang++": ("test/package/make.test", "SOURCES=%sources CC=%moved/bin/pomp-clang CXX=%moved/bin/pomp-clang++"),
    "make install PREFIX=$HOME/pompinst": ("test/package/relocated.test", "install PREFIX=%t/first/pompinst"),
    "pomp-config --mpi-libs": ("test/package/mpi.test", "%moved/bin/pomp-config --cflags --mpi-libs --libs"),
    "pomp-convert DIR": ("test/runtime/mpi/convert-stacks.test", "%pomp_convert e --to folded"),
    "pomp-convert DIR/rank-0": ("test/runtime/mpi/convert-ctf.test", "%pomp_convert e/rank-1 --to ctf"),
    "pomp-convert DIR/rank-0 --to cube": ("test/runtime/mpi/convert-cube.test", "%pomp_convert t/rank-0 --to cube"),
    "pomp-opari2-cc [options] infile [outfile]": ("test/lit/pomp2/opari2-cc.test", "%build/bin/pomp-opari2-cc --nosrc --omp-task-untied=keep tasks.c out.c"),
    "pomp-report --mpi-waits": ("test/runtime/mpi/late-paths.c", "%pomp_report --mpi-waits e"),
    "pomp-report --mpi-waits DIR": ("test/runtime/mpi/late-paths.c", "%pomp_report --mpi-waits e"),
    "pomp-report --suggest-functions FILE": ("test/lit/measure/suggest-functions.c", "%pomp_report --suggest-functions kept e"),
    "pomp-report --suggest-functions functions": ("test/lit/measure/suggest-functions.c", "%pomp_report --suggest-functions kept e"),
    "pomp-report DIR": ("test/runtime/mpi/directories.c", "%pomp_report --all h"),
    "pomp-report DIR/rank-0.pomp": ("test/runtime/mpi/directories.c", "%pomp_report --all g/rank-1.pomp"),
    "pomp-report DIRECTORY/rank-2.pomp": ("test/runtime/mpi/directories.c", "%pomp_report --all g/rank-1.pomp"),
    "pomp-runs --db runs.db --intervals EXPERIMENT": ("test/runtime/Inputs/intervals.py", '"--db", "runs.db", "--intervals"'),
    "pomp-scale --ranks 1,2,4 -- ./program": ("test/runtime/mpi/scale.c", '%bindir/pomp-scale --ranks --launcher "%mpirun" --folder out 1,2 -- ./a'),
}

# Commands with these words are run if this succeeds: the build may lack a library.
NEEDS = {"--to otf2": "pomp-convert --help | grep -q '^  otf2 '", "--db": "pomp-runs --db made.db e"}

SETUP = """set -e
cp "$ROOT/test/docs/program.c" . && pomp-clang -O2 -g program.c -o program && cp program.c a.c
POMP_PHASES=step POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./program > said
mkdir before after stommel-scale
for of in before/1 before/2 after/1 after/2; do POMP_EXPERIMENT_DIR=$of POMP_SUMMARY=0 ./program > said; done
cp -r e pomp-program-20200101-000000-1
cp -r before/1 stommel-scale/threads-1-run-1 && cp -r after/1 stommel-scale/threads-2-run-1
pomp-runs --db runs.db before/1 before/2 > said 2>&1 || :
"""


def commands():
    """Yields (page, line, command)."""
    for page in ["README.md", *sorted(glob.glob("docs/*.md", root_dir=root))]:
        with open(os.path.join(root, page), encoding="utf-8") as file:
            text = file.read()
        blank = lambda match: "\n" * match[0].count("\n")  # noqa: E731
        text = re.sub(r"^```.*?^```|<!--.*?-->", blank, text, flags=re.DOTALL | re.MULTILINE)
        for match in re.finditer(r"`([^`]+)`|^    (\S.*)$", text, re.MULTILINE):
            command = " ".join((match[1] or re.sub(r"\s+# .*", "", match[2])).split())
            if OURS.match(command) or (match[2] and OTHERS.match(command)):
                yield page, text[: match.start()].count("\n") + 1, command


def environment():
    keep = ("HOME", "LANG", "LC_ALL", "TMPDIR", "TERM")
    kept = {name: os.environ[name] for name in keep if name in os.environ}
    path = os.pathsep.join([os.path.join(build, "bin"), os.environ["PATH"]])
    return kept | {"PATH": path, "ROOT": root, "BUILD": build, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "LC_ALL": "C.UTF-8"}


def shell(folder, command):
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)


def unknown_options(folder, found):
    """Yields what is wrong with the options of the commands as the pages have them, whatever is run instead: those of the tools have to be
    in what the tool prints with --help."""
    helps = {}
    for page, line, command in found:
        of = re.match(r"(?:env )?(?:\w+=\S* )*(pomp-(?:report|convert|scale|runs|config)) (.*)", command.split(" -- ")[0])
        if not of:
            continue
        if of[1] not in helps:
            helps[of[1]] = set(re.findall(r"--[a-z][-a-z]*", shell(folder, of[1] + (" --help=all" if of[1] == "pomp-report" else " --help")).stdout))
            assert "--help" in helps[of[1]], of[1]
        for option in re.findall(r"(?<!\S)--[a-z][-\w]*", of[2]):
            if option not in helps[of[1]]:
                yield f"{page}:{line}: {command}: {of[1]} --help has no {option}"


def not_held():
    """Yields which rows of HELD name a test that does not run the command."""
    for row, (test, *words) in HELD.items():
        try:
            with open(os.path.join(root, test), encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            yield f"there is no {test}, which is to hold: {row}"
            continue
        yield from (f"{test} has no {word!r}, which is to hold: {row}" for word in words if word not in text)


def main():
    found, problems, ran = list(commands()), [], set()
    texts = {command for _, _, command in found}
    problems += [f"no page has the command: {row}" for row in sorted({*INSTEAD, *HELD} - texts)]
    problems += list(not_held())
    folder = os.path.join(below, "inline")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    made = shell(folder, SETUP)
    assert made.returncode == 0, made
    problems += unknown_options(folder, found)
    lacks = [words for words, works in NEEDS.items() if shell(folder, works).returncode]
    for page, line, command in found:
        if command in HELD or command in ran:
            continue
        ran.add(command)
        run = INSTEAD.get(command, command)
        if "…" in run:
            problems.append(f"{page}:{line}: {command}: it is shortened: INSTEAD or HELD is to say what holds it")
            continue
        lacking = [words for words in lacks if words in run]
        if lacking:
            print(f"skipped {page}:{line}: this build lacks what {lacking[0]} needs: {run}")
            continue
        done = shell(folder, run)
        if done.returncode:
            problems.append(f"{page}:{line}: $ {run}\nends with status {done.returncode}\n{done.stdout[-500:]}{done.stderr[-1000:]}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(ran)} commands in sentences, tables and blocks do what they are said to do; {len(HELD)} are held by other tests")


if __name__ == "__main__":
    main()
