# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""top.py POMP-TOP PROGRAM - watches the program of top.c by pomp-top, on terminals of several kinds and sizes, and ends it in several ways.

The program stays as it is until a file `stop` is there, so nothing depends on how long anything takes."""
import os
import re
import shutil
import signal
import subprocess
import sys

import screen
from killing import remove_dead

top, program = sys.argv[1:]
COLOUR = re.compile(rb"\x1b\[[\d;]*3[0-7]m")


def watch(*arguments, **settings):
    """Runs pomp-top on a terminal."""
    return screen.Terminal(top, *arguments, **settings)


def check_screen(running):
    terminal = watch(str(running.pid), "--interval=0.1")
    waits = r"^0→[02] waits: \d+\.\d s at barrier \(test\.c:2\) for 0→1$"
    text = terminal.shows(
        rf"^a · running · pid {running.pid} · 3 threads · \d+\.\d\d s$",
        r"^last \d\S* s: work +\d+ % · waiting +\d+ % · idle +\d+ % · every 0\.1 s$",
        r"^0→1 +█+ .*work +(9\d|100) %  waiting +0 %",
        r"^0→0 +▒+ .*work +0 %  waiting +(9\d|100) %",
        waits,
    )
    rows = text.split("\n")
    assert re.search(r"^ +self s +% +wait s +visits +region +where$", text, re.M), text
    assert re.search(r"^ +\d+\.\d{3} +\d+\.\d +\d+\.\d{3} +\d+ +barrier +test\.c:2$", text, re.M), text
    assert re.search(r"^ +\d+\.\d{3} +\d+\.\d +0\.000 +\d+ +for +test\.c:2$", text, re.M), text
    assert rows[-1].startswith("q quit  s sort: self  i since begin  t threads  f findings  l lines  h help") and len(rows) == 24, text
    check_keys(terminal)
    check_switch(terminal)
    running.send_signal(signal.SIGSTOP)
    terminal.shows(rf"^a · stopped · pid {running.pid} ")
    running.send_signal(signal.SIGCONT)
    terminal.shows(rf"^a · running · pid {running.pid} ")
    terminal.resize(40, 10)
    terminal.shows(r"^a · running", r"\A(.*\n){9}q quit")
    terminal.resize(200, 50)
    terminal.shows(r"^a · running", r"\A(.*\n){49}q quit", waits)
    terminal.type("q")
    terminal.ends(0)


def check_switch(terminal):
    """The program does what it is asked for when it has an event, which it has when there is a file `go`."""
    terminal.type("m")
    terminal.shows(r"^no thread has had an event yet: it will be done at the next one$")
    with open("go", "w", encoding="utf-8"):
        terminal.shows(r"^a · running · .* s · recording off$")
    terminal.type("m")
    terminal.shows(r"^a · running · .* s$")
    os.remove("go")


def check_keys(terminal):
    terminal.type("s")
    terminal.shows(r"sort: wait")
    terminal.type("ss")
    terminal.shows(r"sort: self")
    terminal.type("i")
    terminal.shows(r"^since the begin: work \d+ % · waiting \d+ % · idle \d+ % · every 0\.1 s$", r"i last interval")
    terminal.type(" +")
    terminal.shows(r"^last \d.* · every 0\.2 s$")
    terminal.type("-")
    terminal.shows(r"every 0\.1 s$")
    terminal.type("t")
    terminal.shows(r"\A(.*\n){3}(0→\d .*\n){3}\n\n\n\n")
    terminal.type("j")
    terminal.shows(r"\A(.*\n){3}0→\d .*\n0→\d .*\n\n")  # the first one is above the screen
    terminal.type("kt")
    terminal.shows(r"self s", r"^(first finding \(f\): \d+\.\d{3} s \(\d+\.\d %\)  |findings \(f\) can't be judged: )")  # on a busy machine
    terminal.type("f")
    terminal.shows(r"\A(?![\s\S]*(self s|first finding|can't be judged))", r"^ 1\. (\d+\.\d{3} s \(\d+\.\d %\)|not judged)  \S", r"^    [A-Z0-9].*[a-z].*$")
    terminal.type("l")
    terminal.shows(r"^No thread has been sampled: pomp-control PID sample 1ms begins with that\.$")
    terminal.type("l")
    terminal.shows(r"self s")
    terminal.type("h")
    terminal.shows(r"^pomp-top: what a program's threads do now$", r"^  q +leave$")
    terminal.type("q")
    terminal.shows(r"^a · running")


def check_plain(running):
    """Without colours, and without characters beyond ASCII."""
    terminal = watch("e", TERM="vt100", LC_ALL="C")
    text = terminal.shows(r"^a \| running \| pid ", r"^0->0 waits: .* at barrier \(test\.c:2\) for 0->1$", r"^0->1 +#+ ")
    assert text.isascii() and not COLOUR.search(terminal.screen.all), text
    terminal.type("\x03")
    terminal.ends(-signal.SIGINT)
    terminal = watch("e", NO_COLOR="1")
    terminal.shows(r"^0→1 +█+ ")
    assert not COLOUR.search(terminal.screen.all), terminal.screen.all
    os.kill(terminal.process.pid, signal.SIGTERM)
    terminal.ends(-signal.SIGTERM)
    terminal = watch(".", columns=20, lines=3)  # the folder has one experiment
    terminal.shows(r"^a · running")
    os.close(os.dup(terminal.ours))
    os.kill(terminal.process.pid, signal.SIGHUP)
    terminal.ends(-signal.SIGHUP)
    del running


def check_refusals():
    for arguments, variables, status, said in (
        (["e"], {"TERM": "no-such"}, 1, "pomp-top: nothing is known of this terminal: TERM=no-such"),
        (["nothing"], {}, 1, "pomp-top: nothing: No such file or directory"),
        (["e", "f"], {}, 2, "pomp-top: one experiment at a time, not f as well"),
        (["--interval=0"], {}, 2, "pomp-top: --interval takes seconds from 0.1 to 3600, not 0"),
        (["--interval"], {}, 2, "pomp-top: --interval takes a value"),
        (["--often"], {}, 2, "pomp-top: unknown option --often; it takes --interval, --since-start, --manual, --help, --version"),
        (["--manual=html"], {}, 2, "pomp-top: --manual takes man, bash, zsh or fish, not html"),
    ):
        done = watch(*arguments, columns=200, **variables)
        text = done.ends(status)
        assert text.strip() == said, (arguments, text)
    done = subprocess.run([top, "e"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    said = "pomp-top: it needs a terminal; pomp-report --now tells the same once\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said), done


def check_end(running):
    """The program ends, and so does one that is killed; both stay on the screen."""
    terminal = watch("e", "--interval=0.1")
    terminal.shows(r"^a · running")
    with open("stop", "w", encoding="utf-8"):
        pass
    running.wait()
    terminal.shows(r"^a · complete · pid \d+ · 3 threads", r"^since the begin", r"\A(?![\s\S]* waits: )")
    terminal.type("q")
    terminal.ends(0)
    os.remove("stop")
    with start("killed", POMP_SAMPLE="wall:1ms") as other:
        terminal = watch("killed", "--interval=0.1", "--since-start")
        terminal.shows(r"^a · running", r"^0→0 waits: ")
        terminal.type("l")
        terminal.shows(r"^  samples     % +function +line$", r"^ +[1-9]\d* +\d+\.\d +main +\S*top\.c:\d+$")
        terminal.type("l")
        other.kill()
        other.wait()
        terminal.shows(r"^a · killed", r"^0→0 waits: ")
        terminal.type("Q")
        terminal.ends(0)


def check_remote(running):
    """A stand-in for ssh runs the command on this machine, in another folder, and puts down what it was given."""
    os.makedirs("there", exist_ok=True)
    with open("there/ssh", "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nprintf "%s\\n" "$@" > {os.getcwd()}/given\n[ "$3" != gone ] || exit 255\ncd there && PATH={os.path.dirname(top)}:$PATH && shift 3 && eval "$*"\n')
    os.chmod("there/ssh", 0o755)
    path = {"PATH": f"{os.getcwd()}/there:{os.environ['PATH']}"}
    shutil.rmtree("there/it's a $name", ignore_errors=True)
    os.symlink("../e", "there/it's a $name")
    terminal = watch("user@node:it's a $name", "--interval=0.5", "--since-start", **path)
    terminal.shows(rf"^a · running · pid {running.pid} ", r"^since the begin", r"every 0\.5 s$", r"^0→1 +█+ ")
    with open("given", encoding="utf-8") as file:
        given = file.read().splitlines()
    assert given[:3] == ["-t", "--", "user@node"] and len(given) == 4, given
    terminal.type("q")
    terminal.ends(0)
    watch("gone:e", **path).ends(255)
    for user in ("", "user@"):
        terminal = watch(f"{user}[fe80::1%eth0]:it's a $name", **path)
        terminal.shows(rf"^a · running · pid {running.pid} ")
        terminal.type("q")
        terminal.ends(0)
        with open("given", encoding="utf-8") as file:
            assert file.read().splitlines()[2] == user + "fe80::1%eth0"
    for name, said in (("-oProxyCommand=x:e", "this can't be the name of a machine: -oProxyCommand=x:e"), ("node:" + "x" * 20000, "the name is too long: node:xxx"), ("node:e", "ssh can't be started: No such file or directory")):
        text = watch("--", name, columns=200, PATH="/nowhere").ends(1)
        assert text.startswith(f"pomp-top: {said}"), (name, text[:300])
    os.remove("there/it's a $name")


def start(name, **variables):
    """Starts the program, and waits until its threads are where they stay."""
    running = subprocess.Popen([program], env=dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0", **variables), stdout=subprocess.PIPE)
    assert running.stdout.readline() == b"inside\n"
    return running


for left in ("e", "killed"):
    shutil.rmtree(left, ignore_errors=True)
with start("e") as first:
    try:
        check_screen(first)
        check_plain(first)
        check_refusals()
        check_remote(first)
        check_end(first)
    finally:
        first.kill()
        first.wait()
        remove_dead()
