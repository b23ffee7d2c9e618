// MPI's factors of the efficiency are those that follow from the ranks' times, by the formulas of docs/efficiency.md. Where all ranks
// have traces, communication is divided into serialisation and transfer; elsewhere these are said to be unknown.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=plain %mpirun -n 2 ./a > out && %python %S/Inputs/efficiency.py out %pomp_report plain unknown
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=traced %mpirun -n 2 ./a > out && %python %S/Inputs/efficiency.py out %pomp_report traced known
// RUN: %pomp_report --efficiency plain | FileCheck %s
// CHECK: {{^}}Efficiency of the whole run{{$}}
// CHECK-NEXT: {{^}} ranks 2{{$}}
// CHECK-NEXT: {{^}} threads 4{{$}}
// CHECK: {{^}} load balance 93.3 %{{$}}
// CHECK-NEXT: {{^}} communication 71.4 %{{$}}
// CHECK-NEXT: {{^}} serialisation ?{{$}}
// CHECK-NEXT: {{^}} transfer ?{{$}}
// CHECK: {{^}} ?: serialisation and transfer are known of a whole run with traces of all ranks (POMP_TRACE=1).{{$}}
#include "regions.h"
#include "mpi_clock.h"
#include <stdio.h>

enum { ROUNDS = 10, THREADS = 2 };

REGION_AT(step, "region", "step", 1);
REGION(team, "parallel", 2);

/* In ms: what each rank does alone in each second round, what each thread of its teams does, and what a transfer takes. */
static const uint64_t alone[2][2] = {{2, 7}, {6, 1}}, in_team[2] = {2, 4}, transfer = 1;

static void parallel(uint64_t ms) {
  static struct clock_meeting end;
  static size_t instance;
  size_t n = instance++;
  clock_fork();
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(THREADS)
  {
    POMP_Parallel_begin(&team);
    clock_work(ms * CLOCK_MS);
    POMP_Parallel_end(&team);
    clock_meet(&end, n);
  }
  POMP_Parallel_join(&team);
  clock_met();
}

int main(int argc, char **argv) {
  int rank;
  uint64_t serial = 0, outside = 0, waited = 0, begin;
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, 2);
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Begin(&step);
  begin = clock_now();
  for (int round = 0; round < ROUNDS; round++) {
    clock_work(alone[rank][round % 2] * CLOCK_MS);
    parallel(in_team[rank]);
    for (int i = 0; i < 2; i++)
      clock_rank_works(i, (alone[i][round % 2] + in_team[i]) * CLOCK_MS);
    uint64_t last = clock_last_rank(), ends = last + transfer * CLOCK_MS;
    serial += alone[rank][round % 2] * CLOCK_MS;
    outside += (alone[rank][round % 2] + in_team[rank]) * CLOCK_MS;
    waited += last - clock_at[rank];
    clock_ranks_call((uint64_t[]){ends, ends});
    MPI_Barrier(MPI_COMM_WORLD);
  }
  POMP_End(&step);
  printf("{\"rank\": %d, \"elapsed\": %llu, \"alone\": %llu, \"outside\": %llu, \"waited\": %llu}\n", rank,
         (unsigned long long)(clock_now() - begin), (unsigned long long)serial, (unsigned long long)outside, (unsigned long long)waited);
  MPI_Finalize();
  return 0;
}
