# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""console.py BUILD ROOT PAGE [FOLDER] - runs the commands of a page and compares what they print with what the page shows.

The commands are those of the page's blocks that begin with ```console: lines that begin with `$ `, each with its further lines,
which begin with `> `. One bash runs all of them, in a new directory. FOLDER, or test/docs of the build, is where the
commands run: a directory of its own below it. All that is printed, on stdout and stderr, is compared with
the lines below the command. Every command has to succeed, unless the page shows `$ echo $?` right behind it. Comments of the page,
which no reader sees, come before the block that they are about:

    <!-- console: setup          the lines below are run first, and are not compared
    <!-- console: skip REASON    the block is not run; the reason is printed
    <!-- console: needs THINGS   from here on, nothing is run if one of these commands, or files of the build, is not there
    <!-- console: any order      the lines that are shown may come in another order: they are sorted by times

A page does not depend on how busy the machine is: programs whose times decide what is shown go by a clock that is set ($CLOCK and
$SAID below).

What counts as the same, and nothing else is:
 * a number with a decimal point is any such number, with a unit of time or without: it was measured; so are both of `0.97..1.03`. Whole numbers are compared
   as they are; but those in percent, with the number that comes before them in parentheses, and those behind `±`, `~` and `+` or
   `-` are measured, too;
 * the date, time and process in the name of an experiment are any, and so are a date and time, and the number behind `pid`;
 * any number of blanks is one, and so is any number of lines' parts that are drawn: columns are as wide as their numbers;
 * a line `…` of the page is any number of lines, and ` … ` within a line is any text: it was left out;
 * what pompinst adds to its output if the machine was busy may be there, though the page has it not: the share of time in
   which threads were ready and not running, the warning of it, and that threads took turns."""
import os
import re
import shutil
import subprocess
import sys

build, root, page = (os.path.abspath(path) for path in sys.argv[1:4])
below = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else os.path.join(build, "test", "docs")
END = "-- console.py: end of the command --"


def normal(line):
    line = re.sub(r"\b\d{8}-\d{6}-\d+\b|\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b", "DATE", line)
    line = re.sub(r"\bpid \d+\b", "pid #", line)
    line = re.sub(r"[─┬┼┴]+", "─", line)
    line = re.sub(r"(?<![\w.])\d+\.\d+\.\.\d+\.\d+", "#..#", line)
    line = re.sub(r"(?<![\w.])[-+~±]?\d+\.\d+(?:e[-+]\d+)?(?: (?:ns|us|µs|ms|s)\b)?", "#", line)
    line = re.sub(r"\d+(?= \(\d+ %\))", "#", line)
    line = re.sub(r"\d+(?= %)|(?<=[±~])\d+|(?<= )[-+]\d+\b", "#", line)
    return " ".join(line.split())


BUSY = re.compile(r" \(at least, as threads (?:took turns|share locks)\)| · ready and not running # %( \(.*?\))?|^pomp: ready and not running # %( \(.*?\))?$|^Warning: threads were ready and had no CPU .*|^contain time in which threads were not on a CPU\.$")


def fits(shown, line):
    parts = [re.escape(part) for part in re.split(r"(?:^| )…(?: |$)", shown)]
    return shown == line or ("…" in shown and re.fullmatch(" ?.* ?".join(parts), line))


def in_order(shown, lines):
    """True if the lines are those that are shown; `…` alone stands for any number of them."""
    ends = {0}  # how many of the lines may be what has been compared so far
    for one in shown:
        if one == "…":
            ends = set(range(min(ends), len(lines) + 1)) if ends else ends
        else:
            ends = {n + 1 for n in ends if n < len(lines) and fits(one, lines[n])}
    return len(lines) in ends


def in_any_order(shown, lines):
    left = list(lines)
    for one in shown:
        if one != "…":
            found = next((line for line in left if fits(one, line)), None)
            if found is None:
                return False
            left.remove(found)
    return "…" in shown or not left


class Shell:
    """One bash that runs all commands of the page."""

    skipped = []

    def __init__(self, folder):
        keep = ("HOME", "LANG", "LC_ALL", "TMPDIR", "TERM")
        environment = {name: os.environ[name] for name in keep if name in os.environ}
        environment |= {
            "PATH": os.pathsep.join([os.path.join(build, "bin"), os.environ["PATH"]]),
            "ROOT": root,
            "BUILD": build,
            # pomp-clang $CLOCK makes a program whose clock is its own: see test/clock/test_clock.h.
            "CLOCK": f"-I {root}/test/clock -L {build}/test/clock -Wl,-rpath,{build}/test/clock",
            # CCC_OVERRIDE_OPTIONS="$SAID ^-DNAME" has Clang do so, too, with a program of a page as it is: see test/docs/said.h.
            "SAID": f"# ^-L{build}/test/clock ^-Wl,-rpath,{build}/test/clock ^-I{root}/test/clock ^{root}/test/docs/said.h ^-include",
            "OMP_NUM_THREADS": "2",
            # What a page shows is of the program's clock, and samples are of CPU time.
            "POMP_SAMPLE": "0",
            # Threads that spin while they wait would take the processors from those that work, where these are few.
            "OMP_WAIT_POLICY": "passive",
            "LC_ALL": "C.UTF-8",
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
            "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_pml": "ob1", "OMPI_MCA_mpi_yield_when_idle": "1",
        }
        self.bash = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.status = 0

    def run(self, command):
        """Returns the lines that the command prints; its exit status is in self.status."""
        if command == "echo $?":
            said, self.status = [str(self.status)], 0
            return said
        self.bash.stdin.write(f"{{ {command}\n}} < /dev/null\nprintf '\\n%s %d\\n' '{END}' $?\n")
        self.bash.stdin.flush()
        lines = []
        for line in self.bash.stdout:
            if line.startswith(END):
                self.status = int(line.split()[-1])
                return lines[:-1] if lines and not lines[-1].strip() else lines
            lines.append(line.rstrip("\n"))
        sys.exit(f"console.py: the shell ended in: {command}")


def read_page():
    """Yields (number of the line, what the comments before it say, the lines) of each block, and of each setup."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    marks, at, lacking = {}, 0, []
    while at < len(lines):
        mark = re.match(r"<!-- console: (setup|skip|any order|needs)\b *(.*?)( -->)?$", lines[at])
        if mark:
            begin = at
            while "-->" not in lines[at]:
                at += 1
            text = [line for line in lines[begin + 1 : at + 1] if line != "-->"] if at > begin else []
            if mark[1] == "needs":
                lacking += [what for what in mark[2].split() if not shutil.which(what) and not os.path.exists(os.path.join(build, what))]
            elif mark[1] == "setup":
                if not lacking:
                    yield begin + 1, {"setup": ""}, text
            else:
                marks[mark[1]] = " ".join([mark[2], *text]).removesuffix("-->").strip()
                assert marks[mark[1]] or mark[1] == "any order", f"{page}:{begin + 1}: there is no reason"
        elif lines[at] == "```console":
            begin = at = at + 1
            while lines[at] != "```":
                at += 1
            if lacking:
                marks["skip"] = f"{', '.join(lacking)} is not there"
            yield begin, marks, lines[begin:at]
            marks = {}
        elif lines[at].startswith("<!-- console"):
            sys.exit(f"{page}:{at + 1}: unknown mark: {lines[at]}")
        at += 1


def commands_of(lines):
    """Returns (command, lines shown) of a block."""
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif line.startswith("> ") and commands and not commands[-1][1]:
            commands[-1] = (commands[-1][0] + "\n" + line[2:], [])
        else:
            assert commands, f"{page}: a console block begins with a command, not with {line}"
            commands[-1][1].append(line)
    return commands


def compare(number, command, shown, printed, marks):
    wanted = [normal(line) for line in shown if line.strip()]
    got = [normal(line) for line in printed if line.strip()]
    if not any(map(BUSY.search, wanted)):
        got = [left for left in (BUSY.sub("", line) for line in got) if left]
    same = in_any_order if "any order" in marks else in_order
    if same(wanted, got):
        return
    sys.exit("\n".join([f"{os.path.relpath(page, root)}:{number}: $ {command}", "-- the page shows (numbers as #):", *wanted, "-- it prints:", *got, "-- as it was:", *printed]))


def run_page():
    name = os.path.relpath(page, root).replace(os.sep, "-")
    folder = os.path.join(below, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    shell, ran = Shell(folder), 0
    for number, marks, lines in read_page():
        if "setup" in marks:
            said = shell.run("set -e\n" + "\n".join(lines) + "\nset +e")
            assert not shell.status, f"{page}:{number}: {said}"
        elif "skip" in marks:
            Shell.skipped.append(f"skipped {os.path.relpath(page, root)}:{number}: {marks['skip']}: {' | '.join(c for c, _ in commands_of(lines))}")
        else:
            commands = commands_of(lines)
            for i, (command, shown) in enumerate(commands):
                printed = shell.run(command)
                if shell.status and not (i + 1 < len(commands) and commands[i + 1][0] == "echo $?"):
                    sys.exit(f"{os.path.relpath(page, root)}:{number}: $ {command}\nends with status {shell.status}\n" + "\n".join(printed))
                compare(number, command, shown, printed, marks)
                ran += 1
    shell.bash.stdin.close()
    shell.bash.wait()
    print(*Shell.skipped, sep="\n")
    print(f"{ran} commands of {os.path.relpath(page, root)} print what it shows")


if __name__ == "__main__":
    run_page()
