# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read.py DUMP REPORT EXPERIMENT - what libpompread tells of an experiment that has ended is what pomp-report --json tells.
read.py DUMP live PROGRAM - reads a program while it runs, a hundred times, and holds each snapshot against itself and the one before.

read_dump.c prints it; test/runtime/read.c is the program."""
import json
import os
import subprocess
import sys

from killing import remove_dead

dump, report, name = sys.argv[1:]
STATES = ["complete", "running", "killed", "unknown"]
DOES = ["waits", "works", "outside", "idle"]


def values(text):
    """Returns of each column the value and by how much it has grown."""
    pairs = (word.rsplit("=", 1) for word in text.split())
    return {key: tuple(int(n) for n in numbers.split("+", 1)) for key, numbers in pairs}


def snapshots(lines):
    """Returns for each snapshot its lines by their first word, each in parts."""
    found = []
    for line in lines:
        what, *parts = line.rstrip("\n").split("|")
        if what == "run":
            found.append({})
        found[-1].setdefault(what, []).append(parts)
    return found


def equal(told, wanted, keys, where):
    for key in keys:
        assert told[key][0] == wanted[key], (where, key, told[key], wanted[key])


def check_ended():
    done = subprocess.run([report, "--json", name], check=True, capture_output=True, text=True)
    data = json.loads(done.stdout)
    lines = subprocess.run([dump, name, "1"], check=True, capture_output=True, text=True).stdout.splitlines()
    (told,) = snapshots(lines)
    run, experiment = told["run"][0], data["experiment"]
    assert run[:4] == [experiment["program"], str(STATES.index(experiment["state"])), str(experiment["threads"]), str(experiment["wall_ns"])], run
    sums = ["visits", "in_regions_ns", "outside_ns", "wait_ns", "idle_ns", "unfinished"]
    equal(values(run[-1]), experiment, sums, "run")
    assert len(told["process"]) == len(data["processes"])
    for process, wanted in zip(told["process"], data["processes"]):
        assert process[0] == wanted["program"] and process[2] == str(wanted["pid"]) and process[6] == str(wanted["wall_ns"]), (process, wanted)
    assert len(told["location"]) == len(data["locations"])
    for location, wanted in zip(told["location"], data["locations"]):
        assert location[:2] == [wanted["name"].replace("→", "->"), wanted["kind"]], (location, wanted["name"])
        equal(values(location[-1]), wanted, sums, wanted["name"])
    figures = ["visits", "inclusive_ns", "exclusive_ns", "wait_ns", "unfinished"]
    assert len(told["region"]) == len(data["regions"]) and len(told["path"]) == len(data["callpaths"])
    for region, wanted in zip(told["region"], data["regions"]):
        assert region[:2] == [wanted["name"], wanted["role"]] and region[2] == wanted["function"], (region, wanted["name"])
        assert wanted["call"] or (region[3], int(region[4])) == (wanted["file"], wanted["begin_line1"]), (region, wanted["file"])
        equal(values(region[-1]), wanted, figures, wanted["name"])
        for key, sum_ in wanted["metrics"].items():
            assert values(region[-1])[key][0] == sum_["exclusive"], (key, region, sum_)
    for path, wanted in zip(told["path"], data["callpaths"]):
        assert [int(n) for n in path[:3]] == [-1 if wanted["parent"] is None else wanted["parent"], wanted["region"], wanted["depth"]], path
        equal(values(path[-1]), wanted, figures, wanted["id"])
    check_parts(told)
    # A snapshot of what has ended is the same again: nothing has grown.
    valued = [parts[-1] for what in ("run", "location", "region", "share", "path", "part") for parts in told.get(what, [])]
    grown = [(text, value) for text in valued for value in values(text).values() if value[1] != 0]
    assert not grown, grown[:5]
    assert len(told.get("doing", [])) == sum(len(group["threads"]) for group in data["now"]), (told.get("doing"), data["now"])
    states = [DOES[int(doing[1])] for doing in told.get("doing", [])]
    assert states == [group["state"] for group in data["now"] for _ in group["threads"]], states
    assert [int(d[0]) for d in told.get("doing", [])] == [thread for group in data["now"] for thread in group["threads"]]
    assert [bool(int(d[6])) for d in told.get("doing", [])] == [group["stuck"] for group in data["now"] for _ in group["threads"]]
    check_conclusions(told, data)
    print(len(lines), "lines are as pomp-report has them")


def check_conclusions(told, data):
    """Findings and lines are those of the report, in its order, with the names that they have in its text."""
    found = json.loads(subprocess.run([report, "--diagnose", "--json", name], check=True, capture_output=True, text=True).stdout)["findings"]
    text = subprocess.run([report, "--diagnose", name], check=True, capture_output=True, text=True).stdout
    findings = told.get("finding", [])
    assert [finding[0] for finding in findings] == [wanted["property"] for wanted in found], (findings, found)
    for finding, wanted in zip(findings, found):
        region = data["regions"][int(finding[4])]["name"] if finding[4] != "-1" else None
        assert finding[1] == wanted["title"] and f". {finding[1]}" in text, (finding, wanted, text)
        assert region == wanted["region"] and bool(int(finding[5])) == wanted["judged"], (finding, wanted)
        assert finding[2] == wanted["advice"] or data["experiment"]["sampled"], (finding, wanted)  # the report names functions that samples have found
        assert not wanted["judged"] or abs(int(finding[6]) / 1e9 - wanted["saving_s"]) <= 1e-5 * wanted["saving_s"] + 1e-9, (finding, wanted)
    lines = told.get("line", [])
    assert sorted(map(int, (line[4] for line in lines)), reverse=True) == [int(line[4]) for line in lines]
    wanted = sorted((line["function"] or "", line["file"] or "", str(line["line"] or 0), str(line["region"]), str(line["samples"])) for line in data["sampled_lines"])
    assert sorted(tuple(line[:5]) for line in lines) == wanted, (lines, wanted)


def check_parts(told):
    """The parts of all locations add up to the whole."""
    for whole, part in (("region", "share"), ("path", "part")):
        sums = {}
        for number, _, text in told.get(part, []):
            for key, value in values(text).items():
                sums[number, key] = sums.get((number, key), 0) + value[0]
        for number, parts in enumerate(told[whole]):
            for key, value in values(parts[-1]).items():
                assert key == "inclusive_ns" or sums[str(number), key] == value[0], (whole, number, key, sums[str(number), key], value)


def check_live():
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="live", POMP_SUMMARY="0")
    with subprocess.Popen([name], env=environment, stdout=subprocess.PIPE) as program:
        try:
            assert program.stdout.readline() == b"begun\n"
            os.rename("live", "moved")  # the process is asked, and not the directory's old name
            with subprocess.Popen([dump, str(program.pid), "0", "over"], stdout=subprocess.PIPE, text=True) as reader:
                found, lines, runs = [], [], 0
                for line in reader.stdout:
                    runs += line.startswith("run|")
                    lines.append(line)
                    if runs == 100:
                        open("over", "w").close()  # both end
                found = snapshots(lines)
            assert reader.returncode == 0 and len(found) >= 100, (reader.returncode, len(found))
            program.wait()
        finally:
            program.kill()
            program.wait()
            remove_dead()
    before = {}
    for told in found:
        now = {}
        for parts in told["region"]:
            if tuple(parts[:5]) in now:
                continue  # one of several that look alike
            now[tuple(parts[:5])] = {key: value[0] for key, value in values(parts[-1]).items()}
            for key, value in values(parts[-1]).items():
                assert not before or value[0] - value[1] == before.get(tuple(parts[:5]), {}).get(key, 0), (parts[:5], key, value)
            assert values(parts[-1])["visits"][1] >= 0, parts
        check_parts(told)
        before = now
    loop = next(value for key, value in before.items() if key[1] == "loop")
    assert loop["visits"] > 0 and found[0]["run"][0][1] == "1", (loop, found[0]["run"])
    print(len(found), "snapshots agree")


if report == "live":
    check_live()
else:
    check_ended()
