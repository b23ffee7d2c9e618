// The analyses of a job's processes, one by one, add up to that of the job, to the last bit: with ranks that do different
// things, nested teams, sections, locks, threads of a program's own, phases, metrics and samples; of a killed rank; where ranks' clocks
// have different rates; and of single processes.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: env POMP_EXPERIMENT_DIR=e OMP_MAX_ACTIVE_LEVELS=2 %mpirun -n 4 ./a && env POMP_EXPERIMENT_DIR=p POMP_PHASES=step %mpirun -n 3 ./a
// RUN: env POMP_EXPERIMENT_DIR=m OMP_MAX_ACTIVE_LEVELS=2 POMP_METRICS=rusage:minflt,rusage:utime %mpirun -n 2 ./a : -n 1 env POMP_METRICS=0 ./a
// RUN: env POMP_EXPERIMENT_DIR=s LD_BIND_NOW=1 POMP_SAMPLE=1 %mpirun -n 2 ./a : -n 1 env POMP_SAMPLE=0 ./a
// RUN: not env POMP_EXPERIMENT_DIR=k %mpirun -n 3 ./a killed > out 2> err
// RUN: env POMP_EXPERIMENT_DIR=n %mpirun -n 1 ./a
// RUN: %python %inputs/made.py job job.pomp && %python %inputs/made.py waits waits.pomp && %python %inputs/made.py older-waits older.pomp && %python %inputs/made.py 'many latest' latest.pomp && %python %inputs/made.py 'many waits' many.pomp
// RUN: %job_sums_check e p m s k n job.pomp waits.pomp older.pomp latest.pomp many.pomp | FileCheck %s
// CHECK: 4 processes, {{.*}} {{[1-9][0-9]*}} latest, {{[1-9][0-9]*}} idle
// CHECK-NEXT: 3 processes, {{.*}} 1 phases
// CHECK-NEXT: 3 processes
// CHECK-NEXT: 3 processes
// CHECK-NEXT: 3 processes
// CHECK-NEXT: 1 processes
// CHECK-NEXT: 3 processes, 9 locations, 6 call paths, 6 regions, 1 waits, 0 latest, 8 idle
// CHECK-NEXT: 1 processes, 3 locations, 17 call paths, 16 regions, 6 waits
// CHECK-NEXT: 1 processes
// CHECK-NEXT: 2 processes, {{.*}} 1600 latest
// CHECK-NEXT: 2 processes, {{.*}} 6400 waits
// The findings that each of them tells are those of the job.
// RUN: %job_findings_check e p m s k n job.pomp waits.pomp older.pomp | FileCheck %s --check-prefix=FINDINGS
// FINDINGS: 4 processes, {{[1-9][0-9]*}} findings
// FINDINGS-COUNT-4: 3 processes, {{[1-9][0-9]*}} findings
// FINDINGS-NEXT: 1 processes
// FINDINGS-NEXT: 3 processes
// FINDINGS-NEXT: 1 processes
// FINDINGS-NEXT: 1 processes
#include "regions.h"
#include <mpi.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

REGION(team, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(loop, "for", 3);
REGION(parts, "sections", 4);
REGION(creation, "task", 5);
REGION_AT(held, "critical", "held", 6);
REGION_AT(step, "region", "step", 7);
REGION_AT(dive, "region", "dive", 8); /* it is in itself */
REGION(together, "barrier", 9);
static struct ompregdescr own[4]; /* instances of a template: on the initial thread of one rank each */
static omp_lock_t lock;

static void work(double ms) {
  POMP_For_enter(&loop);
  busy(ms);
  POMP_For_exit(&loop);
}

static void call_itself(int depth) {
  POMP_Begin(&dive);
  work(0.01);
  if (depth)
    call_itself(depth - 1);
  POMP_End(&dive);
}

static void fork_inner(int rank) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    work(0.1 * (rank + omp_get_thread_num()));
    call_itself(rank);
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

static void share_sections(int rank) {
  POMP_Sections_enter(&parts);
#pragma omp sections nowait
  {
#pragma omp section
    {
      POMP_Section_begin(&parts);
      busy(0.2);
      POMP_Section_end(&parts);
    }
#pragma omp section
    {
      POMP_Section_begin(&parts);
      busy(0.1 * rank);
      POMP_Section_end(&parts);
    }
  }
  POMP_Sections_exit(&parts);
}

static void exclude(void) {
  POMP_Critical_enter(&held);
#pragma omp critical(held)
  {
    POMP_Critical_begin(&held);
    busy(0.2);
    POMP_Critical_end(&held);
  }
  POMP_Critical_exit(&held);
  POMP_Set_lock(&lock);
  busy(0.2);
  POMP_Unset_lock(&lock);
}

static void make_tasks(int count) {
  for (int i = 0; i < count; i++) {
    POMP_Task_create_begin(&creation);
#pragma omp task
    {
      POMP_Task_begin(&creation);
      call_itself(1);
      POMP_Task_end(&creation);
    }
    POMP_Task_create_end(&creation);
  }
}

static void fork_team(int rank) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&team);
    work(0.2 * omp_get_thread_num());
    if (rank % 2)
      share_sections(rank);
    exclude();
    POMP_Begin(&own[omp_get_thread_num()]);
    busy(0.1 * rank);
    POMP_End(&own[omp_get_thread_num()]);
    make_tasks(omp_get_thread_num() * rank);
    POMP_Barrier_enter(&together);
#pragma omp barrier
    POMP_Barrier_exit(&together);
    if (rank != 1)
      fork_inner(rank);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

int main(int argc, char **argv) {
  int rank;
  for (int i = 0; i < 4; i++) {
    own[i] = region_like(&step, "region", 100);
    own[i].function_name = (const char *[]){"own<0>", "own<1>", "own<2>", "own<3>"}[i];
  }
  omp_init_lock(&lock);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&own[rank]);
  call_itself(rank);
  POMP_End(&own[rank]);
  for (int i = 0; i < 5; i++) {
    POMP_Begin(&step);
    work(0.1); /* outside of teams */
    if (rank)
      fork_team(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    POMP_End(&step);
  }
  if (argc > 1 && rank == 2) {
    POMP_Begin(&step);
    raise(SIGKILL);
  }
  MPI_Finalize();
  return 0;
}
