# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""completion.py SHELL POMP-MANUAL COMMAND... - lets bash, zsh or fish complete command lines, and checks what is offered."""
import os
import re
import subprocess
import sys

shell, manual, *commands = sys.argv[1:]
scripts = {os.path.basename(path): [path, f"--manual={shell}"] for path in commands}
scripts["pomp-clang"] = [manual, "pomp-clang", shell]
os.makedirs("here/run-1", exist_ok=True)
open("here/runs.db", "w", encoding="utf-8").close()
for name, command in scripts.items():
    with open(f"here/_{name}", "w", encoding="utf-8") as file:
        subprocess.run(command, stdout=file, check=True)

BASH = r"""
. ./_$1; name=$1; shift
# bash takes = for a word of its own when it completes
COMP_WORDS=(); for word; do
  if [[ $word == --*=* ]]; then COMP_WORDS+=("${word%%=*}" =); [[ ${word#*=} ]] && COMP_WORDS+=("${word#*=}"); else COMP_WORDS+=("$word"); fi
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
$(complete -p $name | sed 's/.*-F \([^ ]*\).*/\1/') 2>errors
printf '%s\n' "${COMPREPLY[@]}"
# compopt works only where the shell itself completes
grep -v 'compopt: not currently executing completion function' errors >&2; true
"""
# zsh completes on a terminal alone: it gets one, and lists what it would insert. What compinit finds in all folders is kept in a file.
ZSH = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= ; PROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -C -d $PWD/dump; LISTMAX=10000; zstyle ':completion:*' list-rows-first true
compadd () { builtin compadd -O __hits \"\$@\"; local h; for h in \$__hits; do print -r -- \"HIT=\$h\" >> hits; done; builtin compadd \"\$@\"; }
print READY"
line=; while zpty -r z line; do [[ $line == *READY* && $line != *print* ]] && break; done
rm -f hits
zpty -w -n z "$*"$'\t'
repeat 100; do sleep 0.1; [[ -e hits ]] && { sleep 0.3; break }; done
zpty -d z
[[ -e hits ]] && cat hits
"""


def offered(name, *words):
    if shell == "bash":
        done = subprocess.run(["bash", "-c", BASH, "bash", name, *words], cwd="here", capture_output=True, text=True, check=True)
        assert not done.stderr, done.stderr
        return done.stdout.split("\n")
    if shell == "fish":
        line = " ".join(words)
        done = subprocess.run(["fish", "--no-config", "-c", f"source ./_{name}; complete -C '{line}'"], cwd="here", capture_output=True, text=True, check=True, env={**os.environ, "HOME": os.getcwd()})
        assert not done.stderr, done.stderr
        return [word.split("\t")[0] for word in done.stdout.splitlines()]
    done = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", " ".join(words)], cwd="here", capture_output=True, text=True, check=False)
    return re.findall(r"^HIT=(.*)$", done.stdout, re.MULTILINE)


def expect(line, wanted, unwanted=()):
    words = line.split(" ")
    # What comes before the last word of a list, and before a value, is a part of what some shells insert.
    got = {re.sub(r"^.*,|^--[\w-]+=(?=.)", "", word).rstrip("/=") for word in offered(words[0], *words)}
    missing, wrong = set(wanted) - got, set(unwanted) & got
    assert not missing and not wrong, f"{shell}: {line!r}: lacks {missing}, offers {wrong}; all are {sorted(got)}"


expect("pomp-report --di", ["--diagnose", "--diff"], ["--sort"])
expect("pomp-report --sort se", ["self_s", "self_percent"], ["visits"])
expect("pomp-report --columns self_s,vi", ["visits"], ["wait_s"])
expect("pomp-report --fail-if w", ["wait", "wall"], ["self"])
expect("pomp-report --json=", ["summary"])
expect("pomp-runs --db ru", ["runs.db"])
expect("pomp-runs --sort wa", ["wait_s", "wall_s"], ["visits"])
expect("pomp-runs --fail-if w", ["wait", "wall"], ["self"])
expect("pomp-report r", ["run-1"])
expect("pomp-convert --to per", ["perfetto"], ["ctf"])
expect("pomp-convert --to ", ["perfetto", "ctf"])
expect("pomp-scale --inp", ["--input"])
expect("pomp-scale --input ru", ["runs.db"])
expect("pomp-top --int", ["--interval"], ["--version"])
expect("pomp-top r", ["run-1"])
expect("pomp-control --le", ["--lease"], ["--wait"])
expect("pomp-control r", ["run-1"])
expect("pomp-exec --thr", ["--threads"], ["--trace"])
expect("pomp-exec --trace-mode ", ["flush", "ring"], ["otf2"])
expect("pomp-config --cf", ["--cflags"], ["--libs"])
expect("pomp-clang --pomp-barriers=", ["explicit", "ompt"])
expect("pomp-clang --pomp-disable=atomic,cr", ["critical"], ["barrier"])
expect("pomp-clang --pomp-sta", ["--pomp-static"], ["--pomp-help"])
