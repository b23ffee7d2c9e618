#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pomp-opari2-cc takes the place of OPARI2's command line, `opari2 [options] infile [outfile]`, for compiler wrappers that call it: it
# writes the source that the plugin makes of infile with api=pomp2. What does not live here: the rewriting (the plugin), and the
# compile of what is written, which is the caller's.
#
# It parses C and C++, so it needs the compiler's -I and -D, unless the text is preprocessed: POMP_OPARI2_FLAGS has them.
set -eu
here=$(dirname "$(readlink -f "$0")") # it may be called by another name, in another folder

fail() {
    printf 'pomp-opari2-cc: %s\n' "$*" >&2
    exit 1
}

usage() {
    cat <<'EOF'
usage: pomp-opari2-cc [options] infile [outfile]
Writes infile with POMP2 calls at its OpenMP directives to outfile, or to infile.mod.suffix. Options are OPARI2's:
  --c, --c++                the language, if the suffix does not tell
  --nosrc                   write no line markers
  --preprocessed            the text is preprocessed already
  --disable=omp[:names][+pomp]
                            leave OpenMP, these constructs of it, or user regions alone
  --omp-nodecl, --omp-task=warn, --omp-task-untied=keep|no-warn
                            taken, and of no effect: tasks stay as they are written
  --version, --help         say what this is
POMP_OPARI2_FLAGS has options for the parse, such as -I and -D.
EOF
}

# Adds the constructs of OPARI2's list to ours, each under our name.
disabled=
disable_names() {
    for name in $(printf '%s' "$1" | tr ',' ' '); do
        case $name in
        atomic | critical | master | single | ordered | sync | task) disabled=$disabled,$name ;;
        locks) disabled=$disabled,lock ;;
        flush) ;; # it has no events
        *) fail "unknown construct '$name' in --disable=omp:; allowed: atomic, critical, master, flush, single, ordered, locks, sync, task" ;;
        esac
    done
}
disable() {
    for paradigm in $(printf '%s' "$1" | tr '+' ' '); do
        case $paradigm in
        omp:*) disable_names "${paradigm#omp:}" ;;
        omp) disabled=$disabled,parallel,for,sections,single,master,critical,atomic,barrier,ordered,task,lock ;;
        pomp) disabled=$disabled,region ;;
        *) fail "unknown paradigm '$paradigm' in --disable=; allowed: omp, pomp" ;;
        esac
    done
}

language= markers=yes preprocessed= infile= outfile=
for word; do
    case $word in
    --help) usage && exit 0 ;;
    --version) exec "$here/pomp-clang" --version ;;
    --c) language=c ;;
    --c++) language=c++ ;;
    --nosrc) markers= ;;
    --preprocessed) preprocessed=yes ;;
    --disable=*) disable "${word#--disable=}" ;;
    --omp-nodecl | --omp-task=warn | --omp-task-untied=keep | --omp-task-untied=no-warn) ;;
    --f77 | --f90 | --free-form | --fix-form) fail "$word: Fortran is not read; use opari2 for it" ;;
    -?*) fail "unknown option '$word'; pomp-opari2-cc --help has those of opari2 that it takes" ;;
    *)
        [ -z "$outfile" ] || fail "too many files: '$word'; write infile and outfile"
        if [ -z "$infile" ]; then infile=$word; else outfile=$word; fi
        ;;
    esac
done
[ -n "$infile" ] || fail "no file is named; write infile, and perhaps outfile"
[ -r "$infile" ] || fail "can't read '$infile'; name a file of C or C++"
if [ -z "$language" ]; then
    case $infile in
    *.c | *.i) language=c ;;
    *.cc | *.cpp | *.cxx | *.c++ | *.C | *.ii) language=c++ ;;
    *) fail "can't tell the language of '$infile' by its suffix; say --c or --c++" ;;
    esac
fi
[ -n "$outfile" ] || outfile=${infile%.*}.mod.${infile##*.}

work=$(mktemp -d) || fail "can't make a folder for temporary files; free some space, or set TMPDIR"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
source=$infile
if [ -n "$preprocessed" ]; then
    # A preprocessed text has this line in the place of what OPARI2 would include.
    source=$work/source.$language
    { printf '# 1 "%s"\n' "$infile" && grep -v '^___POMP2_INCLUDE___$' "$infile"; } >"$source" || fail "can't write '$source'"
fi
# The name of the result makes that of its init function, so that results of one source can be linked into one program.
# shellcheck disable=SC2086 # the flags are words
"$here/pomp-clang" --pomp-api=pomp2 --pomp-emit="$work/result" ${disabled:+--pomp-disable="${disabled#,}"} \
    ${POMP_OPARI2_FLAGS-} -D__POMP_OUTFILE="$outfile" -w -fsyntax-only -x "$language" "$source" || exit 1
if [ -n "$markers" ]; then cat "$work/result"; else grep -v '^# [0-9]' "$work/result"; fi >"$outfile" ||
    fail "can't write '$outfile'"
# OPARI2's callers may expect, or remove, the file that it would include. What would be in it is in the result.
: >"$infile.opari.inc" || fail "can't write '$infile.opari.inc'"
