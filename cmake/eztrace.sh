#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It unpacks EZTrace, whose module for OpenMP test/lit/pomp2 runs, below build/test/eztrace, from Debian's packages. They are not
# installed, as they want another OpenMP runtime than the one that is tested. It says nothing when they are there.
set -eu
into=$PWD/build/test/eztrace
[ ! -e "$into/done" ] || exit 0
rm -rf "$into"
mkdir -p "$into/packages"
(
    cd "$into/packages"
    apt-get -q download eztrace libeztrace0 >/dev/null 2>&1 || exit 1
    for file in *.deb; do
        dpkg -x "$file" ..
    done
) || {
    printf 'eztrace: can not get the packages of EZTrace; the test with it is skipped\n'
    exit 0
}
rm -rf "$into/packages"
: >"$into/done"
