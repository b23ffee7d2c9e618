// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// After MPI_Finalize, a rank meets what may keep it from adding the rest to the file of all ranks: then its own file stays, and is
// read with the others. The program ends as it does without the library.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
//
// It may not write to so long a file any more.
// RUN: env POMP_EXPERIMENT_DIR=limit %mpirun -n 2 ./a limit new > out 2> err && count 0 < err && ls limit/rank-0.pomp limit/rank-1.pomp && %check limit 'experiment["state"] == "complete"' '[of_rank(r, "region(new)") for r in range(2)] == [1, 1]'
// RUN: env POMP_EXPERIMENT_DIR=limited %mpirun -n 2 ./a limit same > out 2> err && count 0 < err && ls limited/rank-0.pomp limited/rank-1.pomp && %check limited 'experiment["state"] == "complete"' '[of_rank(r, "region(work)") for r in range(2)] == [2, 2]'
//
// Somebody moves the directory, or removes the file.
// RUN: env POMP_EXPERIMENT_DIR=moved %mpirun -n 2 ./a move new > out 2> err && count 0 < err && not ls moved && %check moved.away 'experiment["state"] == "complete"' '[of_rank(r, "region(new)") for r in range(2)] == [1, 1]'
// RUN: env POMP_EXPERIMENT_DIR=removed %mpirun -n 2 ./a remove new > out 2> err && count 0 < err && %check removed 'experiment["state"] == "complete"' '[of_rank(r, "region(new)") for r in range(2)] == [1, 1]'
//
// A rank makes a child, which ends as the rank does: only the rank adds something.
// RUN: env POMP_EXPERIMENT_DIR=fork %mpirun -n 2 ./a fork new > out 2> err && count 0 < err && ls fork | count 2 && %check fork 'experiment["state"] == "complete"' '[of_rank(r, "region(new)") for r in range(2)] == [1, 1]'
//
// A rank is ended by SIGTERM: it has the status that it has without the library.
// RUN: env POMP_EXPERIMENT_DIR=term not %mpirun --enable-recovery -n 2 ./a term new > out 2> err || true
// RUN: %check term '[of_rank(r, "region(new)") for r in range(2)] == [1, 1]' '[p["state"] for p in processes] == ["killed", "killed"]'
//
// The traces are converted when all are complete, whichever rank ends last.
// RUN: env POMP_TRACE=otf2 POMP_EXPERIMENT_DIR=late %mpirun -n 3 ./a late new > out 2> err && count 0 < err && %check late '[of_rank(r, "region(new)") for r in range(3)] == [1, 1, 1]' && ls late/otf2/traces.otf2
#include "regions.h"
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 2);
REGION_AT(new, "region", "new", 3);

static void visit(struct ompregdescr *d) {
  POMP_Begin(d);
  busy(1);
  POMP_End(d);
}

/* Rank 0 does something when all ranks have left MPI_Finalize, and nobody ends before it is done. */
static int with_directory(const char *how, int rank) {
  char name[300], other[300];
  const char *directory = getenv("POMP_EXPERIMENT_DIR");
  snprintf(name, sizeof name, "%s-left", directory);
  snprintf(other, sizeof other, "%s-done", directory);
  if (rank) {
    fclose(fopen(name, "w"));
    while (access(other, F_OK))
      usleep(1000);
    return 0;
  }
  while (access(name, F_OK))
    usleep(1000);
  if (strcmp(how, "move") == 0)
    snprintf(name, sizeof name, "mv %s %s.away", directory, directory);
  else
    snprintf(name, sizeof name, "rm %s/profile.pomp", directory);
  int status = system(name);
  fclose(fopen(other, "w"));
  return status;
}

int main(int argc, char **argv) {
  int rank;
  const char *how = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  visit(&work);
  MPI_Finalize();
  visit(strcmp(argv[2], "new") == 0 ? &new : &work);
  if (strcmp(how, "limit") == 0 && setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096}))
    return 1;
  if ((strcmp(how, "move") == 0 || strcmp(how, "remove") == 0) && with_directory(how, rank))
    return 1;
  if (strcmp(how, "fork") == 0) {
    pid_t child = fork();
    if (child)
      waitpid(child, NULL, 0);
    else
      visit(&work);
  }
  if (strcmp(how, "term") == 0)
    raise(SIGTERM);
  if (strcmp(how, "late") == 0)
    busy(200 * rank);
  return 0;
}
