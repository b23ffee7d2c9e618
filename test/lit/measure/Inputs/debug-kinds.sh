#!/bin/bash
# Compiles a.c with the options, runs it, and says what its samples and its tree say: debug-kinds.sh POMP-CLANG POMP-REPORT OPTION...
set -eu
clang=$1 report=$2
shift 2
rm -rf e
"$clang" -O1 "$@" a.c -o a
OMP_NUM_THREADS=2 POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
"$report" --samples e
"$report" --tree e
