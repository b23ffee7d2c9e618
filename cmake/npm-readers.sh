#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It gets what test/npm reads converted profiles with, from npm by the lock file, below build/test/npm. It says nothing when it is
# there.
set -eu
into=$PWD/build/test/npm
! cmp -s test/npm/package-lock.json "$into/done" || exit 0
rm -rf "$into"
mkdir -p "$into"
cp test/npm/package.json test/npm/package-lock.json "$into"
if (cd "$into" && npm ci --ignore-scripts --no-audit --no-fund) >"$into/log" 2>&1; then
    cp test/npm/package-lock.json "$into/done"
else
    printf 'npm-readers: npm can not get them (%s has its words); the tests with them are skipped\n' "$into/log"
fi
