// One experiment has the metrics of all ranks: each has its own values. Rank r touches 50 * (r + 1) fresh pages; rank 2 counts
// something else besides, and nothing that the others do.
// REQUIRES: mpi, perf
// RUN: %fresh && %mpicc %s -o a %mpilib
// RUN: env POMP_EXPERIMENT_DIR=e LD_BIND_NOW=1 POMP_METRICS=perf:page-faults,rusage:utime %mpirun -n 4 ./a
// DEFINE: %{faults} = [s["metrics"]["perf:page-faults"]["exclusive"] for s in region("region(pages)")["locations"]]
// RUN: %check e 'len(processes) == 4' '[m["name"] for m in metrics] == ["perf:page-faults", "rusage:utime"]' '%{faults} == [50, 100, 150, 200]'
// One process counts other things than the rest.
// RUN: env POMP_EXPERIMENT_DIR=o LD_BIND_NOW=1 POMP_METRICS=perf:page-faults,rusage:utime %mpirun -n 2 ./a : -n 1 env POMP_METRICS=rusage:nvcsw,perf:page-faults ./a : -n 1 env POMP_METRICS=0 ./a
// RUN: %check o 'len(processes) == 4' '[m["name"] for m in metrics] == ["perf:page-faults", "rusage:utime", "rusage:nvcsw"]' '%{faults} == [50, 100, 150, 0]' 'all(m["incomplete"] for m in metrics)'
// The files are read rank by rank, as they are after an end without MPI_Finalize.
// RUN: env POMP_EXPERIMENT_DIR=k LD_BIND_NOW=1 POMP_METRICS=perf:page-faults,rusage:utime %mpirun -n 2 ./a early : -n 1 env POMP_METRICS=rusage:nvcsw,perf:page-faults ./a early > out 2>&1 || true
// RUN: %check k 'len(processes) == 3' '[m["name"] for m in metrics] == ["perf:page-faults", "rusage:utime", "rusage:nvcsw"]' '%{faults} == [50, 100, 150]' '[m["incomplete"] for m in metrics] == [False, True, True]'
#define _GNU_SOURCE
#include "regions.h"
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

REGION_AT(warm, "region", "warm", 1);
REGION_AT(warmer, "region", "warmer", 3);
REGION_AT(warmest, "region", "warmest", 4);
REGION_AT(pages, "region", "pages", 2);

/* A sanitizer would touch pages of its own. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static void touch(volatile char *at, size_t size) {
  for (size_t i = 0; i < size; i += 4096)
    at[i] = 1;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  size_t size = (size_t)(rank + 1) * 50 * 4096 + 4096;
  volatile char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise((void *)at, size, MADV_NOHUGEPAGE);
  for (int i = 0; i < 2; i++) { /* what the library, or a sanitizer, touches for the first time is touched here */
    POMP_Begin(&warm);
    POMP_End(&warm);
    POMP_Begin(&warmer);
    POMP_End(&warmer);
    POMP_Begin(&warmest);
    touch(at, i);
    POMP_End(&warmest);
  }
  POMP_Begin(&pages);
  touch(at + 4096, size - 4096);
  POMP_End(&pages);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1)
    _Exit(0);
  MPI_Finalize();
  return 0;
}
