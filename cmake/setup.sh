#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It installs what the project needs and the machine lacks, from Debian's packages, and says what it does. When all is
# there, it does nothing, quickly and in silence.
#
#     setup.sh          what `make demo` needs
#     setup.sh --tests  what `make test` needs as well
#     setup.sh --all    what `make test-all` needs as well
#     setup.sh --list   prints the names of all these packages, and installs nothing
set -eu

build='gcc g++ cmake ninja-build python3 clang-19 libclang-19-dev llvm-19-dev llvm-19-tools
       libomp-19-dev libclang-rt-19-dev libjansson-dev zlib1g-dev pkg-config esbuild node-d3-array'
# The build does without these, and leaves out what needs them.
optional='libopenmpi-dev openmpi-bin libpapi-dev libopen-trace-format2-dev libdw-dev libsqlite3-dev libzstd-dev libncurses-dev otf2-tools python3-otf2 babeltrace2'
tests='libeigen3-dev clang-format-19 clang-tidy-19 lld-19'
# A few tests need these: a Clang of another version, the debugger, a viewer of traces, which comes with Qt, ccache, the tool whose place
# api=pomp2 takes, whose calls are compared with ours, what holds JSON against its schemas, what makes DataFrames and what draws
# them, what makes HTML of comments as GitHub does, what gives a library another name, and a browser for
# pages, with what checks the types of their script. Where they cannot be
# installed, those tests are skipped, and the summary of `make test` says so.
few_tests='clang-14 gdb vite ccache opari2 python3-jsonschema python3-pandas python3-matplotlib cmark-gfm patchelf chromium chromium-driver node-typescript'
# Only tests of `make test-all` need these, and are skipped without them: checkers of man pages, shells, a checker of comments,
# the build systems of users and what reads their compilation databases, what makes Debian's packages and checks them, Debian systems
# and containers to try them in, an emulator of aarch64, and readers of profiles (callgrind_annotate, Go's pprof); libraries
# that bench/compile-time compiles; compilers of Fortran; and other versions of Clang, with what the plugin is built from for them, and the runtimes of their
# profilers and sanitizers.
all_tests='groff-base mandoc zsh fish doxygen meson autoconf automake libtool distcc bear clangd-19
           mmdebstrap buildah lintian dpkg-dev file qemu-user valgrind golang-go
           nlohmann-json3-dev libstb-dev gfortran flang-19'
for version in $(sed -n 's/^\([0-9]*\)$/\1/p' "$(dirname "$0")/clangs.txt"); do
    all_tests="$all_tests clang-$version libclang-$version-dev llvm-$version-dev libclang-rt-$version-dev"
done

case "${1-}" in
--list)
    printf '%s\n' $build $optional $tests $few_tests $all_tests
    exit 0
    ;;
--tests) wanted="$build $optional $tests" wished=$few_tests ;;
--all) wanted="$build $optional $tests" wished="$few_tests $all_tests" ;;
*) wanted="$build $optional" wished= ;;
esac

say() { printf 'setup: %s\n' "$*"; }

if ! command -v dpkg-query >/dev/null 2>&1; then
    say "this is not a Debian system: install the equivalents of these packages yourself:" $wanted $wished
    exit 0
fi

installed() { dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

lacking() {
    for package; do
        installed "$package" || printf ' %s' "$package"
    done
}
missing=$(lacking $wanted)
# What few tests need is tried once: without a network each try takes its time.
tried=build/test/setup-tried${1-}
wishes=$([ -e "$tried" ] || lacking $wished)
[ -n "$missing$wishes" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    elif [ -z "$missing" ]; then
        say "tests that need these packages are skipped, as only root can install them:$wishes"
        exit 0
    else
        say "these packages are missing and only root can install them; run this, then try again:"
        say "    sudo apt-get install --no-install-recommends$missing"
        exit 1
    fi
fi

say "installing from Debian's packages:$missing$wishes"
# Debian's libomp versions exclude each other: only one can be installed.
others=
case "$missing" in
*libomp-19-dev*)
    others=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' 'libomp*' 2>/dev/null |
        awk '$1 == "ii" && $2 ~ /^libomp(5)?-([0-9]+|dev)(-dev)?$/ { print $2 }' | tr '\n' ' ')
    [ -z "$others" ] || say "libomp-19-dev replaces $others(Debian allows one libomp at a time)"
    ;;
esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
run() {
    say "$*"
    "$@" >"$log" 2>&1 </dev/null && return
    tail -n 20 "$log" >&2
    say "this failed: $*"
    return 1
}
# Tells which packages apt would remove for these, beyond the libomp that was named.
removed_for() {
    LC_ALL=C apt-get -s -o Debug::NoLocking=1 install --no-install-recommends "$@" 2>/dev/null </dev/null |
        awk -v allowed=" $others" '$1 == "Remv" && !index(allowed, " " $2 " ") { printf " %s", $2 }'
}
install() {
    lost=$(removed_for "$@")
    if [ -n "$lost" ]; then
        say "nothing is installed, as apt would remove these packages for it:$lost"
        say "if they may go, run this yourself: apt-get install --no-install-recommends $*"
        return 1
    fi
    run $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
        install --no-install-recommends "$@"
}
if [ -n "$missing" ]; then
    run $as_root apt-get -q -o DPkg::Lock::Timeout=300 update || exit 1
    install $missing || exit 1
fi
if [ -n "$wishes" ]; then
    mkdir -p "${tried%/*}" && : >"$tried"
    { [ -n "$missing" ] || run $as_root apt-get -q -o DPkg::Lock::Timeout=300 update; } && install $wishes ||
        say "tests that need these packages are skipped:$wishes"
fi
say "done"
