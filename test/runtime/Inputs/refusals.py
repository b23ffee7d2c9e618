# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refusals.py BINDIR INPUTS - calls the commands as nobody should, and gives them files that nobody should have: of each call the
exit status and all that is said are known. Nothing comes on stdout.

test/runtime/Inputs/made.py makes the files. What needs a run of a program, another user or a full disk is tested elsewhere."""
import os
import struct
import subprocess
import sys

bindir, inputs = sys.argv[1:]
LONG = ",".join(str(n) for n in range(1, 66))
problems = []


def call(expected, tool, *arguments, status=2, **variables):
    """Calls a command that has to say what is expected, behind its name, and nothing else."""
    command = [os.path.join(bindir, tool), *arguments]
    done = subprocess.run(command, env=dict(os.environ, **variables), capture_output=True, text=True, check=False)
    reported = done.returncode, done.stdout, done.stderr
    if reported != (status, "", f"{tool}: {expected}\n"):
        problems.append((tool, *arguments, reported, expected))


def make(kind, name):
    subprocess.run([sys.executable, os.path.join(inputs, "made.py"), kind, name], check=True)
    with open(name, "rb") as file:
        return bytearray(file.read())


def blocks(data):
    """Returns the blocks of an experiment: where each begins, its type, its number of records, its size, where its records begin."""
    found, at = [], 4096
    while at < len(data):
        kind, count, size, first = struct.unpack_from("2IQI", data, at)
        found.append((at, kind, count, size, first))
        at += size
    return found


# --- pomp-report's command line ---

make("places", "m.pomp")
make("job", "job.pomp")
for expected, *arguments in [
    ("--sort takes a column, as self_s, or -self_s for the reverse order", "--sort="),
    ("--columns takes columns with commas between them, as self_s,visits,region", "--columns="),
    ("--columns names more than 64 columns", "--columns=" + ",".join(["self_s"] * 65), "m.pomp"),
    ("--top takes a number of rows, from 1 on, not 0", "--top=0"),
    ("--min takes a percentage, as 0.5, not much", "--min=much"),
    ("--min is not for --efficiency, which has no parts of a whole", "--efficiency", "--min=1", "m.pomp"),
    ("--region takes a regular expression, not (: Unmatched ( or \\(", "--region=("),
    ("--overhead takes a percentage above 0, as 2.5, not 0", "--overhead=0"),
    ("--trace-size takes bytes, as 500k, 20M or 1G, not huge", "--trace-size=huge"),
    ("--suggest-filter takes the name of the file to write", "--suggest-filter="),
    ("--suggest-functions takes the name of the file to write", "--suggest-functions="),
    ("--of takes a region: a function, a user region, or file.c:42", "--of="),
    ("--of is taken 64 times at most", *["--of=r"] * 65),
    ("--reference takes one of the experiments", "--reference="),
    ("--with is between the experiments of the two sides", "--diff", "--with", "m.pomp"),
    ("there are two sides, and one --with between them", "--diff", "a", "--with", "b", "--with", "c"),
    ("no experiment follows --with, which begins the second side", "--diff", "m.pomp", "--with"),
    ("--diff takes two experiments, or several of each side: --diff A1 A2 --with B1 B2", "--diff", "m.pomp"),
    ("--with is for --diff", "m.pomp", "--with", "m.pomp"),
    ("--fail-if is for --diff", "--fail-if=self>5%"),
    ("--from-trace is the profile of the whole run, and --phase is of a part of it: leave one out", "--from-trace", "--phase=3"),
    ("--from-trace is the profile of the whole run, and --interval is of a part of it: leave one out", "--from-trace", "--interval=3"),
    ("--output takes the name of the file to write, or - for the standard output", "--html", "--output="),
    ("--stacks takes a core file", "--stacks=", "m.pomp"),
    ("--stacks prints text: it is neither for JSON nor for CSV", "--stacks", "--now", "--csv", "m.pomp"),
    ("--stacks prints text: it is neither for JSON nor for CSV", "--stacks", "--json", "m.pomp"),
    ("--anonymous is for --html", "--anonymous", "m.pomp"),
    ("--no-source is for --html", "--no-source", "m.pomp"),
    ("--fail-if is taken 64 times at most", "--diff", *["--fail-if=self>5%"] * 65),
    ("--source takes a file, or one of its lines as in file.c:42", "--source="),
    ("--source takes a file, or one of its lines as in file.c:42, not f.c:0", "--source=f.c:0"),
    ("--html and --json are written apart: ask for one at a time", "--html", "--json"),
    ("--diff is shown alone", "--diff", "--tree", "m.pomp", "m.pomp"),
    ("--mpi-waits is shown alone", "--mpi-waits", "--tree", "job.pomp"),
    ("--metrics is shown alone", "--flat", "--metrics"),
    ("--metrics is no table: --csv, --columns, --sort, --top, --min and --region are for tables", "--metrics", "--csv"),
    ("--markdown is for --diagnose or --diff, and neither for CSV nor for JSON", "--markdown", "--tree"),
    ("--csv takes one view at a time", "--csv", "--tree", "--threads"),
    ("--json is no table: --csv, --columns, --sort, --top, --min and --region are for tables", "--json", "--top=3"),
    ("one experiment at a time, not job.pomp as well", "m.pomp", "job.pomp"),
    ("--top takes a value", "--top"),
    ("--jobs takes a number of processes from 1 to 1024, not 0", "-j", "0"),
    ("--jobs takes a number of processes from 1 to 1024, not 1025", "-j1025"),
    ("--help takes all, or nothing, not more", "--help=more"),
    ("--manual takes markdown, man, bash, zsh or fish, not book", "--manual=book"),
    ("--manual takes markdown, man, bash, zsh or fish, not bahs (did you mean bash?)", "--manual=bahs"),
]:  # fmt: skip
    call(expected, "pomp-report", *arguments)
NAMES = "self, incl, wait, visits, wall, thread_wall, in_regions, outside, idle, waiting"
for condition, why in {
    "speed>5%": "it begins with one of " + NAMES,
    "slef>5%": f"it begins with one of {NAMES} (did you mean self?)",
    "self=5%": "behind the figure comes > or <",
    "self>much": "behind > comes a number, as in self>5%",
    "visits<5%": "behind < comes a negative limit, as in visits<-5%",
    "self<-much": "behind < comes a number, as in self>5%",
    "self>5kg": "behind the number comes %, s, ms, us or ns",
    "visits>5s": "visits have no unit but %",
    "self>5% line:3": "only region:EXPRESSION may follow the limit",
    "wall>5% region:x": "nothing follows the limit of what is about the whole run",
}.items():
    call(f"--fail-if {condition}: {why}", "pomp-report", "--diff", "--fail-if", condition, "m.pomp", "m.pomp")

# --- pomp-runs's, pomp-scale's and pomp-convert's ---

for expected, *arguments in [
    ("which database? As in: pomp-runs --db runs.db", "m.pomp"),
    ("which database? As in: pomp-runs --db runs.db --trend", "--trend"),
    ("--db takes the name of a file", "--db="),
    ("--db takes a value", "--db"),
    ("one question at a time: --trend or --scaling", "--db=x.db", "--trend", "--scaling"),
    ("which question? --csv, --json, --output, --columns, --sort, --top, --min and --region are for --trend, --regressions and --scaling", "--db=x.db", "--json"),
    ("--csv or --json, not both", "--db=x.db", "--trend", "--csv", "--json"),
    ("--fail-if is for --regressions", "--db=x.db", "--trend", "--fail-if=self>5%"),
    ("--top takes a number of rows, from 1 on, not 0", "--top=0"),
    ("--manual takes man, bash, zsh or fish, not book", "--manual=book"),
]:  # fmt: skip
    call(expected, "pomp-runs", *arguments)

for expected, *arguments in [
    ("which numbers of threads, and which program? As in: pomp-scale 1,2,4 -- ./program",),
    ("which program? As in: pomp-scale 1,2,4 -- ./program", "1,2"),
    ("--json and --markdown exclude each other", "--json", "--markdown", "1", "--", "true"),
    ("the numbers of threads come before --, as in: pomp-scale 1,2,4 -- ./p", "--", "./p"),
    ("the numbers of threads are to be like 1,2,4,8, from 1 to 100000, not 1,0", "1,0", "--", "true"),
    (f"{LONG} names more than 64 numbers", LONG, "--", "true"),
    ("--folder takes the folder to make", "--folder=", "1", "--", "true"),
    ("--repeat takes a number from 1 to 100000, not 0", "--repeat=0", "1", "--", "true"),
    ("--launcher takes a command, as mpirun", "--launcher=", "1", "--", "true"),
    ("--input takes a file", "--input=", "1", "--", "true"),
    ("--env takes a variable and its values, as OMP_PROC_BIND=true,false, not =1", "--env==1", "1", "--", "true"),
    ("--env takes 8 variables at most, not I=1 as well", *[f"--env={name}=1" for name in "ABCDEFGHI"], "1", "--", "true"),
    ("--env takes 32 values of A at most", "--env=A=" + ",".join(map(str, range(33))), "1", "--", "true"),
    ("--repeat takes a value", "--repeat"),
    ("--manual takes man, bash, zsh or fish, not book", "--manual=book"),
]:  # fmt: skip
    call(expected, "pomp-scale", *arguments)
for expected, *arguments in [
    ("--manual takes man, bash, zsh or fish, not book", "--manual=book"),
    ("--jobs takes a number from 1 to 1024, not 0", "--jobs=0"),
    ("one experiment at a time, not b as well", "a", "b"),
    ("--to takes a value", "--to"),
    ("--to hatchet: Hatchet reads TAU's profiles: write --to tau, and open them by hatchet.GraphFrame.from_tau(DIRECTORY)", "--to=hatchet"),
    ("--samples does not go with --to pprof; it takes --to folded; speedscope, pprof, otf2 and perfetto have the samples beside what was measured", "--samples", "--to", "pprof"),
    ("--output - takes one file, and this format is a directory: ctf; name it", "--to", "ctf", "-o", "-"),
]:
    call(expected, "pomp-convert", *arguments)
call("m.pomp: has no samples: run the program with POMP_SAMPLE=1", "pomp-convert", "--samples", "--to", "folded", "m.pomp", status=1)

# --- experiments that contradict themselves: each has one word that can't be ---

good = make("places", "m.pomp")
of_kind = {kind: at for at, kind, *_ in reversed(blocks(good))}  # the first of each
all_locations = [at for at, kind, *_ in blocks(good) if kind == 3]


def damaged(expected, at, word, form="I", of=good):
    """Sets one word of an experiment: what is said then is expected."""
    data = bytearray(of)
    struct.pack_into(form, data, at, word)
    with open("bad.pomp", "wb") as file:
        file.write(data)
    call(f"bad.pomp: {expected}", "pomp-report", "bad.pomp", status=1)


STRINGS, CONSTRUCTS, LOCATION, NODES = (of_kind[kind] for kind in (1, 2, 3, 4))
node = LOCATION + struct.unpack_from("I", good, LOCATION + 16)[0]
for expected, at, word, *form in [
    ("nothing was measured yet", 0, bytes(8), "8s"),
    ("not a pompinst experiment", 0, b"\x7fELF", "4s"),
    ("measured on a machine of another byte order", 8, 0x04030201),
    ("format version 3; this pomp-report reads version 2", 12, 3),
    ("damaged: the header contradicts itself", 16, 1),
    ("damaged: a block of impossible size", STRINGS + 8, 1 << 40, "Q"),
    ("damaged: a block holds more than it can", CONSTRUCTS + 4, 1000),
    ("damaged: clauses of a construct that can't have them", CONSTRUCTS + 64 + 64 + 48, -1, "i"),
    ("damaged: half a string", STRINGS + 4, struct.unpack_from("I", good, STRINGS + 4)[0] + 4),
    ("damaged: a string without an end", STRINGS + 64 + 4, 1 << 30),
    ("damaged: a name that is not there", CONSTRUCTS + 64 + 12, 7),
    ("damaged: a location without a record", LOCATION + 16, 64),
    ("damaged: locations out of order", LOCATION + 64, 1),
    ("damaged: a location without a call tree", LOCATION + 4, 0),
    ("damaged: call paths of no location", NODES + 20, 99),
    ("damaged: call paths out of line", NODES + 16, 72),
    ("damaged: a call tree without a root, or with two", node, 1 | 16 << 26),
    ("damaged: an impossible call path", node + 64, 1 | 63 << 26),
    ("damaged: a call path of an unknown construct", node + 64, 999 | 16 << 26),
    ("damaged: impossible end of the measurement", 48, 1 << 62, "Q"),
]:  # fmt: skip
    damaged(expected, at, word, *form)
for kind, expected in {
    "metrics many": "damaged: impossible metrics",
    "metrics count": "damaged: values of nothing",
    "metrics name": "damaged: a name that is not there",
}.items():
    make(kind, "bad.pomp")
    call(f"bad.pomp: {expected}", "pomp-report", "bad.pomp", status=1)
counted = make("metrics", "counted.pomp")
values = next(at for at, kind, *_ in blocks(counted) if kind == 7)
for expected, at, word in [
    ("damaged: a block holds more than it can", values + 4, 1000),
    ("damaged: a location without last values", values + 64 + 8, 8),
    ("damaged: values of no call path", values + 64, 1),
]:
    damaged(expected, at, word, of=counted)


def with_record(kind, record):
    """Returns the experiment with a block more, which has one record."""
    block = struct.pack("2IQ2I40x", kind, 1, 4096, 64, 0) + record
    data = good + block + bytes(4096 - len(block))
    struct.pack_into("Q", data, 32, len(data))
    return data


for expected, kind, record in [
    ("damaged: a histogram of nothing", 10, struct.pack("2I", 1 | 3 << 26, 99) + bytes(248)),
    ("damaged: CPU time of no call path", 12, struct.pack("2I6Q", 7, 0, 1, 1, 1, 0, 0, 0)),
    ("damaged: instances of no call path", 11, struct.pack("2I4Q24x", 7, 0, 1, 2, 3, 4)),
    ("damaged: messages of no call path", 8, struct.pack("2I4Q2I16x", 7, 1, 1, 1, 1, 1, 1, 1)),
    ("damaged: chunks of no call path", 22, struct.pack("2I2Q40x", 7, 0, 1, 1)),
]:
    damaged(expected, 0, b"P", "c", of=with_record(kind, record))
damaged("damaged: more ranks than the job has", 276, 0, of=make("job", "job.pomp"))
with open("bad.pomp", "wb") as file:
    file.write(good[:-4096])
call(f"bad.pomp: cut off: {len(good) - 4096} of {len(good)} bytes", "pomp-report", "bad.pomp", status=1)
with open("bad.pomp", "wb") as file:
    file.write(good[:4096])
    file.seek(32)
    file.write(struct.pack("Q", 1 << 31))
    file.truncate(1 << 31)
call(f"bad.pomp: damaged: {(1 << 31) - 4096} of {1 << 31} bytes were never written", "pomp-report", "bad.pomp", status=1)

# --- traces whose head can't be ---

os.mkdir("traced")
make("places", "traced/profile.pomp")
call("traced/trace.pomp: there is no trace: POMP_TRACE=1 records one", "pomp-report", "--from-trace", "traced", status=1)
head = struct.pack("8s6I", b"POMPTRCE", 0x01020304, 2, 4096, 4096, 2, 0) + bytes(4096 - 32)
for expected, trace in {
    "too short for a pompinst trace": b"POMP",
    "nothing was traced yet": bytes(4096),
    "not a pompinst trace": b"\x7fELF" + bytes(4092),
    "traced on a machine of another byte order": head[:8] + head[11:7:-1] + head[12:],
    "trace version 3; this program reads version 2": head[:12] + b"\3" + head[13:],
    "damaged: the trace's header contradicts itself": head[:16] + b"\1" + head[17:],
    "the trace is not of the same run as the profile": head,
}.items():
    with open("traced/trace.pomp", "wb") as file:
        file.write(trace)
    call(f"traced/trace.pomp: {expected}", "pomp-report", "--from-trace", "traced", status=1)
os.remove("traced/trace.pomp")
os.mkdir("traced/trace.pomp")
call("traced/trace.pomp: not a file", "pomp-report", "--from-trace", "traced", status=1)

assert not problems, "\n".join(map(repr, problems))
