#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It unpacks the OpenMP runtimes of other versions of LLVM below build/test/libomp/<version>, from Debian's packages. They are not
# installed, as Debian's versions exclude each other. It says nothing when they are there.
#
#     other-libomp.sh 16 22
#
# Debian 12 has no runtime of LLVM 22: its libomp-22-dev, with omp.h, uses the one of LLVM 19.
set -eu
for version; do
    into=$PWD/build/test/libomp/$version
    [ ! -e "$into/done" ] || continue
    rm -rf "$into"
    mkdir -p "$into/packages"
    (
        cd "$into/packages"
        for package in "libomp-$version-dev" "libomp5-$version"; do
            apt-cache show "$package" >/dev/null 2>&1 || continue
            apt-get -q download "$package" >/dev/null 2>&1 || exit 1
        done
        for file in *.deb; do
            dpkg -x "$file" ..
        done
    ) || {
        printf 'other-libomp: can not get the packages of libomp %s; tests with it are skipped\n' "$version"
        continue
    }
    rm -rf "$into/packages"
    : >"$into/done"
done
