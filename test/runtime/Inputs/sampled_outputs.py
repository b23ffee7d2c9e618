# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sampled_outputs.py REPORT CONVERT EXPERIMENT [otf2] - holds what is written of the samples of sampled.c against --json: folded stacks, speedscope's,
pprof's, Perfetto's and OTF2's have the same samples, and so has the tree of call paths: the functions below the loop, with their lines; so has the source.
The experiment has a trace."""
import collections
import csv
import json
import re
import subprocess
import sys

from stacks_check import fields, numbers

report, convert, experiment, *more = sys.argv[1:]
data = json.loads(subprocess.run([report, "--json", experiment], capture_output=True, check=True).stdout)
SAMPLES, TIME = (data["experiment"]["sampled"][key] for key in ("samples", "time_ns"))
BELOW = ("step", "hot", "use")  # the last is inlined


def converted(form, *options):
    return subprocess.run([convert, experiment, "--to", form, "-o", "-", *options], capture_output=True, check=True).stdout


def time_below(stacks):
    """Returns the time of stacks in which the functions follow the parallel region."""
    return sum(ns for stack, ns in stacks.items() if any(stack[i : i + 3] == BELOW and "@sampled.c:28" in stack[i - 1] for i in range(1, len(stack))))


def folded():
    stacks = collections.Counter()
    for line in converted("folded", "--samples").decode().splitlines():
        stack, ns = line.rsplit(" ", 1)
        stacks[tuple(stack.split(";"))] += int(ns)
    return stacks


def speedscope():
    read = json.loads(converted("speedscope"))
    names, (profile,) = [f["name"] for f in read["shared"]["frames"]], [p for p in read["profiles"] if p["name"] == "sampled"]
    assert profile["endValue"] == sum(profile["weights"]) and len(profile["weights"]) == len(profile["samples"])
    return {tuple(names[i] for i in stack): ns for stack, ns in zip(profile["samples"], profile["weights"])}


def pprof():
    """Returns the time of each stack, and checks what pprof has of lines: those of functions that are inlined into each other are one place."""
    profile, stacks, count = collections.defaultdict(list), collections.Counter(), 0
    for number, value in fields(converted("pprof")):
        profile[number].append(value)
    texts = [t.decode() for t in profile[6]]
    types = [texts[dict(fields(t))[1]] for t in profile[1]]
    assert types == ["time", "visits", "wait", "samples", "cpu"], types
    functions = {dict(fields(f))[1]: texts[dict(fields(f))[2]] for f in profile[5]}
    places = {}
    for place in profile[4]:
        lines = [dict(fields(value)) for number, value in fields(place) if number == 4]
        places[dict(fields(place))[1]] = [(functions[line[1]], line.get(2, 0)) for line in lines]
    together = [place for place in places.values() if len(place) > 1]
    assert any([name for name, _ in place] == ["use", "hot"] and all(line for _, line in place) for place in together), together
    for sample in profile[2]:
        values, labels = [], {}
        for number, value in fields(sample):
            if number == 1:
                stack = tuple(name for i in reversed(numbers(value)) for name, _ in reversed(places[i]))
            elif number == 2:
                values = numbers(value)
            else:
                labels[texts[dict(fields(value))[1]]] = texts[dict(fields(value)).get(2, 0)]
        assert len(values) == 5 and ("state" in labels) == (values[3] > 0) and not (values[3] and any(values[:3])), values
        stacks[stack] += values[4]
        count += values[3]
    assert count == SAMPLES
    return {stack: ns for stack, ns in stacks.items() if ns}


def perfetto():
    """Returns the time of each stack, of all locations. Slices are in each other, side by side from 0 on, and have the samples that end in them."""
    events = json.loads(converted("perfetto"))["traceEvents"]
    (process,) = [e["pid"] for e in events if e["ph"] == "M" and e["name"] == "process_name" and e["args"]["name"].startswith("samples: ")]
    tracks, stacks, count = {}, collections.Counter(), 0
    for event in (e for e in events if e["pid"] == process and e["ph"] in "BE"):
        at = round(event["ts"] * 1000)
        opened, last = tracks.setdefault(event["tid"], ([], [0]))
        stacks[tuple(opened)] += at - last[0]
        assert at >= last[0], event
        last[0] = at
        if event["ph"] == "B":
            opened.append(event["name"])
            count += event["args"]["self samples"]
        else:
            assert opened.pop() == event["name"], event
    named = {e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name" and e["pid"] == process}
    assert not any(opened for opened, _ in tracks.values()) and count == SAMPLES and {"0→0", "0→1"} <= named, (count, named)
    return {stack: ns for stack, ns in stacks.items() if ns}


def otf2(folder):
    """Returns the time of each stack. The contexts of one function in other lines are other contexts."""
    subprocess.run([convert, experiment, "--to", "otf2", "-o", folder], check=True)
    text = subprocess.run(["otf2-print", "-G", folder + "/traces.otf2"], capture_output=True, text=True, check=True).stdout
    contexts, stacks, count, lines = {}, collections.Counter(), 0, set()
    for number, name, line, parent in re.findall(r'^CALLING_CONTEXT +(\d+) +Region: "(.*?)" <\d+>, Source code location: (.*), Parent: (.*)$', text, re.M):
        above = re.search(r"<(\d+)>\s*$", parent)
        contexts[number] = contexts[above[1]] + (name,) if above else (name,)
        lines.add((name, "UNDEFINED" not in line))
    for number, key, value in re.findall(r'^CALLING_CONTEXT_PROPERTY .*<(\d+)>, Name: "(.*?)" <\d+>, .*Value: (\d+)', text, re.M):
        if key == "POMP::SAMPLES":
            count += int(value)
        else:
            assert key == "POMP::SAMPLED_CPU_NS", key
            stacks[contexts[number]] += int(value)
    assert count == SAMPLES and {("hot", True), ("use", True)} <= lines, (count, lines)
    return {stack: ns for stack, ns in stacks.items() if ns}


def tree():
    """The rows of functions are marked, lie below the loop, and have the part of the samples that --json has."""
    text = subprocess.run([report, "--tree", "--csv", "--columns=call_path,self_s,samples_percent,samples", experiment], capture_output=True, text=True, check=True).stdout
    rows = list(csv.DictReader(text.splitlines()))
    found = {row["call_path"].rsplit(" > ~ ")[-1]: row for row in rows if " > ~ " in row["call_path"]}
    lines = collections.Counter()
    for line in data["sampled_lines"]:
        lines[line["function"]] += line["samples"]
    assert re.search(r"> ~ step > ~ hot > ~ use", text) and "~" not in rows[0]["call_path"], text
    for name in BELOW[:2]:
        assert found[name]["self_s"] == "" and 0 < int(found[name]["samples"]) <= SAMPLES, found[name]
        assert abs(float(found[name]["samples_percent"]) - 100 * int(found[name]["samples"]) / SAMPLES) < 1e-9
    assert int(rows[0]["samples"]) == SAMPLES and rows[0]["self_s"]
    plain = subprocess.run([report, "--tree", "--csv", "--columns=call_path,self_s", experiment], capture_output=True, text=True, check=True).stdout
    assert "~" not in plain  # rows that would have no figure


def source():
    """A line has the samples of what it calls: `hot()` those of the lines in it."""
    text = subprocess.run([report, "--source", "--source-anywhere", "--csv", experiment], capture_output=True, text=True, check=True).stdout
    rows = [row for row in csv.DictReader(text.splitlines()) if row["samples_percent"]]
    share = {row["source"].strip(): float(row["samples_percent"]) for row in rows}
    hot, whole = (next(part for line, part in share.items() if line.endswith(end)) for end in ("{ return use(MS * 0.75) + 1; }", "{ return hot() + cool(); }"))
    inner = share["x = x * 0.999 + 0.001;"]
    assert 60 < hot < 90 and hot < whole <= 100 and 10 < inner <= whole, share
    assert not any(row["self_s"] for row in rows if "0.999" in row["source"])
    for row in rows:
        assert float(row["samples_percent"]) >= 2 * float(row["error_percent"]), row


def main():
    assert SAMPLES > 300, SAMPLES
    read = folded()
    assert sum(read.values()) == TIME
    for other in (speedscope(), pprof(), perfetto(), *(otf2("archive") for _ in more)):
        assert collections.Counter(other) == read, (other, read)
    # `hot` has three parts of four, and samples are at most three standard deviations off
    share = time_below(read) / sum(ns for stack, ns in read.items() if "step" in stack)
    assert abs(share - 0.75) < 3 * (0.75 * 0.25 / SAMPLES) ** 0.5 + 0.02, share
    tree()
    source()


main()
