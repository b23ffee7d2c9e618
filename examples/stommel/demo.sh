#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# demo.sh BUILD [SIZE...] - compiles a version of the example that has a fault, runs it, and looks at what pomp-report finds; fixes it, and
# compares the two by runs in turn, for `make demo`. SIZE is what the program takes, for tests. Everything that it makes lies below BUILD/demo.
set -eu
build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
size=$*
cd "$(dirname "$0")"
rm -rf "$build/demo"
mkdir -p "$build/demo"

# The caller's settings are left out, so that the demo looks the same for everybody.
for name in $(env | sed -n 's/^\(POMP_[A-Z_]*\|OMP_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
threads=$(nproc)
[ "$threads" -ge 2 ] || threads=2
[ "$threads" -le 8 ] || threads=8
export OMP_NUM_THREADS="$threads"
PATH=$build/bin:$PATH

show() {
    printf '\n$ %s\n' "$*"
    "$@"
}

# What a program says of itself is not shown again and again.
quietly() {
    printf '\n$ %s\n' "$*"
    "$@" >>output 2>&1 || { cat output; exit 1; }
}

# In this version each thread gets blocks of 128 of the 200 rows, so that not all have the same.
sed 's/schedule(static) nowait/schedule(static, 128) nowait/' stommel.c >"$build/demo/stommel.c"
cp stommel-mpi.c "$build/demo"
cd "$build/demo"
quietly pomp-clang -O2 -g stommel.c -lm -o stommel
printf '\n(on %s threads)' "$threads"
# The words of SIZE are arguments each.
quietly env POMP_EXPERIMENT_DIR=before ./stommel $size
show pomp-report before
pomp-report --html -o page.html before >/dev/null # now, as it shows the source, which is about to change
printf '\n(the loop gets schedule(static), whose parts are even here)'
quietly sed -i 's/schedule(static, 128)/schedule(static)/' stommel.c
quietly pomp-clang -O2 -g stommel.c -lm -o fixed
printf '\n(both take turns, three times each, so that what else the machine does happens to both)'
quietly pomp-scale --output proof --compare "./stommel${size:+ $size}" -- ./fixed $size

# It does the same with two processes of two threads each.
hybrid() {
    if ! [ -e "$build/bin/pomp-mpicc" ] || ! [ -e "$build/lib/libpompomp-mpi.so" ] || ! command -v mpirun >/dev/null 2>&1; then
        printf '\n(MPI is not installed, so there is no hybrid demo; Debian: apt install libopenmpi-dev openmpi-bin)\n'
        return
    fi
    printf '\n(now with MPI: 2 processes with 2 threads each)'
    quietly pomp-mpicc -O2 -g stommel-mpi.c -lm -o stommel-mpi
    # Open MPI needs these to run as root, on few cores, in a machine without a network.
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
        OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none \
        OMPI_MCA_mpi_yield_when_idle=1
    export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive POMP_EXPERIMENT_DIR=hybrid
    quietly mpirun -n 2 ./stommel-mpi 100 100 500
    unset POMP_EXPERIMENT_DIR
}
hybrid

# The answer, in few lines: what it was, what the change did, and where to look on.
answer=$(pomp-report --diagnose before | sed -n 's,^ 1[.] ,,p')
compare() { pomp-report --diff proof/A-run-*[0-9] --with proof/B-run-*[0-9]; }
wall() { compare | sed -n "s/^ *wall s  *\([0-9.]*\)  *\([0-9.]*\)  *[-+0-9.]*  *\([0-9.]*\)  *\([-+][0-9.]*\)\$/\1 s before, \2 s after (\4 %), the change within ± \3 s/p"; }
printf '\nThe answer\n'
printf '  found   %s\n' "${answer:-nothing that costs a hundredth of the time}"
printf '  change  schedule(static, 128) became schedule(static)\n'
printf '  wall    %s\n' "$(wall)"
compare | sed -n 's/^Warning: threads were ready/          threads were ready/p'
printf '  proof   %s --diff proof/A-run-*[0-9] --with proof/B-run-*[0-9]\n' "$build/bin/pomp-report"
printf '  page    %s (open it in a browser)\n' "$build/demo/page.html"
[ ! -d hybrid ] || printf '  MPI     %s --threads hybrid\n' "$build/bin/pomp-report"
printf '  these are in %s\n' "$build/demo"
