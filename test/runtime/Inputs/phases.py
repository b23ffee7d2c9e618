# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""phases.py REPORT - runs ./a in each of its modes, and holds the phases of the run against what the program does there. In each mode
the profiles of all visits add up to what the run has below the phase."""
import json
import os
import shutil
import signal
import struct
import subprocess
import sys

MS = 1_000_000
PHASE, TABLE, ROWS, CELLS, NOTHING = 24, 25, 27, 28, 4000  # types of blocks
UNKNOWN = ("pomp: POMP_PHASES names %s: no function, region or parallel region that was measured is called so; the report "
           "shows what they are called. --pomp-functions=all measures functions that are not inline; #pragma pomp inst begin(NAME) "
           "and end(NAME) make a region of other code\n")  # fmt: skip
report = sys.argv[1]


def run(mode, phases="region(step)", status=0, said="", **settings):
    """Runs the program, and returns its experiment as JSON, after it has held it against all of its profiles."""
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_PHASES=phases, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", **settings)
    done = subprocess.run(["./a", *mode.split()], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == status and done.stdout == "" and done.stderr == said, (mode, done)
    whole = load()
    for name in {whole["regions"][p["region"]]["name"] for p in whole["phases"]}:
        check_sums(whole, name)
    return whole


def load(*options):
    done = subprocess.run([report, "--json", *options, "e"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", (options, done)
    return json.loads(done.stdout)


def chain(data, path):
    """Names a call path by its regions, the innermost first."""
    while path is not None:
        yield data["regions"][data["callpaths"][path]["region"]]["name"]
        path = data["callpaths"][path]["parent"]


def below(data, name):
    """Says what each call path has that a phase is in."""
    found = {}
    for path in data["callpaths"]:
        names = tuple(chain(data, path["id"]))
        if name in names:
            found[names] = {(l["location"], k): l[k] for l in path["locations"] for k in ("visits", "exclusive_ns", "wait_ns") if l[k]}
    return {names: values for names, values in found.items() if values}


def add(to, more):
    for names, values in more.items():
        for key, value in values.items():
            of = to.setdefault(names, {})
            of[key] = of.get(key, 0) + value


def check_sums(whole, name):
    phases = [p for p in whole["phases"] if whole["regions"][p["region"]]["name"] == name]
    wanted, found, profiles_of = below(whole, name), {}, [profile for p in phases for profile in p["profiles"]]
    for number in {p["profile"] for p in profiles_of}:
        add(found, below(load(f"--phase={name}:profile-{number}"), name))
    if sum(p["visits"] for p in profiles_of) < whole["regions"][phases[0]["region"]]["visits"]:  # some visit was not over
        add(found, below(load(f"--phase={name}:{phases[0]['visits']}"), name))
    assert found == wanted, (name, {k: (found.get(k), wanted.get(k)) for k in set(found) | set(wanted) if found.get(k) != wanted.get(k)})


def the(data, name="region(step)"):
    return next(p for p in data["phases"] if data["regions"][p["region"]]["name"] == name)


def profiles(phase):
    return sorted((p["visits"], p["first"], p["last"], p["time_ns"] / MS, p["shortest"]["time_ns"] / MS, p["longest"]["time_ns"] / MS)
                  for p in phase["profiles"])  # fmt: skip


def region_of(data, name):
    return next(r for r in data["regions"] if r["name"] == name)


def path_name(data, path):
    return next(chain(data, path))


def with_tables():
    """Puts tables in place of all cells and their rows, as files of older libraries have them."""
    with open("e/profile.pomp", "rb") as file:
        data = bytearray(file.read())
    at, used = 4096, struct.unpack_from("<Q", data, 32)[0]
    tables = bytearray()
    while at < used:
        kind, _, size, first = struct.unpack_from("<IIQI", data, at)
        if kind == CELLS:
            clusters, room, values = struct.unpack_from("<III", data, at + 64 + 4)
            rows_at, row = at + first + (room * 4 + 7) // 8 * 8, room * values * 8
            table = data[at:rows_at]
            for place in struct.unpack_from(f"<{clusters}Q", data, rows_at):
                table += data[place : place + row] if place else bytes(row)
            table += bytes(-len(table) % 4096)
            struct.pack_into("<I", table, 0, TABLE)
            struct.pack_into("<Q", table, 8, len(table))
            tables += table
        if kind in (CELLS, ROWS):
            struct.pack_into("<I", data, at, NOTHING)
        at += size
    struct.pack_into("<Q", data, 32, used + len(tables))
    with open("e/profile.pomp", "wb") as file:
        file.write(data[:used] + tables)
    assert tables


def shows(option, text):
    return text in subprocess.run([report, option, "e"], capture_output=True, text=True).stdout


# --- one visit stands out ---
data = run("long")
phase = the(data)
assert phase["visits"] == 20 and phase["visits_a_point"] == 1 and len(phase["points"]) == 20
assert [p["time_ns"] for p in phase["points"]] == [(52 if i == 13 else 12) * MS for i in range(1, 21)], phase["points"]
assert [p["wait_ns"] for p in phase["points"]] == [(40 if i == 13 else 0) * MS for i in range(1, 21)]
assert [p["balance"] for p in phase["points"]] == [(30 / 50 if i == 13 else 1) for i in range(1, 21)]
assert phase["points"][12]["begin_ns"] == (12 * 13 + 1) * MS
assert profiles(phase) == [(1, 13, 13, 52, 52, 52), (19, 1, 20, 19 * 12, 12, 12)], profiles(phase)
(finding,) = phase["findings"]
assert finding["kind"] == "outlier" and finding["visit"] == 13 and finding["time_ns"] == 52 * MS and finding["typical_ns"] == 12 * MS
assert path_name(data, finding["waits"]["callpath"]) == "barrier (implicit)" and finding["waits"]["more_ns"] == 40 * MS
assert path_name(data, finding["in"]["callpath"]) == "for" and finding["in"]["more_ns"] == 40 * MS
visit = load("--phase=13")
assert visit["experiment"]["wall_ns"] == 52 * MS and visit["phases"] == []
assert region_of(visit, "for")["exclusive_ns"] == 60 * MS and region_of(visit, "region(step)")["visits"] == 1
assert shows("--phases", "Visit 13: 4.3 times as long as most (52 ms, not 12 ms), waiting at barrier (implicit) (test.c:4): 40 ms more")
assert shows("--phase=13", "Visit 13 of 20 of region(step)")
with_tables()
assert load() == data and load("--phase=13") == visit

# --- where threads had no processor for half of what visits took longer, that may be why, and nothing is to be saved ---
for mode, kind, judged in ("long 5", "outlier", True), ("long 15", "outlier", False), ("growing 1000", "drift", True), ("growing 2000", "drift", False):
    (found,) = the(run(mode))["findings"]
    assert (found["kind"], found["judged"]) == (kind, judged), (mode, found)
    assert shows("--phases", "; not judged\n  Not judged: threads were ready to run and had no processor for ") != judged, mode
    assert [f["judged"] for f in load("--diagnose")["findings"] if f["property"] == "phase_" + kind] == [judged], mode
    assert shows("--markdown", "| not judged |  | visits that take ") != judged and shows("--diagnose", "visits that take much longer than most: region(step) in main, test.c:1; fixing it saves ") == (
        judged and kind == "outlier"), mode  # fmt: skip

# with one profile, all visits share it
assert the(run("long", POMP_PHASES_MAX="1"))["alike_within"] > 40 / (52 / 128)
with open("filter", "w", encoding="utf-8") as file:
    file.write("SCOREP_REGION_NAMES_BEGIN EXCLUDE region(step) SCOREP_REGION_NAMES_END\n")

# --- visits grow ---
data = run("growing")
phase = the(data)
(finding,) = phase["findings"]
assert finding["kind"] == "drift" and abs(finding["growth"] - 1 / 101) < 1e-9, finding
assert path_name(data, finding["in"]["callpath"]) == "for" and abs(finding["in"]["more_ns"] - MS) < MS / 10, finding
assert path_name(data, finding["waits"]["callpath"]) == "barrier (implicit)", finding
assert all(p["longest"]["time_ns"] <= 1.26 * p["shortest"]["time_ns"] for p in phase["profiles"])

# --- and some visits stand out, or are longer as the machine was busy ---
for mode, growth in ("busy", 1 / 301), ("shrinking", -1 / 400), ("for-long", 1 / 4000):
    found = the(run(mode))["findings"]
    drift = [f for f in found if f["kind"] == "drift"]
    assert len(drift) == 1 and abs(drift[0]["growth"] - growth) < abs(growth) / 10, (mode, found)
    assert len(found) == (6 if mode != "for-long" else 9), (mode, found)

# --- the program ends within a visit ---
for mode, status in ("exit", 0), ("kill", -signal.SIGKILL):
    data = run(mode, status=status)
    phase = the(data)
    assert phase["visits"] == 3 and profiles(phase) == [(2, 1, 2, 46, 23, 23)], (mode, profiles(phase))
    assert [p["finished"] for p in phase["points"]] == [1, 1, 0]
    visit = load("--phase=3")
    assert shows("--phase=3", "Visit 3 of region(step), which was not over") and shows(
        "--phase=1", "Profile 1 of region(step): 2 visits of 3 that are alike, from 1 to 2")  # fmt: skip
    assert region_of(visit, "region(serial)")["exclusive_ns"] == 3 * MS and region_of(visit, "for")["exclusive_ns"] == 30 * MS

# --- a phase in a phase ---
data = run("nested", phases="step,region(inner)")
assert profiles(the(data)) == [(1, 4, 4, 121, 121, 121), (5, 1, 6, 5 * 31, 31, 31)], profiles(the(data))
inner = the(data, "region(inner)")
assert [p["time_ns"] / MS for p in inner["points"]] == [10, 20, 10, 20, 10, 20, 40, 80, 10, 20, 10, 20]
assert sum(p["visits"] for p in inner["profiles"]) == 12 and all(p["longest"]["time_ns"] == p["shortest"]["time_ns"] for p in inner["profiles"])

# --- phases on members of teams ---
data = run("members")
phase = the(data)
assert [p["time_ns"] / MS for p in phase["points"]] == [10, 30, 10, 10, 10] and len({p["location"] for p in phase["profiles"]}) == 2
assert region_of(load("--phase=2"), "region(serial)")["exclusive_ns"] == (30 + 5 * 10) * MS  # those of member 1 are all alike
data = run("worker")
assert [p["time_ns"] / MS for p in the(data)["points"]] == [10, 20, 30, 40]

# --- tasks, jumps, what is not measured, children ---
data = run("tasks")
assert [p["time_ns"] / MS for p in the(data)["points"]] == [7, 7, 70, 7, 7], the(data)["points"]
assert region_of(load("--phase=3"), "task")["exclusive_ns"] == 70 * MS
data = run("left")
assert sum(p["visits"] for p in the(data)["profiles"]) == the(data)["visits"] == 5, the(data)
data = run("child")
assert profiles(the(data)) == [(3, 1, 3, 30, 10, 10)]

# --- more visits than there are records and profiles ---
data = run("many", POMP_PHASES_MAX="5")
phase = the(data)
assert phase["visits"] == 5000 and phase["visits_a_point"] == 4 and len(phase["points"]) == 1250
assert len(phase["profiles"]) <= 5 and sum(p["visits"] for p in phase["profiles"]) == 5000 and not phase["any_paths"]
lengths = {i: 10 + i * 7919 % 90 + (10 if i == 4321 else 0) for i in range(1, 5001)}
assert sum(p["time_ns"] for p in phase["points"]) == sum(lengths.values()) * MS
assert all(lengths[p["longest"]["visit"]] * MS == p["longest"]["time_ns"] for p in phase["points"])
for p in phase["profiles"]:
    assert lengths[p["shortest"]["visit"]] * MS == p["shortest"]["time_ns"] <= p["longest"]["time_ns"] == lengths[p["longest"]["visit"]] * MS
(alone,) = [p for p in phase["profiles"] if p["first"] == 4321]  # it alone has the call path
assert alone["visits"] == 1 and region_of(load("--phase=4321"), "region(rare)")["exclusive_ns"] == 10 * MS

# --- profiles take memory where their visits came: 64 threads with 200 call paths each, and two profiles of 64 that there may be ---
WIDE = 9 << 20  # with room for all profiles at all call paths it would be 30 MiB
data = run("wide", POMP_MEMORY=str(WIDE))
assert len(profiles(the(data))) == 2 and not the(data)["incomplete"] and data["experiment"]["stop_reason"] == "none"
visit = load("--phase=4")
assert sum(r["exclusive_ns"] for r in visit["regions"] if r["name"] == "region(serial)") == 64 * 200 * 3 * MS
# with less, the run goes on, and the report says what is missing
for memory in range(WIDE, WIDE // 2, -(128 << 10)):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_PHASES="step", POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_MEMORY=str(memory))
    done = subprocess.run(["./a", "wide"], env=environment, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == "", (memory, done)
    data = load()
    if the(data)["incomplete"]:
        break
assert the(data)["incomplete"] and shows("--phases", "There was no memory for all that visits had"), memory
assert sum(r["exclusive_ns"] for r in data["regions"] if r["name"] == "region(serial)") == 64 * 200 * 8 * MS

# --- no phases ---
data = run("long", POMP_FILTER="filter", said=UNKNOWN % "'region(step)'")
assert data["phases"] == []
run("long", phases="step,f(int, long),missing", said=UNKNOWN % "'f(int, long)', 'missing'")
run("long", phases="for", said=UNKNOWN % "'for'")  # a loop is none
assert the(run("long", phases="parallel"), "parallel (fork-join)")["visits"] == 20  # those inside of the region

def refuse(status, said, *options):
    done = subprocess.run([report, *options, "e"], capture_output=True, text=True)
    assert done.returncode == status and done.stdout == "" and said in done.stderr, (options, done)


def damage(said, kind, *numbers):
    """Writes numbers of 4 bytes, each behind its place from the end of the head, to the first block of that type."""
    with open("e/profile.pomp", "rb") as file:
        data = bytearray(file.read())
    at = 4096
    while struct.unpack_from("<I", data, at)[0] != kind:
        at += struct.unpack_from("<Q", data, at + 8)[0]
    for place, number in numbers:
        struct.pack_into("<I", data, at + 64 + place, number)
    with open("d.pomp", "wb") as file:
        file.write(data)
    done = subprocess.run([report, "d.pomp"], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == "" and said in done.stderr, (said, done)


damage("damaged: an impossible phase", PHASE, (4, 0))
damage("damaged: a phase that is no call path", PHASE, (0, 1))
damage("damaged: a phase of impossible visits", PHASE, (64 + 64 * 64 + 12, 1 << 30))  # the upper half of the time
damage("damaged: a phase with values of no metrics", PHASE, (24, 0), (28, 80), (36, 1))
damage("damaged: a phase whose visits had more than there is room for", CELLS, (12, 9))
damage("damaged: visits of no phase", CELLS, (0, 1))
damage("damaged: a phase that contradicts itself", CELLS, (4, 1))
damage("damaged: cells of a phase that are not there", CELLS, (32 + 16 * 4, 64))
damage("damaged: a block holds more than it can", ROWS, (4 - 64, 1 << 30))
damage("damaged: a visit's call path that isn't there", CELLS, (32, 1))
refuse(1, "the phase has no profile of visit 99; --phases shows them", "--phase=99")
refuse(1, "the phase has no such profile as profile-60; --phases shows them", "--phase=profile-60")
refuse(1, "no phase is called x, nor a function or region that was measured: compile with --pomp-functions=all, or write #pragma", "--phase=x:1")
for wrong in "0", "x", "-1", "profile-", "1x", ":3":
    refuse(1, f"--phase takes the number of a visit, or a profile as profile-3, not {wrong}", f"--phase={wrong}")
run("nested", phases="step,region(inner)")
refuse(1, "several regions are phases: name one of them, as --phase='", "--phase=1")
run("long", phases="")
refuse(2, "it has no phases: POMP_PHASES=NAME makes them of a measured function", "--phases")
refuse(1, "it has no phases: POMP_PHASES=NAME makes them of a measured function", "--phase=1")
refuse(1, "region(step) is no phase: run again with POMP_PHASES='region(step)'", "--phase=region(step):1")
