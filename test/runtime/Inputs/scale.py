# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale.py BINDIR PROGRAM WHAT - runs pomp-scale, and checks what it says and leaves. WHAT is `figures`, `as_json`, `compares`, `failures`, `names`,
`stops`, `list_full` or `full`."""
import csv
import json
import math
import os
import re
import signal
import subprocess
import sys
import time

bindir, program, what = sys.argv[1:]
SCALE, REPORT = os.path.join(bindir, "pomp-scale"), os.path.join(bindir, "pomp-report")


def run(*arguments, **more):
    return subprocess.run([SCALE, *arguments], capture_output=True, text=True, check=False, timeout=300, **more)


def refused(status, pattern, *arguments, **more):
    """One line reports what is wrong, and the status is that."""
    done = run(*arguments, **more)
    assert done.returncode == status, (arguments, done)
    lines = [line for line in done.stderr.splitlines() if line.startswith("pomp-scale: ") and "processor" not in line]
    assert len(lines) == 1 and re.search(pattern, lines[0]), (pattern, done.stderr)
    return done


def experiments(folder):
    return sorted(name for name in os.listdir(folder) if re.fullmatch(r".*-run-\d+", name))


def efficiencies(folder):
    names = [os.path.join(folder, name) for name in experiments(folder)]
    data = json.loads(subprocess.run([REPORT, "--efficiency", "--json", *names], stdout=subprocess.PIPE, check=True).stdout)
    return {os.path.basename(r["experiment"]): r for r in data["regions"][0]["runs"]}


def median(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}


def amdahl(runs):
    """The serial part, and the half width of its confidence interval: a line through the wall times over 1 / threads."""
    x, y = [1 / n for n, _ in runs], [t for _, t in runs]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    xx = sum((a - mx) ** 2 for a in x)
    p = sum((a - mx) * (b - my) for a, b in zip(x, y)) / xx
    s = my - p * mx
    v = sum((b - s - p * a) ** 2 for a, b in zip(x, y)) / (len(x) - 2)
    vp, vs, vb = v / xx, v / len(x) + mx**2 * v / xx, -mx * v / xx
    ds, dp = p / (s + p) ** 2, -s / (s + p) ** 2
    return s / (s + p), STUDENT[len(x) - 2] * math.sqrt(max(0, ds**2 * vs + dp**2 * vp + 2 * ds * dp * vb))


def serial_of(run):
    """Returns how many s of serial code each run of this number has, by scale.c."""
    return 5 * 0.004 + run % 3 * 0.0003


PARALLEL = 5 * 0.024  # for one thread


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def near(reported, value, digits):
    return abs(float(reported) - value) <= 0.51 * 10**-digits


def figures():
    done = run("-r", "3", "--folder", "out", "2,1,2", "--", program)
    assert done.returncode == 0, done
    progress = [line for line in done.stderr.splitlines() if line.startswith("[")]
    assert len(progress) == 6 and progress[1].startswith("[2/6] 2 threads, run 1 of 3 ... "), done.stderr
    names = [f"threads-{n}-run-{r}" for r in (1, 2, 3) for n in (1, 2)]
    assert experiments("out") == sorted(names), os.listdir("out")
    with open("out/runs.csv", newline="", encoding="utf-8") as file:
        listed = list(csv.DictReader(file))
    assert [row["experiment"] for row in listed] == names, "the runs are made in turn"
    assert all(row["status"] == "0" and float(row["seconds"]) > 0 for row in listed), listed
    truth = {}
    for name in names:
        with open(f"out/{name}.log", encoding="utf-8") as file:
            text = file.read()
        assert "to stderr\n" in text, text
        threads, run_number = map(int, re.findall(r"\d+", name))
        assert f'{{"threads": {threads}}}\n' in text, text
        truth[name] = serial_of(run_number), PARALLEL / threads
    assert not re.search(" $", done.stdout, re.MULTILINE), done.stdout

    # The table of runs: medians, the spread, and what follows from them.
    reported = efficiencies("out")
    assert all(close(reported[name]["wall_s"], sum(truth[name])) for name in names), (reported, truth)
    walls = {n: [reported[f"threads-{n}-run-{r}"]["wall_s"] for r in (1, 2, 3)] for n in (1, 2)}
    rows = re.findall(r"^ +([12]) +3 +([\d.]+) +([\d.]+)\.\.([\d.]+) +([\d.]+) +([\d.]+)\.\.([\d.]+) +([\d.]+) %", done.stdout, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2"], done.stdout
    shown = {}
    for n, row in zip((1, 2), rows):
        speedup = median(walls[1]) / median(walls[n])
        expected = [(median(walls[n]), 3), (min(walls[n]), 3), (max(walls[n]), 3), (speedup, 2), (min(walls[1]) / max(walls[n]), 2),
                    (max(walls[1]) / min(walls[n]), 2), (100 * speedup / n, 1)]
        assert all(near(text, value, digits) for text, (value, digits) in zip(row[1:], expected)), (row, expected)
        shown[n] = next(name for name in names if name.startswith(f"threads-{n}-") and reported[name]["wall_s"] == median(walls[n]))

    # The factors are those of the median runs.
    for key, text in (("parallel_efficiency", "parallel efficiency"), ("omp_serial", "serial part"), ("omp_balance", "balance")):
        cells = re.search(rf"^ +{text} +([\d.]+) % +([\d.]+) %$", done.stdout, re.MULTILINE)
        assert cells and all(near(cells[n], 100 * reported[shown[n]]["factors"][key], 1) for n in (1, 2)), (key, done.stdout)

    # The parallel region and the serial code have taken as long as the program knows itself, and all parts are the wall time.
    parts = re.findall(r"^ +([\d.]+) +([\d.]+) +(?:[\d.]+|-|) +(?:[\d.]+ %|-|) +(parallel|serial|\(others\)) *(.*)$", done.stdout, re.MULTILINE)
    table = [(kind, words, *seconds) for *seconds, kind, words in parts]
    assert sorted(row[:2] for row in table) == [("parallel", "parallel (fork-join), main, test.c:2"), ("serial", "main(), main, test.c:1")], table
    for n in (1, 2):
        parallel, serial = (row[1 + n] for row in sorted(table))
        assert near(serial, truth[shown[n]][0], 3) and near(parallel, truth[shown[n]][1], 3), (table, truth)

    # The serial part: what was measured, and what follows from the wall times.
    serial = re.search(r"^Serial part: ([\d.]+) s of ([\d.]+) s with 1 thread, ([\d.]+) % of the work; by Amdahl's law .* ([\d.]+) times as fast as one\.$", done.stdout, re.MULTILINE)
    assert serial and near(serial[2], median(walls[1]), 3), done.stdout
    own = truth[shown[1]]
    assert near(serial[1], own[0], 3) and near(serial[3], 100 * own[0] / sum(own), 1), (serial[0], truth)
    part, error = amdahl([(n, t) for n in (1, 2) for t in walls[n]])
    fit = re.search(r"^Amdahl's law fitted to 6 runs: serial part ([\d.]+) % \(95 % confidence: ([\d.]+) to ([\d.]+) %\)\.$", done.stdout, re.MULTILINE)
    expected = (100 * part, 100 * max(0, part - error), 100 * min(1, part + error))
    assert fit and all(near(fit[i + 1], value, 1) for i, value in enumerate(expected)), (expected, done.stdout)
    assert re.search(r"^(What limits it|With) with 2 threads|^With 2 threads no factor", done.stdout, re.MULTILINE), done.stdout

    # Settings are run in turn as well, and each has a table of its own.
    done = run("--env", "SAID=a,b", "--folder", "set", "1,2", "--", program)
    assert done.returncode == 0 and done.stdout.count("Scaling of ") == 2, done
    assert f"Scaling of {program} with SAID=b, medians, in comparison with 1 thread\n" in done.stdout, done.stdout
    assert experiments("set") == [f"threads-{n}-env-{e}-run-1" for n in (1, 2) for e in (1, 2)], os.listdir("set")
    with open("set/runs.csv", newline="", encoding="utf-8") as file:
        assert [(row["threads"], row["settings"]) for row in csv.DictReader(file)] == [("1", "SAID=a"), ("2", "SAID=a"), ("1", "SAID=b"), ("2", "SAID=b")]

    # Amdahl's law contradicts neither the serial part that was measured nor the wall times: here, 14.3 % are serial; two threads take
    # 150 % of one thread's time for the same work, then 400 %.
    done = run("--folder", "slower", "1,2", "--", program, "slows", "150")
    assert "Serial part: 0.020 s of 0.140 s with 1 thread, 14.5 % of the work;" in done.stdout, done.stdout
    assert "Amdahl's law fitted to 2 runs: the wall times go as if 57.2 % of the work were serial; what is more than" in done.stdout, done.stdout
    done = run("--folder", "slowest", "1,2", "--", program, "slows", "400")
    assert "fitted to 2 runs: it does not fit, as the program becomes slower with more threads, which no serial part explains.\n" in done.stdout, done.stdout
    done = run("--folder", "faster", "1,2", "--", program, "slows", "50")
    assert "fitted to 2 runs: it does not fit, as more threads make the program faster than by their number.\n" in done.stdout, done.stdout
    done = run("--folder", "unfit", "--json", "1,2", "--", program, "slows", "400")
    (series,) = json.loads(done.stdout)["series"]
    assert series["serial"]["fitted_runs"] == 2 and series["serial"]["fitted_part"] is None, series["serial"]

    # One number has no speed-up to tell of; more threads than processors are.
    done = run("--folder", "many", "64", "--", program)
    assert done.returncode == 0 and "pomp-scale: 64 threads on " in done.stderr and "What limits" not in done.stdout, done


def check_json(data, folder, weak):
    """The figures are those that follow from the wall times of the experiments, and from the efficiencies of the median runs."""
    reported = efficiencies(folder)
    walls = {n: {name: reported[name]["wall_s"] for name in experiments(folder) if name.startswith(f"threads-{n}-")} for n in (1, 2)}
    assert (data["schema"], data["version"], data["of"], data["weak"], data["folder"]) == ("pomp-scale", 1, "threads", weak, folder), data
    (series,) = data["series"]
    assert series["settings"] == {} and [n["number"] for n in series["numbers"]] == [1, 2], series
    middle, first = {n: median(walls[n].values()) for n in (1, 2)}, walls[1].values()
    for number in series["numbers"]:
        n, own = number["number"], walls[number["number"]].values()
        # The two programs compute seconds from ticks each for itself, and their last digits may differ.
        assert [run["experiment"] for run in number["runs"]] == list(walls[n]), (number, walls)
        assert all(close(run["wall_s"], walls[n][run["experiment"]]) for run in number["runs"]), (number, walls)
        size = n if weak else 1
        expected = {"wall_s": middle[n], "speedup": size * middle[1] / middle[n], "speedup_least": size * min(first) / max(own),
                    "speedup_most": size * max(first) / min(own), "efficiency": size * middle[1] / middle[n] / n,
                    "threads": n, "ranks": 1, "shown_wall_s": middle[n]}  # fmt: skip
        assert all(close(number[key], value) for key, value in expected.items()), (number, expected)
        shown = next(name for name, wall in walls[n].items() if wall == middle[n])
        assert number["factors"] == reported[shown]["factors"], (number, reported[shown])
    # Scaling is that of pomp-report for the two runs that are shown; the efficiency is what all factors leave.
    names = [next(name for name, wall in walls[n].items() if wall == middle[n]) for n in (1, 2)]
    command = [REPORT, "--efficiency", "--json", *(["--weak"] if weak else []), *(os.path.join(folder, name) for name in names)]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert report["weak"] == weak, report
    one, two = report["regions"][0]["runs"]
    for number, run in zip(series["numbers"], (one, two)):
        assert all(run["scaling"][key] == value for key, value in number["scaling"].items()), (number, run)
        assert close(run["scaling"]["speedup"], number["speedup"]) and close(run["scaling"]["efficiency"], number["efficiency"]), (number, run)
    useful = [run["time_s"]["useful"] for run in (one, two)]
    assert close(two["scaling"]["computation_scaling"], (2 if weak else 1) * useful[0] / useful[1]), two
    left = two["factors"]["parallel_efficiency"] / one["factors"]["parallel_efficiency"] * two["scaling"]["computation_scaling"]
    assert math.isclose(two["scaling"]["efficiency"], left, rel_tol=1e-6), (two, left)
    # The regions make up the wall times.
    for i, number in enumerate(series["numbers"]):
        assert math.isclose(sum(region["wall_s"][i] for region in series["regions"]), number["shown_wall_s"], rel_tol=1e-6), series["regions"]
    team = next(region for region in series["regions"] if region["name"] == "parallel (fork-join)")
    assert (team["kind"], team["function"], team["where"]) == ("parallel", "main", "test.c:2"), team
    assert close(team["speedup"], (2 if weak else 1) * team["wall_s"][0] / team["wall_s"][1]) and close(team["efficiency"], team["speedup"] / 2), team
    lost = [region["wall_s"][1] - region["wall_s"][0] / (1 if weak else 2) for region in series["regions"]]
    limit = series["limit"]
    assert close(limit["lost_s"], max(0, *lost)) and (limit["region"] is None if max(lost) <= 0 else lost[limit["region"]] == max(lost)), (limit, lost)
    assert limit["loses"] == two["scaling"]["loses"], (limit, two)
    if weak:
        assert series["serial"] is None, series
        return
    serial = series["numbers"][0]["serial_s"]
    part, error = amdahl([(n, t) for n in (1, 2) for t in walls[n].values()])
    expected = {"part": serial / middle[1], "fitted_runs": 6, "fitted_part": part}
    assert all(math.isclose(series["serial"][key], value, rel_tol=1e-6) for key, value in expected.items()), (series["serial"], expected)
    assert math.isclose(series["serial"]["fitted_within"], error, rel_tol=1e-3), (series["serial"], error)


def as_json():
    for folder, weak in ("strong", False), ("weak", True):
        done = run("-r", "3", "--folder", folder, "--json", *(["--weak"] if weak else []), "1,2", "--", program)
        assert done.returncode == 0, done
        check_json(json.loads(done.stdout), folder, weak)
    # The problem grows with the number: in arguments, and nowhere else.
    done = run("--weak", "--folder", "sized", "1,3", "--", program, "says", "{1000}", "n={7},{07}", "{}{x}{1", "{12a}")
    assert done.returncode == 0 and done.stdout.startswith(f"Weak scaling of {program}, medians, in comparison with 1 thread\n"), done
    assert "Amdahl" not in done.stdout and "Serial part" not in done.stdout, done.stdout
    for n in (1, 3):
        with open(f"sized/threads-{n}-run-1.log", encoding="utf-8") as file:
            assert f"[{1000 * n}][n={7 * n},{7 * n}][{{}}{{x}}{{1][{{12a}}]" in file.read()
    done = run("--folder", "fixed", "1,3", "--", program, "says", "{1000}")
    with open("fixed/threads-3-run-1.log", encoding="utf-8") as file:
        assert done.returncode == 0 and "[{1000}]" in file.read(), done
    # Settings have a series each, whatever their values are.
    done = run("--json", "--env", "SAID=\x1b[0m,b", "--folder", "set-json", "1", "--", program)
    data = json.loads(done.stdout)
    assert [series["settings"] for series in data["series"]] == [{"SAID": "?[0m"}, {"SAID": "b"}] and data["series"][0]["limit"] is None, data
    refused(2, "takes a number of 13 digits at most, not n=\\{12345678901234\\}", "--weak", "1", "--", program, "n={12345678901234}")
    refused(2, "--weak takes no value|unknown option", "--weak=2", "1", "--", program)


def compares():
    """Two commands take turns, and are compared as pomp-report --diff compares their experiments."""
    old, new = f"{program} slows '125' \"x y\" a\\ b", [program, "slows", "150"]  # two threads take 0.075 and 0.09 s, and 0.02 s is serial
    names = [f"{side}-run-{i}" for i in (1, 2, 3) for side in "AB"]
    done = run("--folder", "two", "--compare", old, "2", "--", *new)
    assert done.returncode == 0 and [line.split(" ...")[0] for line in done.stderr.splitlines()] == [
        f"[{i + 1}/6] {name[0]}, 2 threads, run {name[-1]} of 3" for i, name in enumerate(names)], done.stderr  # fmt: skip
    with open("two/runs.csv", newline="", encoding="utf-8") as file:
        assert [row["experiment"] for row in csv.DictReader(file)] == names, "the runs are made in turn"
    sides = [f"two/A-run-{i}" for i in (1, 2, 3)] + ["--with"] + [f"two/B-run-{i}" for i in (1, 2, 3)]
    shown = subprocess.run([REPORT, "--diff", *sides], capture_output=True, text=True, check=True).stdout
    text, last = done.stdout.rsplit("Experiments: ", 1)
    assert text == shown and last == "two (look at one: pomp-report two/A-run-1; at all: pomp-report --diff two/A-run-*[0-9] --with two/B-run-*[0-9])\n", done.stdout
    with open("two/A-run-1.log", encoding="utf-8") as file:
        assert '"threads": 2' in file.read()
    command = json.loads(subprocess.run([REPORT, "--json=summary", "two/A-run-1"], capture_output=True, check=True).stdout)["experiment"]["command"]
    assert command == f"{program} slows 125 x y a b", command
    # What fails is said as there, in each form.
    for form in [], ["--json"], ["--markdown"], ["--html"]:
        folder = "form" + "".join(form)
        done = run("--folder", folder, "-r", "2", *form, "-c", f"{program} slows 125", "--fail-if", "wall>5%", "2", "--", *new)
        assert done.returncode == 1 and re.search(r"^pomp-scale: failed: wall>5%: 0.09\d+ s -> 0.11\d+ s, ", done.stderr, re.MULTILINE), done
        assert done.stderr.count("failed: ") == 1 and os.path.exists(f"{folder}/diff.html") == (form == ["--html"]), done
        assert form != ["--json"] or json.loads(done.stdout)["totals"]["wall_ns"]["significant"], done
        assert form != ["--markdown"] or done.stdout.startswith("### "), done
        assert form != ["--html"] or "\nform--html/diff.html: " in done.stdout, done
    # Without a number, threads are those of the environment. A run that fails ends it, and what there is is shown.
    done = run("--folder", "own", "-r", "1", "--compare", program, "--", *new, env=os.environ | {"OMP_NUM_THREADS": "3"})
    assert done.returncode == 0 and done.stdout.startswith("A is 1 run of runs, 3 threads: own/A-run-1\n") and "[1/2] A ..." in done.stderr, done
    assert "is A" not in refused(7, "with B, 2 threads; what it printed is in bad/B-run-1.log", "--folder", "bad", "--compare", program, "2", "--", program, "fails", "2").stdout
    refused(127, "nowhere: No such file", "--folder", "gone", "--compare", "./nowhere", "--", program)
    refused(1, r"has left no experiment, with A: compile it with pomp-clang", "--folder", "none", "--compare", "true", "--", program)
    for pattern, arguments in (
        ("--compare 'x: a quote has no end", ["--compare", "'x"]),
        ("--compare  : which command\\?", ["--compare", " "]),
        ("--compare takes one number of threads at most, and not --weak", ["--compare", "x", "1,2"]),
        ("--compare takes one number of threads at most, and not --weak", ["--compare", "x", "--weak"]),
        ("--compare takes one value of --env A", ["--compare", "x", "--env", "A=1,2"]),
        ("how many ranks\\? As in: pomp-scale --compare ./old --ranks 4 -- ./new", ["--compare", "x", "--ranks"]),
        ("--fail-if is for --compare", ["--fail-if", "wall>5%", "1"]),
        ("--fail-if walk: it begins with one of self, incl", ["--compare", "x", "--fail-if", "walk"]),
        ("--fail-if is taken 64 times at most", ["--compare", "x", *["--fail-if=wall>5%"] * 65]),
    ):
        refused(2, pattern, *arguments, "--", program)


def failures():
    text = refused(7, r"ended with status 7, with 2 threads; what it printed is in f/threads-2-run-1\.log$", "--folder", "f", "1,2,4", "--", program, "fails", "2").stdout
    assert "Scaling of " in text and experiments("f") == ["threads-1-run-1", "threads-2-run-1"], text
    refused(128 + signal.SIGABRT, r"was ended by signal 6 \(Aborted\), with 1 thread;", "--folder", "d", "1", "--", program, "dies", "1")
    refused(127, r"nowhere: No such file", "--folder", "n", "1,2", "--", "./nowhere")
    refused(126, r"Permission denied", "--folder", "p", "1", "--", os.path.abspath("runs"))
    refused(1, r"has left no experiment, with 1 thread: compile it with pomp-clang", "--folder", "t", "1,2", "--", "true")
    refused(1, r"f: File exists", "--folder", "f", "1", "--", program)
    refused(1, r"no/such/folder: No such file", "--folder", "no/such/folder", "1", "--", program)
    for pattern, arguments in (
        ("which numbers of threads, and which program", []),
        ("which program\\?", ["1,2"]),
        ("come before --", ["--", program]),
        ("like 1,2,4,8, from 1 to", ["1,,2", "--", program]),
        ("like 1,2,4,8, from 1 to", ["0", "--", program]),
        ("like 1,2,4,8, from 1 to", ["99999999999999999999", "--", program]),
        ("--repeat takes a number", ["-r", "0", "1", "--", program]),
        ("--repeat takes a number", ["--repeat=two", "1", "--", program]),
        ("--env takes a variable", ["-e", "NAME", "1", "--", program]),
        ("--launcher takes a command", ["--launcher", " ", "1", "--", program]),
        ("takes a value", ["1", "-o"][1:]),
        (r"unknown option --repaet \(did you mean --repeat\?\)", ["--repaet", "3", "1", "--", program]),
        ("unknown option -x", ["-x", "1"]),
        (r"unknown option --repaet \(did you mean --repeat\?\)", ["1", "--repaet", "3", "--", program]),
        ("which program\\?", ["1,2", "--weak", "--"]),
    ):
        refused(2, pattern, *arguments)


def names():
    # Arguments, folders and values go through as they are; what is shown is fit for a terminal.
    folder, arguments = "a b\x1b[31m'\"", ["says", "--help", "", "x y", "$HOME\n"]
    done = run("--folder", folder, "-e", 'SAID=q"\'/\x1b[0m,', "1", "--", program, *arguments, input="nothing of this is read\n")
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr, done
    logs = [open(os.path.join(folder, f"threads-1-env-{i}-run-1.log"), encoding="utf-8").read() for i in (1, 2)]
    assert '[--help][][x y][$HOME\n] SAID=q"\'/\x1b[0m stdin=\n' in logs[0], logs
    assert "[--help][][x y][$HOME\n] SAID= stdin=\n" in logs[1], logs
    with open("in", "w", encoding="utf-8") as file:
        file.write("a line\n")
    done = run("1,2", "--input", "in", "--", program, "says")
    assert done.returncode == 0, done
    (made,) = [name for name in os.listdir(".") if name.startswith("pomp-scale-")]
    assert all("stdin=a line\n" in open(f"{made}/threads-{n}-run-1.log", encoding="utf-8").read() for n in (1, 2)), made
    refused(1, "gone: No such file", "--input", "gone", "--folder", "i", "1", "--", program)
    odd = os.path.abspath("odd \x1b[1m %s")
    os.link(program, odd)
    done = run("--folder", "odd.out", "1", "--", odd)
    assert done.returncode == 0 and "odd ?[1m %s" in done.stdout, done
    refused(7, r"odd \?\[1m %s: ended with status 7", "--folder", "odd.bad", "1", "--", odd, "fails", "1")


def running():
    """Waits for the program to say that it hangs."""
    until = time.monotonic() + 120
    while not os.path.exists("running"):
        assert time.monotonic() < until, "it does not hang"
        time.sleep(0.01)
    with open("running", encoding="utf-8") as file:
        pid = int(file.read())
    os.unlink("running")
    return pid


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Scale(subprocess.Popen):
    """This is pomp-scale while it runs a program. It is gone at the end of a test that fails, too."""

    def __init__(self, *arguments):
        super().__init__([SCALE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __exit__(self, *why):
        self.kill()
        super().__exit__(*why)


def stopped(folder, how, signals, expected):
    with Scale("--folder", folder, "1,2,3", "--", program, how, "2") as scale:
        pid = running()
        for number in signals:
            scale.send_signal(number)
            time.sleep(0.3)
        out, err = scale.communicate(timeout=120)
    assert scale.returncode == 128 + expected and not is_there(pid), (scale.returncode, err, pid)
    assert out.startswith("Scaling of ") and re.search(r"^ +1 +1 +[\d.]+ ", out, re.MULTILINE), out
    assert re.search(rf"^pomp-scale: ended by signal {int(expected)} \(.*\) after 1 of 3 runs; they are in {folder}$", err, re.MULTILINE), err
    assert "threads-1-run-1" in experiments(folder) and not os.path.exists(f"{folder}/threads-3-run-1"), os.listdir(folder)


def stops():
    # A shell that runs tests in the background may have these ignored, and then pomp-scale would ignore them, too.
    for number in signal.SIGINT, signal.SIGTERM:
        signal.signal(number, lambda *_: sys.exit(1))
    stopped("int", "hangs", [signal.SIGINT], signal.SIGINT)
    stopped("term", "hangs", [signal.SIGTERM], signal.SIGTERM)
    stopped("three", "ignores", [signal.SIGINT] * 3, signal.SIGINT)
    # If pomp-scale itself is killed, the program does not go on alone.
    with Scale("--folder", "kill", "1,2", "--", program, "hangs", "2") as scale:
        pid = running()
        scale.kill()
    until = time.monotonic() + 60
    while is_there(pid):
        assert time.monotonic() < until, "the program goes on"
        time.sleep(0.05)


def list_full():
    """The list of runs can't grow: the first run lets pomp-scale write no more than a byte to any file, and the second lifts that."""
    shell = 'ulimit -S -f unlimited && "$0" && prlimit --pid $PPID --fsize=$([ $OMP_NUM_THREADS = 1 ] && echo 1 || echo unlimited):'
    # Python's children would end by the signal that comes with the limit.
    done = refused(1, "^pomp-scale: l: runs.csv could not be written: File too large$", "--folder", "l", "1,2", "--", "sh", "-c", shell, program, restore_signals=False)
    assert "Scaling" in done.stdout and experiments("l") == ["threads-1-run-1", "threads-2-run-1"], done
    with open("l/runs.csv", encoding="utf-8") as file:
        assert file.readline().startswith("experiment,threads,") and "threads-1" not in file.read()


def full():
    with open("/dev/full", "w", encoding="utf-8") as file:
        done = subprocess.run([SCALE, "--folder", "f", "1", "--", program], stdout=file, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1 and re.search("^pomp-scale: can't write: No space left", done.stderr, re.MULTILINE), done
    # In a directory without room neither the folder's files nor the measurement find any.
    small = os.path.join(os.path.dirname(os.path.abspath(__file__)), "small-disk")
    environment = {name: value for name, value in os.environ.items() if name != "POMP_TRACE"}
    for size, number, said in ("size=120k", "64", "it does not count"), ("size=8k", "1", "has left no experiment, with 1 thread"):
        command = [small, size, SCALE, "--folder", "small/f", number, "--", program]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        lines = [line for line in done.stderr.splitlines() if line.startswith("pomp-scale: ") and "processor" not in line]
        assert done.returncode == 1 and len(lines) == 1 and said in lines[0] and "Scaling" not in done.stdout, done
    done = subprocess.run([small, "ro", SCALE, "--folder", "small/f", "1", "--", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr == "pomp-scale: small/f: Read-only file system\n", done


{"figures": figures, "as_json": as_json, "compares": compares, "failures": failures, "names": names, "stops": stops, "list_full": list_full, "full": full}[what]()
