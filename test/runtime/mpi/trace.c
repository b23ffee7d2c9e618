// With a trace the ranks' own files stay beside the file of all, for the trace refers to them: each rank has a directory, which is
// an experiment of one process.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out 2> err && count 0 < err && ls | not grep "^e-"
// RUN: find e -type f | sort | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: e/README.txt
// FILES-NEXT: e/profile.pomp
// FILES-NEXT: e/rank-0/profile.pomp
// FILES-NEXT: e/rank-0/trace.pomp
// FILES-NEXT: e/rank-1/profile.pomp
// FILES-NEXT: e/rank-1/trace.pomp
// FILES-NEXT: e/rank-2/profile.pomp
// FILES-NEXT: e/rank-2/trace.pomp
// RUN: %check e '[of_rank(r, "region(work)") for r in range(3)] == [100, 200, 300]' '[of_rank(r, "parallel") for r in range(3)] == [1, 2, 3]'
// RUN: %check e/rank-1 'visits("region(work)") == 200' 'experiment["state"] == "complete"'
// The trace goes on in the file that was moved; the profile follows from it, as %check finds out.
// RUN: %check e/rank-0 'visits("region(work)") == 100' && %check e/rank-2 'visits("region(work)") == 300'
//
// The ranks are killed: all of it is there.
// RUN: not env POMP_TRACE=1 POMP_EXPERIMENT_DIR=k %mpirun -n 2 ./a kill > out 2> err
// RUN: find k -type f | grep -c "rank-[01]/\(trace\|profile\).pomp" | grep -x 4 && %check k '[of_rank(r, "region(work)") for r in range(2)] == [100, 200]'
//
// Without MPI_Init both go where the user wanted them.
// RUN: env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=o ./a alone 2> err && count 0 < err && ls o | FileCheck %s --check-prefix=ALONE --implicit-check-not={{.}} && %check o 'visits("region(work)") == 100'
// ALONE: README.txt
// ALONE-NEXT: profile.pomp
// ALONE-NEXT: trace.pomp
#include "regions.h"
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);
REGION(par, "parallel", 2);

static void run(int rank) {
  for (int i = 0; i < 100 * (rank + 1); i++) {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(rank + 1)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

int main(int argc, char **argv) {
  int rank;
  if (argc > 1 && argv[1][0] == 'a') {
    run(0);
    return 0;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  run(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1 && rank == 0)
    raise(SIGKILL);
  if (argc > 1)
    for (;;)
      pause();
  MPI_Finalize();
  return 0;
}
