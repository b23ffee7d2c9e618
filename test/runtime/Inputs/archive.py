# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archive.py ARCHIVE REPORT CONVERT EXPERIMENT... - makes an archive of each experiment, of which the first and the second have traces
and the second was killed; all ways to read give the same of it as of the directory. Then what is refused, what names may be, and what is
removed when."""
import filecmp
import os
import shutil
import subprocess
import sys

archive, report, convert, *experiments = sys.argv[1:]
traced = experiments[:2]


def run(*command, fails=False, **how):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    assert (done.returncode != 0) == fails, done
    return done


def files_of(directory):
    return sorted(os.path.relpath(os.path.join(folder, name), directory) for folder, _, names in os.walk(directory) for name in names)


def same(one, other):
    names = files_of(one)
    assert names == files_of(other), (names, files_of(other))
    for name in names:
        paths = [os.path.join(d, name) for d in (one, other)]
        assert filecmp.cmp(*paths, shallow=False), name
        times = [os.stat(p).st_mtime_ns for p in paths]
        assert times[0] == times[1] and os.stat(paths[0]).st_mode == os.stat(paths[1]).st_mode, (name, times)


def same_answers(experiment, packed):
    ways = [[report, "--json"], [report, "--csv", "--flat"], [report, "--csv", "--threads=all"]]
    if experiment in traced:
        ways += [[report, "--from-trace", "--json"], [report, "--from-trace", "--csv", "--tree"]]
        ways += [[convert, "--to", form, "--output", "-"] for form in ("perfetto", "speedscope")]
    for way in ways:
        one, other = (run(*way, name) for name in (experiment, packed))
        assert one.stdout.replace(f'"directory":"{experiment}"', f'"directory":"{packed}"') == other.stdout, (way, one.stderr, other.stderr)
        assert one.stderr.replace(f": {experiment}", f": {packed}") == other.stderr, (one.stderr, other.stderr)
    if experiment in traced:
        for name, out in ((experiment, "ctf-1"), (packed, "ctf-2")):
            run(convert, "--to", "ctf", "--output", out, name)
        names = [n for n in files_of("ctf-1") if n != "metadata"] # which has a number of its own
        assert names and not any(filecmp.cmpfiles("ctf-1", "ctf-2", names, shallow=False)[1:])
        for out in ("ctf-1", "ctf-2"):
            shutil.rmtree(out)


for experiment in experiments:
    packed = experiment + ".pomparc"
    before = {name: os.stat(os.path.join(experiment, name)).st_mtime_ns for name in files_of(experiment)}
    done = run(archive, experiment)
    assert not done.stdout and not done.stderr and os.stat(packed).st_mode & 0o777 == 0o600
    assert before == {name: os.stat(os.path.join(experiment, name)).st_mtime_ns for name in files_of(experiment)}
    same_answers(experiment, packed)
    assert run(archive, "--verify", packed).stdout.startswith(f"{packed}: ")
    listed = {line.split()[3]: int(line.split()[0]) for line in run(archive, "--list", packed).stdout.splitlines()[1:-1]}
    assert listed == {name: os.path.getsize(os.path.join(experiment, name)) for name in files_of(experiment)}, listed
    run(archive, "--extract", "again", packed)
    same(experiment, "again")
    shutil.rmtree("again")
    if experiment in traced:  # what is read block by block must be much smaller
        assert os.path.getsize(packed) < 0.5 * sum(listed.values()), (os.path.getsize(packed), listed)
    # The number of threads changes nothing; another level does, and not what is in it.
    run(archive, "--jobs", "1", "--output", "one", experiment)
    assert filecmp.cmp("one", packed, shallow=False)
    run(archive, "--level", "19", "--output", "one", "--force", experiment)
    assert os.path.getsize("one") < os.path.getsize(packed) and run(archive, "--verify", "one")
    os.remove("one")

first, packed = experiments[0], experiments[0] + ".pomparc"
# A file in it can be named as well; so can one that is not there.
assert run(report, "--json", f"{packed}/profile.pomp").stdout
assert "No such file" in run(report, f"{packed}/rank-0", fails=True).stderr

# What can't be done is said in a line, and leaves nothing behind.
there = sorted(os.listdir("."))
for words, why in (([first], "is there already: --force replaces it"), ([packed], "it is an archive already"), (["nowhere"], "No such file"),
                   ([os.path.join(first, "profile.pomp")], "not the directory of an experiment"), ([], "name an experiment"),
                   (["--extract", first, packed], "is there already"), (["--verify", os.path.join(first, "trace.pomp")], "not an archive of pomp-archive, or not complete"),
                   (["--list", "--verify", packed], "exclude each other"), (["--level", "20", first], "--level takes a number from 1 to 19, not 20"), (["--force", "--list", packed], "--remove and --force are for an archive that is made"),
                   (["--jobs", "0", first], "--jobs takes a number from 1 to 1024, not 0"),
                   (["--output", "nowhere/a", first], "No such file"), (["--lst", packed], "--list"), ([first, packed], "one experiment at a time")):  # fmt: skip
    done = run(archive, *words, fails=True)
    assert why in done.stderr and done.stderr.count("\n") == 1 and done.stderr.startswith("pomp-archive: ") and not done.stdout, (words, done)
os.mkdir("empty")
assert run(archive, "empty", fails=True).stderr.startswith("pomp-archive: empty")
os.rmdir("empty")
assert there == sorted(os.listdir("."))

# The newest experiment is that of the directory, not the archive beside it; without the directory, the archive.
os.mkdir("here")
shutil.copytree(first, "here/pomp-x")
run(archive, "pomp-x", cwd="here")
assert '{"directory":"pomp-x",' in run(report, "--json", cwd="here").stdout
# What else is in the directory stays, and is said to.
open("here/pomp-x/mine", "w").close()
done = run(archive, "--force", "--remove", "pomp-x", cwd="here")
assert os.listdir("here/pomp-x") == ["mine"] and "it stays, as it has other files, too" in done.stderr, done
shutil.rmtree("here/pomp-x")
assert '{"directory":"pomp-x.pomparc",' in run(report, "--json", cwd="here").stdout
# A conversion goes beside the archive.
run(convert, "--to", "perfetto", cwd="here")
assert os.path.exists("here/pomp-x-trace.json"), os.listdir("here")

# Any name will do, and a directory that may not be written to is left as it is.
for name in ("two words", "a\nbreak", "-dash", "übrig"):
    shutil.copytree(first, f"here/{name}")
    run(archive, "--remove", "--", name, cwd="here")
    assert not os.path.exists(f"here/{name}") and run(archive, "--verify", "--", name + ".pomparc", cwd="here")
    assert run(report, "--json", "--", name + ".pomparc", cwd="here").stdout
shutil.copytree(first, "here/closed/e")
os.chmod("here/closed", 0o555)
if not os.access("here/closed", os.W_OK):  # for root it is open
    assert "Permission denied" in run(archive, "here/closed/e", fails=True).stderr
os.chmod("here/closed", 0o755)
