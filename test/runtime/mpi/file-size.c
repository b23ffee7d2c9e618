// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// A rank may not write so long a file as the job's is (ulimit -f): there is no SIGXFSZ, all ranks keep their own files, and one line
// says so. Who has a limit of 1 byte may not even write its part.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 %mpirun -n 2 ./a 0 4096 > out 2> err && grep -c fine out | grep -x 2
// RUN: FileCheck %s < err && ls e | FileCheck %s --check-prefix=FILES && %check e '[p["rank"] for p in processes] == [0, 1]' 'visits("region(r)") == 2'
// RUN: env POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 %mpirun -n 2 ./a 1 1 > out 2> err && grep -c fine out | grep -x 2
// RUN: FileCheck %s < err && ls f | FileCheck %s --check-prefix=FILES && %check f '[p["rank"] for p in processes] == [0, 1]' 'visits("region(r)") == 2'
// CHECK: pomp: can't make one file of all ranks' in {{[ef]}} (File too large): each keeps its own; pomp-report {{[ef]}} reads them together
// FILES-NOT: profile.pomp
// FILES: rank-0.pomp
// FILES: rank-1.pomp
#include "regions.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

REGION_AT(r, "region", "r", 1);

/* The arguments say which rank has the limit, and how many bytes it is. */
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&r);
  POMP_End(&r);
  struct rlimit old, limit;
  getrlimit(RLIMIT_FSIZE, &old);
  limit = old;
  limit.rlim_cur = (rlim_t)atol(argv[2]);
  if (rank == atoi(argv[1]) && setrlimit(RLIMIT_FSIZE, &limit))
    return 1;
  MPI_Finalize();
  if (setrlimit(RLIMIT_FSIZE, &old))
    return 1;
  puts("fine");
  return 0;
}
