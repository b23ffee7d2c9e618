"""otf2.py - reads an OTF2 archive back by otf2-print, and holds it against the profile.
Not here: when (check.py)."""
import os
import re
import subprocess
import tempfile


def output(*command):
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 0 and not run.stderr, (command, run.returncode, run.stderr)
    return run.stdout


class Archive:
    """Definitions by their numbers, and all events as (name, location, time, the rest of the line)."""

    def __init__(self, directory):
        path = os.path.join(directory, "traces.otf2")
        self.regions, self.locations, self.events = {}, {}, []
        for line in output("otf2-print", "-G", path).splitlines():
            if match := re.match(r'REGION +(\d+) +Name: "(.*?)" <.*File: (?:"(.*?)"|UNDEFINED).*Begin: (\d+|NONE|UNDEFINED)', line):
                line1 = int(match[4]) if match[4].isdigit() else 0
                self.regions[int(match[1])] = (match[2], line1)
            elif match := re.match(r'LOCATION +(\d+) +Name: "(.*?)".*# Events: (\d+)', line):
                self.locations[int(match[1])] = (match[2], int(match[3]))
        for line in output("otf2-print", path).splitlines():
            if match := re.match(r"([A-Z_]+) +(\d+) +(\d+) +(.*)", line):
                self.events.append((match[1], int(match[2]), int(match[3]), match[4]))


def check(archive, data):
    """Visits are enters, by region and location; each enter has its leave; teams, forks and tasks begin and end."""
    enters, last, stacks, teams, forks, tasks, counts = {}, {}, {}, {}, {}, {}, {}
    for name, location, time, rest in archive.events:
        assert time >= last.get(location, 0), ("time goes back", name, location, time, rest)
        last[location] = time
        counts[location] = counts.get(location, 0) + 1
        assert "UNDEFINED" not in rest and "INVALID" not in rest or name in ("PROGRAM_END", "PROGRAM_BEGIN"), (name, rest)
        if name in ("ENTER", "LEAVE"):
            region = int(re.search(r"<(\d+)>", rest)[1])
            stack = stacks.setdefault(location, [])
            if name == "ENTER":
                stack.append(region)
                key = (archive.regions[region], location)
                enters[key] = enters.get(key, 0) + 1
            else:
                assert stack and stack.pop() == region, ("leaves what is not open", location, time, rest)
        elif name in ("THREAD_TEAM_BEGIN", "THREAD_TEAM_END"):
            teams[location] = teams.get(location, 0) + (1 if name == "THREAD_TEAM_BEGIN" else -1)
            assert teams[location] in (0, 1), (name, location, time)
        elif name in ("THREAD_FORK", "THREAD_JOIN"):
            forks[location] = forks.get(location, 0) + (1 if name == "THREAD_FORK" else -1)
            assert forks[location] in (0, 1), (name, location, time)
        elif name in ("THREAD_TASK_CREATE", "THREAD_TASK_COMPLETE"):
            tasks[name] = tasks.get(name, 0) + 1
    assert not any(stacks.values()) and not any(teams.values()) and not any(forks.values()), (stacks, teams, forks)
    assert tasks.get("THREAD_TASK_COMPLETE", 0) <= tasks.get("THREAD_TASK_CREATE", 0), tasks
    for number, (name, events) in archive.locations.items():
        assert data.locations[number]["name"] == name and counts.get(number, 0) == events, (number, name, events)
    visits = {}
    for region in data.regions[1:]:
        for share in region["locations"]:
            if share["visits"]:
                key = ((region["name"], region["begin_line1"] or 0), share["location"])
                visits[key] = visits.get(key, 0) + share["visits"]
    different = {k: (visits.get(k), enters.get(k)) for k in visits.keys() | enters.keys() if visits.get(k) != enters.get(k)}
    assert not different, ("visits and enters", different)


def convert_and_check(convert, experiment, data):
    with tempfile.TemporaryDirectory() as where:
        directory = os.path.join(where, "otf2")
        output(convert, "--to", "otf2", "--output", directory, experiment)
        check(Archive(directory), data)
