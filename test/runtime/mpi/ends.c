// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// Ranks end in unusual ways, or begin so. Each job goes on as it does without the library, and no longer than that.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o plain && %mpicc %s -o ours %mpilib
//
// A rank has died before MPI_Finalize, and the launcher has been asked to let the others go on: they have their files, and
// don't wait for it. They are 5, so that there is a dead rank between others in the tree. Open MPI's own PMPI_Finalize and mpirun
// wait for the dead one for ever now and then, so the program ends where the library would call PMPI_Finalize.
// RUN: %mpicc -DENDS %s -o ends %mpilib
// RUN: sh -c 'for who in 0 1 2 4; do for how in kill exit; do POMP_EXPERIMENT_DIR=$how$who MPIRUN_SECONDS=30 %mpirun -x POMP_SUMMARY=1 --enable-recovery -n 5 ./ends $how $who 2> err$how$who | sort > out; for i in 0 1 2 3 4; do test $i = $who || echo "rank $i is done"; done | diff out - || exit 1; done; done'
// RUN: sh -c 'for who in 0 1 2 4; do for how in kill exit; do %check $how$who "experiment[\"ranks\"] == 5" "sorted(p[\"rank\"] for p in processes if p[\"state\"] == \"killed\") == [$who]" "visits(\"MPI_Barrier\") == 5" || exit 1; done; done'
// RUN: grep -x "pomp: the ranks did not end together in MPI_Finalize: experiment kill2 has a file for each (look at it: pomp-report kill2)" errkill2
//
// Some ranks call PMPI_Finalize, as Fortran does: that is an end like any other.
// RUN: env POMP_EXPERIMENT_DIR=pmpi %mpirun -n 3 ./ours pmpi 1 > out 2> err && count 3 < out && count 0 < err && %check pmpi 'experiment["state"] == "complete"' 'len(processes) == 3' 'visits("MPI_Barrier") == 3' && ls pmpi/profile.pomp
//
// MPI_Init is called again, which is an error that ends the job; or never: then the ranks are programs of their own.
// RUN: not %mpirun -n 2 ./plain twice 0 > expected 2> /dev/null && not env POMP_EXPERIMENT_DIR=twice %mpirun -n 2 ./ours twice 0 > out 2> err && diff expected out && %check twice 'len(processes) == 2' 'visits("MPI_Init_thread") == visits("MPI_Barrier") == 2'
// RUN: env POMP_EXPERIMENT_DIR=never %mpirun -n 2 ./ours never 0 > out 2> err && count 2 < out && ls never/profile.pomp never-2/profile.pomp
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef ENDS
static int rank_done = -1;
int PMPI_Finalize(void) {
  printf("rank %d is done\n", rank_done);
  exit(0);
}
#endif

int main(int argc, char **argv) {
  int rank, who = atoi(argv[2]), provided;
  if (strcmp(argv[1], "never") == 0)
    return printf("never\n") < 0;
  MPI_Init_thread(&argc, &argv, strcmp(argv[1], "pmpi") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef ENDS
  rank_done = rank;
#endif
  if (strcmp(argv[1], "twice") == 0) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    printf("%d\n", MPI_Init(&argc, &argv) == MPI_SUCCESS);
  }
  if (rank == who && strcmp(argv[1], "kill") == 0)
    raise(SIGKILL);
  if (rank == who && strcmp(argv[1], "exit") == 0)
    _exit(0);
  if (rank == who && strcmp(argv[1], "pmpi") == 0)
    PMPI_Finalize();
  else
    MPI_Finalize();
  printf("rank %d is done\n", rank);
  return 0;
}
