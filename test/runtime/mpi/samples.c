// The samples of all ranks are in the one experiment: each rank's own function is found there, in the region that both have.
// REQUIRES: mpi, perf
// UNSUPPORTED: traced
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e LD_BIND_NOW=1 POMP_SAMPLE=1 %mpirun -n 2 ./a
// RUN: %check e 'experiment["state"] == "complete"' 'len(processes) == 2' 'experiment["sampled"]["samples"] > 50'
// RUN: %pomp_report --samples --region work e | FileCheck %s
// CHECK-DAG: {{ }}of_first {{.*}}samples.c:
// CHECK-DAG: {{ }}of_second {{.*}}samples.c:
#include "regions.h"
#include <mpi.h>

REGION_AT(work, "region", "work", 1);

static double used(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
#define RANK_FUNCTION(name)                                                                                            \
  __attribute__((noinline)) static void name(void) {                                                                   \
    volatile double x = 1;                                                                                             \
    for (double end = used() + 0.1; used() < end;)                                                                     \
      for (int i = 0; i < 10000; i++)                                                                                  \
        x = x * 1.0000001;                                                                                             \
  }
RANK_FUNCTION(of_first)
RANK_FUNCTION(of_second)

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&work);
  if (rank)
    of_second();
  else
    of_first();
  POMP_End(&work);
  MPI_Finalize();
  return 0;
}
