// Each process of a job, taken alone, is what the job has of it, and all add up to the job: with tasks that run on other
// threads than those that have created them, so that call paths are not by thread; with phases, metrics and samples; where
// the ranks' files are read one by one; and where a rank has a file of its own behind that of all, or beside it.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: env POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a && env POMP_EXPERIMENT_DIR=p POMP_PHASES=step %mpirun -n 3 ./a
// RUN: env POMP_EXPERIMENT_DIR=m POMP_METRICS=rusage:minflt,rusage:utime %mpirun -n 2 ./a : -n 1 env POMP_METRICS=0 ./a
// RUN: env POMP_EXPERIMENT_DIR=s LD_BIND_NOW=1 POMP_SAMPLE=1 %mpirun -n 2 ./a
// RUN: not env POMP_EXPERIMENT_DIR=k POMP_PHASES=step %mpirun -n 3 ./a killed > out 2> err
// RUN: not env POMP_EXPERIMENT_DIR=j LD_BIND_NOW=1 POMP_SAMPLE=1 %mpirun -n 3 ./a killed > out 2> err
// RUN: sh -c 'POMP_EXPERIMENT_DIR=b %mpirun --enable-recovery -n 3 ./a more killed > out 2> err; true'
// RUN: env POMP_EXPERIMENT_DIR=n %mpirun -n 3 ./a more && %python %inputs/made.py job job.pomp
// RUN: %ranks_check e p m s k j n b job.pomp | FileCheck %s --implicit-check-not={{.}}
// CHECK: 3 processes, 15 locations, {{.*}} 0 samples, 0 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} 0 samples, 3 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} 0 samples, 0 phases, not by location, one by one
// CHECK-NEXT: 2 processes, 10 locations, {{.*}} {{[1-9][0-9]*}} samples, 0 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} 0 samples, 3 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} {{[1-9][0-9]*}} samples, 0 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} 0 samples, 0 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 15 locations, {{.*}} 0 samples, 0 phases, not by location, one by one
// CHECK-NEXT: 3 processes, 9 locations, {{.*}} 0 samples, 0 phases, by location, all at once
//
// What is damaged is refused process by process as well as all at once.
// RUN: ls b | FileCheck %s --check-prefix=BESIDE --implicit-check-not={{.}}
// BESIDE: README.txt
// BESIDE-NEXT: profile.pomp
// BESIDE-NEXT: rank-1.pomp
// RUN: %python %inputs/each-rank.py %ranks_check e/profile.pomp n/profile.pomp k/rank-1.pomp
//
// Reports are the same to the byte, also those that go through traces, of which one rank may have none.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 3 ./a && cp -r t l && rm l/rank-1/trace.pomp
// RUN: %python %inputs/by-rank.py %pomp_report e m n s p t l j b && %python %inputs/by-rank.py %pomp_report --phases p
//
// A rank that has gone on has, when it is read again, what it had when it was read first; and the reader tells if a file has been changed.
// RUN: env POMP_EXPERIMENT_DIR=live %mpirun -n 2 ./a live %ranks_check | FileCheck %s --check-prefix=LIVE --implicit-check-not={{.}}
// LIVE: 0: the same
// LIVE-NEXT: 1: the same
// RUN: %ranks_check --later "touch k/rank-1.pomp" k | FileCheck %s --check-prefix=CHANGED --implicit-check-not={{.}}
// CHANGED: 0: the same
// CHANGED-NEXT: 1: changed
// CHANGED-NEXT: 2: the same
#include "regions.h"
#include <mpi.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION(team, "parallel", 1);
REGION(creation, "task", 2);
REGION_AT(held, "critical", "held", 3);
REGION_AT(step, "region", "step", 4);
REGION_AT(own, "region", "own", 5); /* of one rank */
REGION(loop, "for", 6);
REGION_AT(late, "region", "late", 7);
static struct ompregdescr fill[3]; /* the same loop in instances of a template */

/* The last thread creates a task, and goes on when another one has begun it. */
static void make_task(void) {
  static int begun;
  __atomic_store_n(&begun, 0, __ATOMIC_RELEASE);
  POMP_Task_create_begin(&creation);
#pragma omp task
  {
    POMP_Task_begin(&creation);
    __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
    busy(0.1);
    POMP_Task_end(&creation);
  }
  POMP_Task_create_end(&creation);
  while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
    continue;
}

/* Rank 1 has the first instance alone, and rank 2 the second; of rank 0, one thread has them both. */
static void fill_all(int rank) {
  for (int i = 0; i < 2; i++) {
    if (rank != 2 - i && (rank || (i ? omp_get_thread_num() : omp_get_thread_num() < 2))) {
      POMP_For_enter(&fill[i]);
      busy(0.1 * (rank + 1));
      POMP_For_exit(&fill[i]);
    }
    if (rank != 2 - i) {
      POMP_Barrier_enter(&fill[i]);
#pragma omp barrier
      POMP_Barrier_exit(&fill[i]);
    }
  }
}

/* These are barriers of loops that no thread of the rank has met, one of which no other rank has, either. */
static void meet_at_none(void) {
  for (int i = 0; i < 3; i += 2) {
    POMP_Barrier_enter(&fill[i]);
    busy(0.1);
    POMP_Barrier_exit(&fill[i]);
  }
}

static void fork_team(int rank) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(4)
  {
    POMP_Parallel_begin(&team);
    POMP_For_enter(&loop);
    busy(0.1 * (rank + 1) * (omp_get_thread_num() + 1));
    POMP_For_exit(&loop);
    POMP_Critical_enter(&held);
#pragma omp critical(held)
    {
      POMP_Critical_begin(&held);
      busy(0.1);
      POMP_Critical_end(&held);
    }
    POMP_Critical_exit(&held);
    if (omp_get_thread_num() == 3)
      make_task();
    fill_all(rank);
    POMP_Barrier_enter(&team);
#pragma omp barrier
    POMP_Barrier_exit(&team);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

/* Rank 0 has ranks read twice. In between, rank 1 goes on, with a region that is new. */
static int read_twice(int rank, const char *check) {
  char command[4096];
  int status = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    snprintf(command, sizeof command, "%s --later 'touch go; until test -e gone; do sleep 0.01; done' live", check);
    status = system(command);
  }
  if (rank == 1) {
    while (access("go", F_OK) != 0)
      usleep(1000);
    for (int i = 0; i < 1000; i++) {
      POMP_Begin(&late);
      POMP_End(&late);
    }
    fclose(fopen("gone", "w"));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return status;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) {
    fill[i] = region_like(&loop, "for", 8);
    fill[i].function_name = (const char *[]){"fill<int>", "fill<long>", "fill<char>"}[i];
  }
  for (int i = 0; i < 5; i++) {
    POMP_Begin(&step);
    fork_team(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    POMP_End(&step);
  }
  if (rank == 1) {
    POMP_Begin(&own);
    POMP_End(&own);
  }
  if (argc > 2 && strcmp(argv[1], "live") == 0 && read_twice(rank, argv[2]) != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (argc > 1 && strcmp(argv[1], "more") == 0 && rank == 2)
    meet_at_none();
  if (argc > 1 && strcmp(argv[1], "killed") == 0 && rank == 2) {
    POMP_Begin(&step);
    raise(SIGKILL);
  }
  MPI_Finalize();
  /* A construct that its rank has not met before: the rank's own file is behind that of all. */
  if (argc > 1 && rank == 0) {
    POMP_Begin(&own);
    POMP_End(&own);
  }
  if (argc > 2 && strcmp(argv[2], "killed") == 0 && rank == 1) {
    POMP_Begin(&own);
    raise(SIGKILL);
  }
  return 0;
}
