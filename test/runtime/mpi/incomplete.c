// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// Jobs don't end as they should: one rank is killed, aborts, or none calls MPI_Finalize. What all ranks had measured is
// there, and pomp-report reads it as one.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
//
// SIGKILL comes to rank 1, while the others wait for it: mpirun ends them. Everybody's visits are exact.
// RUN: not env POMP_EXPERIMENT_DIR=kill %mpirun -n 4 ./a kill > out 2> err
// RUN: ls kill | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: README.txt
// FILES-NEXT: rank-0.pomp
// FILES-NEXT: rank-1.pomp
// FILES-NEXT: rank-2.pomp
// FILES-NEXT: rank-3.pomp
// RUN: %check kill '[of_rank(r, "region(work)") for r in range(4)] == [1000, 2000, 3000, 4000]' 'experiment["state"] == "killed"' \
// RUN:   'all(p["state"] == "killed" for p in processes)' '[of_rank(r, "region(rank)", line=50 + r) for r in range(4)] == [1] * 4' \
// RUN:   '[l["name"] for l in locations] == ["0:0", "1:0", "2:0", "3:0"]' 'all(len(p["alignment"]) == 1 for p in processes)'
// RUN: %pomp_report --all kill | FileCheck %s --check-prefix=KILL
// KILL: a · killed · 4 ranks · 4 threads ·
// Where the file system tells no times of mapped files, it is not known when the rank died that was killed.
// KILL: Incomplete, measured up to the {{end: rank 0 [(]killed[)], 1 [(]killed[)], 2 [(]killed[)], 3 [(]killed[)]|last event: rank .*[(]killed[)]}}.
// RUN: rm kill/rank-2.pomp && %pomp_report --all kill | grep -x "Nothing is there of 1 of 4 ranks: 2."
//
// RUN: not env POMP_EXPERIMENT_DIR=abort %mpirun -n 3 ./a abort > out 2> err
// RUN: %check abort '[of_rank(r, "region(work)") for r in range(3)] == [1000, 2000, 3000]' 'of_rank(0, "MPI_Abort", "unfinished") == 1'
//
// No rank calls MPI_Finalize: those that end in an orderly way are complete; there is one line for all.
// RUN: sh -c 'POMP_EXPERIMENT_DIR=exit %mpirun -x POMP_SUMMARY=1 -n 3 ./a exit > out 2> err; true'
// RUN: %check exit '[of_rank(r, "region(work)") for r in range(3)] == [1000, 2000, 3000]' 'all(p["state"] == "complete" for p in processes)'
// RUN: grep "^pomp: " err | FileCheck %s --check-prefix=EXIT --implicit-check-not=pomp:
// EXIT: pomp: the ranks did not end together in MPI_Finalize: experiment exit has a file for each (look at it: pomp-report exit)
// RUN: %pomp_report --all exit | grep -x "The ranks did not end together in MPI_Finalize: their files were read one by one."
//
// While it runs, all ranks' files are there, under the names of their ranks; and all who look see the same.
// RUN: env POMP_EXPERIMENT_DIR=live %mpirun -n 3 ./a live %pomp_report > out 2> err && cat out | FileCheck %s --check-prefix=LIVE && %check live 'visits("region(work)") == 6000'
// LIVE: a · running · 3 ranks · 3 threads
// LIVE: Incomplete, measured up to now: rank 0 (running), 1 (running), 2 (running).
#include "regions.h"
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static struct ompregdescr own;
  own = work;
  own.sub_name = "rank";
  own.begin_line1 = 50 + rank;
  POMP_Begin(&own);
  POMP_End(&own);
  for (int i = 0; i < 1000 * (rank + 1); i++) {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "kill") == 0) {
    PMPI_Barrier(MPI_COMM_WORLD); /* nobody is in an event any more */
    if (rank == 1)
      raise(SIGKILL);
    for (;;)
      pause();
  }
  if (strcmp(argv[1], "abort") == 0) {
    if (rank == 0)
      MPI_Abort(MPI_COMM_WORLD, 3);
    for (;;)
      pause();
  }
  if (strcmp(argv[1], "exit") == 0) {
    signal(SIGTERM, SIG_IGN); /* mpirun ends the others when the first one has gone */
    PMPI_Barrier(MPI_COMM_WORLD);
    return 0;
  }
  if (strcmp(argv[1], "gone") == 0) { /* this is another test's: after MPI_Finalize each goes its own way */
    MPI_Finalize();
    if (rank != 0)
      _exit(0);
    return chdir("/");
  }
  if (rank == 0) {
    char command[4096];
    snprintf(command, sizeof command, "%s --all live", argv[2]);
    unsetenv("POMP_EXPERIMENT_DIR");
    if (system(command) != 0)
      return 1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
