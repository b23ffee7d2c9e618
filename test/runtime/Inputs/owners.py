# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""owners.py - runs test/runtime/owners.c where directories, links and files of the user's or of somebody else's are in its way.

Usage: owners.py PROGRAM own|other. `other` needs root, as it acts as a second user. What a rank of an MPI job does is tested in
test/runtime/mpi."""
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time

NOBODY = 65534
program, which = os.path.abspath(sys.argv[1]), sys.argv[2]
failures = 0


def run(worth="worth", command=None, directory="e", user=None, first="", **more):
    """Runs the program in the current directory, and returns what it has said. It must end as the plain one does."""
    environment = {**{k: v for k, v in os.environ.items() if not k.startswith("POMP_")}, **more}
    if directory:
        environment["POMP_EXPERIMENT_DIR"] = directory
    words = [more.pop("PROGRAM", program), worth] + ([command] if command else [])
    if first:
        words = ["sh", "-c", first + ' exec "$@"', "sh"] + words
    if user:
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] + words
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, env=environment)
    expect(done.returncode == 0 and done.stdout == "done\n", f"ended as {done.returncode}: {done.stdout}{done.stderr}")
    return done.stderr


def run_unasked(command=None, **more):
    """Runs the program with nothing worth an experiment, in the directory of its default name, as it keeps what a user asked for.
    The command, and what is left, call the directory e."""
    run("not worth it", command and "e=$(echo pomp-a-*); " + re.sub(r"\be\b", "$e", command), directory=None, **more)
    for name in things():
        if name.startswith("pomp-a-"):
            os.rename(name, "e")


def expect(holds, what):
    global failures  # pylint: disable=global-statement
    if not holds:
        failures += 1
        print(f"{current}: {what}")


def write(path, text="mine\n"):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def things(path="."):
    return sorted(os.listdir(path))


def is_experiment(path):
    return os.path.isdir(path) and not os.path.islink(path) and "profile.pomp" in things(path)


# --- what the user does ---


def nothing_is_left_of_what_is_not_worth_it():
    run_unasked()
    expect(not things(), f"left: {things()}")
    os.mkdir("e")
    run("not worth it")
    expect(things() == ["e"] and is_experiment("e"), f"asked for, and not there: {things()}")


def readme_of_the_users():
    for change in ("rm e/README.txt && echo mine > e/README.txt", "echo mine >> e/README.txt",
                   "echo mine > e/README.txt", "echo mine > new && mv new e/README.txt"):
        run_unasked(change)
        expect(things("e") == ["README.txt"] and read("e/README.txt").endswith("mine\n"), f"lost after {change}")
        shutil.rmtree("e")
    os.mkdir("e")
    write("e/README.txt")
    run()
    expect(read("e/README.txt") == "mine\n", "README.txt has changed")
    expect(things("e") == ["README.txt", "profile.pomp"], things("e"))


def directory_renamed_and_replaced():
    own = "mv e renamed && mkdir e && echo mine > e/README.txt && echo mine > e/profile.pomp && echo mine > e/trace.pomp"
    for worth in ("not worth it", "worth"):
        run(worth, own, POMP_TRACE="1")
        expect(all(read(f"e/{name}") == "mine\n" for name in ("README.txt", "profile.pomp", "trace.pomp")), worth)
        expect(is_experiment("renamed"), "what was measured is gone")
        shutil.rmtree("e")
        shutil.rmtree("renamed")
    run_unasked("rm -r e && mkdir e")
    expect(things() == ["e"], "an empty directory of the user's is gone")
    os.rmdir("e")
    run_unasked("mv e renamed && ln -s renamed e")
    expect(things() == ["e", "renamed"] or "profile.pomp" not in things("renamed"), things())


def files_replaced():
    write("victim")
    run_unasked("ln e/profile.pomp kept")
    expect(os.path.getsize("kept") > 0 and not os.path.exists("e"), "hard link to the profile")
    run_unasked("rm e/profile.pomp && ln victim e/profile.pomp")
    expect(read("e/profile.pomp") == read("victim") == "mine\n", "hard link to the victim")
    shutil.rmtree("e")
    run_unasked("rm e/profile.pomp && ln -s ../victim e/profile.pomp")
    expect(os.path.islink("e/profile.pomp") and read("victim") == "mine\n", "link to the victim")
    shutil.rmtree("e")
    run_unasked("rm e/profile.pomp && mkdir e/profile.pomp && mkfifo e/profile.pomp/README.txt")
    expect(things("e/profile.pomp") == ["README.txt"], "a directory")
    shutil.rmtree("e")
    pipes = "rm e/profile.pomp && mkfifo e/profile.pomp && rm e/README.txt && mkfifo e/README.txt"
    for run_them in (run_unasked, lambda command: run("worth", command)):
        run_them(pipes)
        expect(things("e") == ["README.txt", "profile.pomp"], "pipes")
        shutil.rmtree("e")


def something_is_at_the_name_of_a_file():
    write("victim")
    for make in ("ln -s ../victim e/%s", "ln -s ../nothing e/%s", "mkfifo e/%s", "mkdir e/%s", "ln victim e/%s"):
        for name in ("profile.pomp", "README.txt", "trace.pomp"):
            for worth in ("not worth it", "worth"):
                os.mkdir("e")
                subprocess.run(make % name, shell=True, check=True)
                before = os.lstat(f"e/{name}")
                run(worth, POMP_TRACE="1")
                after = os.lstat(f"e/{name}")
                expect((before.st_ino, before.st_size, before.st_mtime_ns) == (after.st_ino, after.st_size, after.st_mtime_ns),
                       f"changed: {make % name}")
                expect(read("victim") == "mine\n" and not os.path.exists("nothing"), f"followed: {make % name}")
                if worth == "worth":
                    expect(is_experiment("e-2" if name == "profile.pomp" else "e"), f"{make % name}: {things()}")
                for directory in ("e", "e-2"):
                    shutil.rmtree(directory, ignore_errors=True)


def something_is_at_the_name_of_the_directory():
    os.mkdir("target")
    os.symlink("target", "e")
    run()
    expect(is_experiment("target"), "the user's own link is followed")
    run("not worth it", directory="e")
    expect(os.path.islink("e") and is_experiment("target"), "the link or what it leads to is gone")
    run(directory="g///")
    said = run(directory="g/")
    expect(is_experiment("g") and is_experiment("g-2"), f"a slash at the end: {things()}")
    expect("g holds an experiment already; this one goes to g-2" in said, said)
    for make in ("ln -s nothing f", "mkfifo f", "touch f"):
        subprocess.run(make, shell=True, check=True)
        said = run(directory="f")
        expect("can't make the experiment f" in said and not os.path.exists("nothing"), f"{make}: {said}")
        os.remove("f")


def by_default_it_is_made():
    """Somebody who knows the process's number and the time lays directories and links where the experiment would be."""
    os.mkdir("target")
    # The clock is read once: between two looks at it a second may begin, and the name of that second would be left out.
    names = ("t=$(date +%s); for s in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do "
             "n=$(date -d @$((t + s)) +pomp-a-%Y%m%d-%H%M%S-$$); {}; done;")
    for how in ("ln -s target $n", "ln -s nothing $n", "mkdir $n", "mkfifo $n"):
        said = run(directory=None, first=names.format(how))
        made = [n for n in things() if is_experiment(n)]
        expect(len(made) == 1 and made[0].endswith("-2"), f"{how}: {made}")
        expect("the experiment goes to" in said, f"{how}: {said}")
        expect(not things("target") and not os.path.exists("nothing"), f"followed: {how}")
        subprocess.run("rm -r pomp-a-*", shell=True, check=True)


# --- what another user does ---


def anybodys(path, mode=0o1777):
    os.mkdir(path)
    os.chmod(path, mode)


def directory_of_another_user():
    for mode in (0o777, 0o1777):
        anybodys("e", mode)
        said = run(user=NOBODY)
        expect("e belongs to another user, or is there for something else; the experiment goes to e-2" in said, said)
        expect(not things("e") and is_experiment("e-2"), things())
        shutil.rmtree("e-2")
        os.rmdir("e")
    os.mkdir("e")
    os.chown("e", NOBODY, NOBODY)
    run()
    expect(not things("e") and is_experiment("e-2"), "root has used a user's directory")


def link_of_another_user():
    os.mkdir("target")
    os.chown("target", NOBODY, NOBODY)
    os.symlink("target", "e")
    os.lchown("e", 1, 1)
    for directory in ("e", "e/"):
        run(user=NOBODY, directory=directory)
        expect(not things("target") and is_experiment("e-2"), f"another user's link was followed ({directory})")
        shutil.rmtree("e-2")
    os.lchown("e", NOBODY, NOBODY)
    run(user=NOBODY)
    expect(is_experiment("target"), "the user's own link was not followed")


def what_is_made_of_it():
    """A page does not go where another user's link leads, nothing is written into that user's directory, and none is removed."""
    run(user=NOBODY, directory="theirs")
    write("victim")
    os.symlink("victim", "theirs.html")
    os.lchown("theirs.html", NOBODY, NOBODY)
    bin_of = os.environ["POMP_BIN"] + "/"
    before = things("theirs")
    for words, status in ((("pomp-report", "--html", "theirs"), 1), (("pomp-convert", "--to", "cube", "theirs"), 1), (("pomp-archive", "--remove", "theirs"), 1)):
        done = subprocess.run([bin_of + words[0], *words[1:]], capture_output=True, text=True, check=False)
        expect(done.returncode == status and len(done.stderr.splitlines()) == 1, (words, done))
    expect(things("theirs") == before and read("victim") == "mine\n", f"another user's: {things('theirs')}")


def read_only_directory():
    os.mkdir("e")
    os.chown("e", NOBODY, NOBODY)
    os.chmod("e", 0o555)
    said = run(user=NOBODY)
    expect("can't make the experiment e (Permission denied)" in said, said)


def with_privileges():
    """The program does what it does plainly, and nothing else: no file, no word, no library."""
    def set_user(path):
        os.chown(path, 0, 0)
        os.chmod(path, 0o4755)

    def set_user_to_another(path):
        os.chown(path, 1, 1)
        os.chmod(path, 0o4755)

    def set_group(path):
        os.chown(path, NOBODY, 0)
        os.chmod(path, 0o2755)

    def capability(path):
        os.setxattr(path, "security.capability", b"\x01\x00\x00\x02\x00\x20\x00\x00" + bytes(12))

    os.mkdir("target")
    os.chmod("target", 0o777)
    write("filter", "nonsense\n")
    for give in (set_user, set_user_to_another, set_group, capability):
        shutil.copy(program, "a")
        os.chmod("a", stat.S_IRWXU | 0o055)
        give("a")
        before = things()
        for directory in ("target/new", "target", None):
            for more in ({}, {"POMP_VERBOSE": "1"}, {"POMP_TRACE": "otf2", "POMP_METRICS": "rusage:minflt"},
                         {"POMP_FILTER": "filter"}, {"POMP_TOOL_LIBRARIES": "/nothing.so"}, {"POMP_MEMORY": "wrong"}):
                said = run(user=NOBODY, directory=directory, PROGRAM=os.path.abspath("a"), **more)
                expect(not said and things() == before and not things("target"), f"{give.__name__} {more}: {said} {things()}")
        os.remove("a")
    shutil.copy(program, "a")
    run(user=NOBODY, directory="target/new", PROGRAM=os.path.abspath("a"))
    expect(is_experiment("target/new"), "the same program without privileges is not measured")


own = (nothing_is_left_of_what_is_not_worth_it, readme_of_the_users, directory_renamed_and_replaced, files_replaced,
       something_is_at_the_name_of_a_file, something_is_at_the_name_of_the_directory, by_default_it_is_made)
other = (directory_of_another_user, link_of_another_user, what_is_made_of_it, read_only_directory, with_privileges)
os.umask(0o022)
for test in own if which == "own" else other:
    current = test.__name__
    begin = time.monotonic()
    # Another user must reach it, and files must be able to have privileges there.
    place = tempfile.mkdtemp(dir="/var/tmp" if which == "other" else ".")
    old = os.getcwd()
    os.chdir(place)
    os.chmod(".", 0o1777)
    try:
        test()
    except OSError as error: # something isn't where it should be
        expect(False, error)
    finally:
        os.chdir(old)
        shutil.rmtree(place)
    print(f"{current}: {time.monotonic() - begin:.1f} s")
sys.exit(failures != 0)
