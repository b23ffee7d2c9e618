#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what the project needs and the machine lacks, from Debian's packages; says what it does.
# Called by `make demo` and `make test`. Does nothing, quickly and in silence, when all is there.
set -eu

build='gcc g++ cmake ninja-build python3 clang-19 libclang-19-dev llvm-19-dev llvm-19-tools
       libomp-19-dev libclang-rt-19-dev libjansson-dev pkg-config'
tests='libeigen3-dev clang-format-19 clang-tidy-19 lld-19'
# The build does without these, and leaves out what needs them.
optional='libopenmpi-dev openmpi-bin libpapi-dev libopen-trace-format2-dev otf2-tools python3-otf2 babeltrace2'

say() { printf 'setup: %s\n' "$*"; }

if ! command -v dpkg-query >/dev/null 2>&1; then
    say "this is not a Debian system: install the equivalents of these packages yourself:" $build $tests $optional
    exit 0
fi

installed() { dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

missing=
for package in $build $tests $optional; do
    installed "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        say "these packages are missing and only root can install them; run this, then try again:"
        say "    sudo apt-get install --no-install-recommends$missing"
        exit 1
    fi
fi

say "installing from Debian's packages:$missing"
case "$missing" in
*libomp-19-dev*)
    # Debian's libomp versions exclude each other: only one can be installed.
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
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        say "this failed: $*"
        exit 1
    fi
}
run $as_root apt-get -q -o DPkg::Lock::Timeout=300 update
run $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
    install --no-install-recommends $missing
say "done"
