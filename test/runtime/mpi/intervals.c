// Intervals of a job of two ranks, one of which has a clock whose rate changes, and comes to no place where a copy is made for 13
// hours: an interval is there if both have come to its end, and they add up to what each rank has, also if the ranks were killed before they
// made one file of theirs. pomp-runs stores each.
// UNSUPPORTED: traced
// With a trace, each rank has a directory.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_PROFILE_EVERY=6h POMP_PHASES=step POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a 2> err && count 0 < err
// RUN: env POMP_PROFILE_EVERY=6h POMP_PHASES=step POMP_EXPERIMENT_DIR=killed not %mpirun -n 2 ./a killed 2> err
// RUN: %python %S/Inputs/intervals.py %pomp_report %pomp_runs
#include "mpi_clock.h"
#include "regions.h"

#include <signal.h>
#include <stdlib.h>

REGION_AT(step, "region", "step", 1);
REGION(par, "parallel", 2);

enum { HOURS = 50 };
#define HOUR (3600000 * CLOCK_MS)

/* The clock of rank 1 is right at the begin and at the end. */
static uint64_t behind(uint64_t tick) {
  const double part = (double)(tick - CLOCK_BEGIN) / ((double)HOURS * HOUR);
  return tick + (uint64_t)((part - part * part) * 400e-6 * HOURS * HOUR);
}
static uint64_t steady(uint64_t tick) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  return rank && *rank == '1' && tick < CLOCK_BEGIN + HOURS * HOUR ? behind(tick) : tick;
}
uint64_t (*__pomp_steady)(uint64_t) = steady;

static void work(int hours) {
  POMP_Begin(&step);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&par);
    clock_work((uint64_t)hours * HOUR);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  POMP_End(&step);
}

int main(int argc, char **argv) {
  int rank;
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int hour = 0; hour < HOURS;) {
    const int hours = rank == 1 && hour == 13 ? 13 : 1;
    work(hours);
    hour += hours;
  }
  clock_ranks_are(rank, 2);
  clock_ranks_meet();
  if (argc > 1) {
    PMPI_Barrier(MPI_COMM_WORLD);
    raise(SIGKILL);
  }
  MPI_Finalize();
  return 0;
}
