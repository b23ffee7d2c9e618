#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It builds an OpenMP runtime that debuggers can ask (OMPD), as Debian's can't, below build/test/libomp/ompd, from Debian's source package of LLVM 19.
# It is not installed. It says nothing when it is there.
#
#     ompd-libomp.sh
set -eu
into=$PWD/build/test/libomp/ompd
[ ! -e "$into/done" ] || exit 0
fail() {
    printf 'ompd-libomp: can not %s; the test of gdb without instrumentation is skipped\n' "$1"
    exit 0
}
rm -rf "$into"
mkdir -p "$into/sources" "$into/lists/partial" "$into/package"
# The system's lists have no source packages, and stay as they are.
sed 's/^Types: *deb$/Types: deb-src/' /etc/apt/sources.list.d/*.sources >"$into/sources/debian.sources" 2>/dev/null || :
sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$into/sources/debian.list" 2>/dev/null || :
private() { apt-get -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$into/sources" -o Dir::State::Lists="$into/lists" "$@"; }
private update >"$into/log" 2>&1 || fail 'read the list of source packages'
(cd "$into/package" && private --download-only source llvm-toolchain-19) >>"$into/log" 2>&1 || fail 'get the source package llvm-toolchain-19'
tar -xf "$into"/package/*.orig.tar.xz -C "$into" --strip-components=1 --wildcards '*/openmp/*' '*/cmake/Modules/*' >>"$into/log" 2>&1 || fail 'unpack the source package'
rm -rf "$into/package" "$into/lists" "$into/sources"
cmake -G Ninja -S "$into/openmp" -B "$into/made" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
    -DLIBOMP_OMPD_SUPPORT=ON -DLIBOMP_OMPD_GDB_SUPPORT=OFF -DOPENMP_ENABLE_LIBOMPTARGET=OFF >>"$into/log" 2>&1 || fail 'configure libomp'
cmake --build "$into/made" --target omp ompd >>"$into/log" 2>&1 || fail 'build libomp'
find "$into/made" -name 'libomp*.so*' -exec cp -P {} "$into" \;
rm -rf "$into/openmp" "$into/cmake" "$into/made"
: >"$into/done"
