// MPI's factors of the efficiency are those that the ranks know by construction: each takes the times of its region of interest and
// of its calls itself, as bounds between which the truth lies. Where all ranks have traces, communication is divided into
// serialisation and transfer, by the formulas of docs/efficiency.md; elsewhere these are said to be unknown.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib -ldl
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=plain %mpirun -n 2 ./a > out && %python %S/Inputs/efficiency.py out %pomp_report plain unknown
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=traced %mpirun -n 2 ./a > out && %python %S/Inputs/efficiency.py out %pomp_report traced known
// RUN: %pomp_report --efficiency plain | FileCheck %s
// CHECK: {{^}}Efficiency of the whole run{{$}}
// CHECK-NEXT: {{^}} ranks 2{{$}}
// CHECK-NEXT: {{^}} threads 4{{$}}
// CHECK: {{^}} load balance
// CHECK-NEXT: {{^}} communication
// CHECK-NEXT: {{^}} serialisation ?{{$}}
// CHECK-NEXT: {{^}} transfer ?{{$}}
// CHECK: {{^}} ?: serialisation and transfer are known of a whole run with traces of all ranks (POMP_TRACE=1).{{$}}
#define _GNU_SOURCE
#include "regions.h"
#include <dlfcn.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

enum { ROUNDS = 10, THREADS = 2 };

REGION_AT(step, "region", "step", 1);
REGION(team, "parallel", 2);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The wrapper has entered the region of the function before it calls this in place of MPI's own, and leaves it
 * afterwards. */
static double inside, left;
int PMPI_Barrier(MPI_Comm comm) {
  static int (*next)(MPI_Comm);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "PMPI_Barrier");
  inside = now();
  int returned = next(comm);
  left = now();
  return returned;
}

int main(int argc, char **argv) {
  int rank;
  double least = 0, most = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  team.flags = POMP_RD_IMPLICIT_JOIN;
  double before = now();
  POMP_Begin(&step);
  double begun = now();
  for (int round = 0; round < ROUNDS; round++) {
    busy(rank ? 6 : 2);
    POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(THREADS)
    {
      POMP_Parallel_begin(&team);
      busy(rank ? 4 : 2);
      POMP_Parallel_end(&team);
    }
    POMP_Parallel_join(&team);
    double calls = now();
    MPI_Barrier(MPI_COMM_WORLD);
    most += now() - calls;
    least += left - inside;
  }
  double ends = now();
  POMP_End(&step);
  double ended = now();
  printf("{\"rank\": %d, \"elapsed\": [%.9f, %.9f], \"mpi\": [%.9f, %.9f]}\n", rank, ends - begun, ended - before,
         least, most);
  MPI_Finalize();
  return 0;
}
