# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""notebook.py CHECK BIN EXPERIMENT... - the Python package pomp, which pomp-config names, says what the commands say.

CHECK is `same`: all that it reads is what --json has; `traced`: the events are those of the regions' visits, and tables are those of
--csv; `frames`: DataFrames have the same sums; `odd`: what can't be read is one line of an exception."""
import collections
import csv
import io
import json
import os
import pty
import shutil
import stat
import subprocess
import sys
import warnings

what, folder, *experiments = sys.argv[1:]
tool = os.path.join(folder, "pomp-report")
place = subprocess.run([os.path.join(folder, "pomp-config"), "--python"], capture_output=True, text=True, check=True).stdout.rstrip("\n")
sys.path.insert(0, place)
import pomp  # noqa: E402 pylint: disable=wrong-import-position,import-error

assert pomp.__file__.startswith(place), pomp.__file__
warnings.simplefilter("error")


def report(*words):
    return subprocess.run([tool, *words], capture_output=True, check=True).stdout.decode()


def flat(shares, name):
    """Returns the shares of JSON's regions or call paths as the rows of a table are. A figure that follows from metrics is in JSON alone."""
    for of in shares:
        for share in of["locations"]:
            row = {name: of["id"], **share}
            del row["derived"]
            for metric, sums in row.pop("metrics").items():
                row.update({f"metrics.{metric}.{kind}": value for kind, value in sums.items()})
            messages = dict(row.pop("messages") or {})
            messages.pop("kind", None)
            yield row, messages


def check_shares(table, shares, name):
    rows = list(flat(shares, name))
    assert len(table) == len(rows), (name, len(table), len(rows))
    some = any(messages for _, messages in rows)
    for mine, (row, messages) in zip(table, rows):
        if some:
            row.update({key: messages.get(key, 0) for key in ("sent", "sent_bytes", "received", "received_bytes", "partners", "ranks")})
        assert mine == row, (name, mine, row)
    if rows:
        assert table[0] == next(iter(table)) and table[-1:] == [list(table)[-1]], name
        assert list(table["visits"]) == [row["visits"] for row, _ in rows], name


def same(experiment):
    e, whole = pomp.open(experiment), json.loads(report("--json", experiment))
    assert e.info == whole["experiment"], experiment
    check_shares(e.region_shares, whole["regions"], "region")
    check_shares(e.callpath_shares, whole["callpaths"], "callpath")
    assert list(e.waits) == whole["blame"], experiment
    sent = [(p["id"], s["location"], s["messages"]["kind"], s["messages"]["sent"]) for p in whole["callpaths"] for s in p["locations"]
            if any(value for key, value in (s["messages"] or {}).items() if key != "kind")]
    mine = [(m["callpath"], m["location"], m["kind"], m["sent"]) for m in e.messages]
    assert mine == sent, (mine, sent)
    for kind in ("regions", "callpaths"):
        for of in whole[kind]:
            del of["locations"]
    for attribute, key in {"unfinished": "open"}.items() | {(k, k) for k in ("processes", "metrics", "regions", "callpaths", "locations", "idle", "deadlock", "groups")}:
        assert getattr(e, attribute) == whole[key], (experiment, attribute)
    assert e.findings() == json.loads(report("--diagnose", "--json", experiment))["findings"]
    return len(e.region_shares), len(e.waits), len(e.messages), len(e.unfinished)


def traced(experiment):
    e = pomp.open(experiment)
    enters, last, names = collections.Counter(), {}, {place["id"]: place["name"] for place in e.locations}
    for event in e.trace():
        if event["event"] in ("enter", "leave"):
            assert event["time_ns"] >= last.get(event["location"], 0), event
            last[event["location"]] = event["time_ns"]
            assert isinstance(event["time_ns"], int) and names[event["location"]] in event["thread"], event
            enters[event["name"]] += event["event"] == "enter" and "continued" not in event
    visits = collections.Counter()
    for region in e.regions[1:]:
        visits[region["name"]] += region["visits"]
    assert enters == visits and sum(visits.values()) > 10, (enters, visits)
    assert e.info["ranks"] or max(last.values()) <= e.info["wall_ns"], (last, e.info["wall_ns"])
    table = e.table("tree", "--sort=visits")
    rows = list(csv.DictReader(io.StringIO(report("--tree", "--csv", "--sort=visits", experiment), newline="")))
    assert [row["call_path"] or "" for row in table] == [row["call_path"] for row in rows] and len(rows) > 3
    texts = {line.split("`")[1] for line in report("--manual").splitlines() if "| text |" in line}
    assert texts == pomp.experiment.TEXTS and e.table("threads")[0]["thread"] in ("0", "0:0"), texts ^ pomp.experiment.TEXTS
    assert all(row["visits"] == int(text["visits"]) and row["self_s"] == float(text["self_s"]) for row, text in zip(table, rows))
    assert e.efficiency()[0]["wall_s"] == json.loads(report("--efficiency", "--json", experiment))["regions"][0]["runs"][0]["wall_s"]
    changes = pomp.diff(experiment, [experiment], by="region")
    assert changes == json.loads(report("--diff=regions", "--json", experiment, experiment))["rows"] and len(changes) > 3
    return (sum(visits.values()),)


def frames(experiment):
    e = pomp.open(experiment)
    shares = e.region_shares.df()
    assert list(shares.columns[:3]) == ["region", "location", "visits"] and len(shares) == len(e.region_shares)
    sums = shares.groupby("region")["exclusive_ns"].sum()
    assert all(sums[r["id"]] == r["exclusive_ns"] for r in e.regions if r["id"] in sums.index), experiment
    assert set(shares["name"]) <= {r["name"] for r in e.regions} and set(shares["thread"]) <= {place["name"] for place in e.locations}
    assert "name" not in e.region_shares.df(names=False)
    lacking = shares["min_visit_ns"].isna().sum()
    assert lacking == sum(row["min_visit_ns"] is None for row in e.region_shares)
    regions = e.regions.df()
    assert regions.index.tolist() == [r["id"] for r in e.regions] and regions["threads.count"].sum() == len(shares)
    assert len(pomp.df([])) == 0 and len(e.deadlock.df()) == len(e.deadlock)
    waits = e.waits.df()
    assert len(waits) == len(e.waits) and waits["wait_ns"].sum() == sum(row["wait_ns"] for row in e.waits)
    assert "held_by" in waits and waits["holder"].isna().sum() == sum(row["holder"] is None for row in e.waits)
    if os.path.exists(os.path.join(experiment, "trace.pomp")):
        events = pomp.df(e.trace())
        assert (events["event"] == "enter").sum() == sum(r["visits"] for r in e.regions[1:])
    return (len(shares),)


def line_of(call, *words):
    """Returns what the exception says, which is one line."""
    try:
        call(*words)
    except pomp.Error as error:
        assert "\n" not in str(error) and str(error), error
        return str(error)
    raise AssertionError(f"{call} takes {words}")


def odd(experiment):
    """Reads what is no experiment, and what commands print that are not what they should be."""
    said = line_of(pomp.open, "no/such")
    assert said == "no/such: No such file or directory", said
    for name in ("-x", b"\xff", "a\0b", ""):
        line_of(pomp.open, name)
    with open("text", "w", encoding="utf-8") as file:
        file.write("this is no experiment\n" * 1000)
    said = line_of(pomp.open, "text")
    assert said.startswith("text: "), said
    untraced = pomp.open(experiment)
    said = line_of(untraced.trace)
    assert said == f"{experiment}/trace.pomp: there is no trace: POMP_TRACE=1 records one", said
    line_of(untraced.table, "no-view")
    line_of(pomp.diff, [], experiment)
    line_of(pomp.diff, experiment, experiment, "thread")
    shutil.rmtree("-named", ignore_errors=True)
    shutil.copytree(experiment, "-named")
    assert pomp.open("-named").regions == untraced.regions and pomp.diff("-named", "-named")
    os.environ["POMP_EXPERIMENT_DIR"] = experiment  # which is taken where no other is named
    newest = pomp.open()
    del os.environ["POMP_EXPERIMENT_DIR"]
    assert newest.info == untraced.info and newest.findings() == untraced.findings() and newest.table() == untraced.table()
    # This is in the place of the command.
    shutil.rmtree("other", ignore_errors=True)
    shutil.copytree(place, "other/share/pomp/python")
    os.mkdir("other/bin")
    output = subprocess.run([tool, "--arrays", experiment], stdout=subprocess.PIPE, check=True).stdout
    fakes = {
        "prints nothing": (b"", 0, "the output of pomp-report can't be understood: it has no end"),
        "ends too early": (output[:-9], 0, "the output of pomp-report can't be understood: it ends "),
        "ends in the text": (output[:500], 0, "the output of pomp-report can't be understood: it has no end"),
        "is of another version": (output.replace(b'"version": 2', b'"version": 3', 1), 0, "the output of pomp-report can't be understood: it is pomp-report 3, and not"),
        "lacks a key": (output.replace(b'"processes"', b'"processed"', 1), 0, "the output of pomp-report can't be understood: "),
        "fails": (output[:3000], 1, "it failed, in a line"),
        "fails at its end": (output, 1, "it failed, in a line"),
    }  # fmt: skip
    for name, (text, status, wanted) in fakes.items():
        with open("other/text", "wb") as file:
            file.write(text)
        with open("other/bin/pomp-report", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ncat '{os.path.abspath('other/text')}'\n")
            file.write("echo 'pomp-report: it failed, in a line' >&2\nexit 1\n" if status else "")
        os.chmod("other/bin/pomp-report", stat.S_IRWXU)
        run = run_other(experiment)
        assert run.stdout.startswith(f"Error {wanted}") and run.stdout.count("\n") == 1, (name, run)
    with open("other/text", "wb") as file:
        file.write(output)
    with open("other/bin/pomp-report", "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\ncat other/text\necho 'pomp-report: it notes something' >&2\n")
    run = run_other(experiment)
    assert run.returncode == 0 and not run.stdout and "UserWarning: it notes something" in run.stderr, run
    with open("other/bin/pomp-report", "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nkill -9 $$\n")
    assert run_other(experiment).stdout == "Error pomp-report was ended by signal 9\n"
    os.unlink("other/bin/pomp-report")
    assert run_other(experiment).stdout.startswith("Error there is no pomp-report, neither beside this package nor on PATH")
    # Numbers are for programs.
    ours, theirs = pty.openpty()
    run = subprocess.run([tool, "--arrays", experiment], stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    os.close(ours)
    assert run.returncode == 2 and run.stderr == b"pomp-report: --arrays prints binary numbers, which no terminal shows: redirect them\n", run
    with open("/dev/full", "wb") as full:
        run = subprocess.run([tool, "--arrays", experiment], stdout=full, stderr=subprocess.PIPE, check=False)
    assert run.returncode == 1 and run.stderr == b"pomp-report: can't write: No space left on device\n", run
    return ("odd",)


def run_other(experiment):
    code = "import sys; sys.path.insert(0, 'other/share/pomp/python'); import pomp\ntry:\n  pomp.open(sys.argv[1])\nexcept pomp.Error as e:\n  print('Error', e)"
    return subprocess.run([sys.executable, "-c", code, experiment], capture_output=True, text=True, check=False, env=dict(os.environ, PATH="/usr/bin:/bin"))


for one in experiments:
    print(one, *globals()[what](one))
