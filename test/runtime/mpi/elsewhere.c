// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// The ranks don't share a file system: each keeps an experiment of its own, a line says so, and there is one table still.
// REQUIRES: mpi, mount
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && mkdir there
// RUN: echo 'mount -t tmpfs none there; ./a; ls there > listed; cp -r there kept' > alone.sh
// RUN: env POMP_EXPERIMENT_DIR=there/e %mpirun -x POMP_SUMMARY=1 -n 1 ./a : -n 1 unshare -m sh alone.sh : -n 1 ./a > out 2> err
// RUN: FileCheck %s < err
// CHECK: pomp: 1 of 3 ranks can't have their files in there/e (No such file or directory), perhaps because they don't see it: they keep experiments of their own
// CHECK: pomp: a · 3 ranks · 3 threads ·
// CHECK: {{^ .* }}3 MPI_Init
// RUN: grep "^e-.*-[0-9]*$" listed && ls there/e | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: README.txt
// FILES-NEXT: rank-0.pomp
// FILES-NEXT: rank-2.pomp
// RUN: %check there/e '[p["rank"] for p in processes] == [0, 2]' '[of_rank(r, "region(work)") for r in (0, 2)] == [1, 3]'
// RUN: %check "kept/e-*" 'experiment["ranks"] == 3' '[p["rank"] for p in processes] == [1]' 'visits("region(work)") == 2'
// Brought together by hand, they are one.
// RUN: sh -c 'cp kept/e-*/profile.pomp there/e/rank-1.pomp' && %check there/e '[of_rank(r, "region(work)") for r in range(3)] == [1, 2, 3]' '[p["state"] for p in processes] == ["complete"] * 3'
#include "regions.h"
#include <mpi.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i <= rank; i++) {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  MPI_Finalize();
  return 0;
}
