#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# demo.sh BUILD - compiles a version of the example that has a fault, runs it, and looks at what pomp-report finds; fixes it, and
# compares the two, for `make demo`. Everything that it makes lies below BUILD/demo.
set -eu
build=$(cd "${1:-build}" && pwd)
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

# In this version each thread gets blocks of 128 of the 200 rows, so that not all have the same.
sed 's/schedule(static) nowait/schedule(static, 128) nowait/' stommel.c >"$build/demo/stommel.c"
cp stommel-mpi.c "$build/demo"
cd "$build/demo"
show pomp-clang -O2 -g stommel.c -lm -o stommel
printf '\n(on %s threads)' "$threads"
show env POMP_EXPERIMENT_DIR=before ./stommel
show pomp-report before
show pomp-report --diagnose before
printf '\n(the loop gets schedule(static), as pomp-report says)'
show sed -i 's/schedule(static, 128)/schedule(static)/' stommel.c
show pomp-clang -O2 -g stommel.c -lm -o stommel
show env POMP_EXPERIMENT_DIR=after ./stommel
show pomp-report --diff before after --top 5
printf '\nMore of it, in %s: %s --tree after\n' "$build/demo" "$build/bin/pomp-report"

# It does the same with two processes of two threads each.
if ! [ -e "$build/bin/pomp-mpicc" ] || ! [ -e "$build/lib/libpompomp-mpi.so" ] || ! command -v mpirun >/dev/null 2>&1; then
    printf '\n(MPI is not installed, so there is no hybrid demo; Debian: apt install libopenmpi-dev openmpi-bin)\n'
    exit 0
fi
printf '\n(now with MPI: 2 processes with 2 threads each)'
show pomp-mpicc -O2 -g stommel-mpi.c -lm -o stommel-mpi
# Open MPI needs these to run as root, on few cores, in a machine without a network.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none \
    OMPI_MCA_mpi_yield_when_idle=1
export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive POMP_EXPERIMENT_DIR=hybrid
show mpirun -n 2 ./stommel-mpi 100 100 500
show pomp-report hybrid
printf '\nMore of it, in %s: %s --threads hybrid\n' "$build/demo" "$build/bin/pomp-report"
