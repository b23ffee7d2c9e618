// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// The test looks where the ranks' experiment goes, and what is done if it can't go there.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
//
// Two jobs run at once in the same directory: two experiments, each whole; and a third one after them.
// RUN: sh -c 'POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a meet > out1 2> err1 & POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a meet > out2 2> err2 && wait $!'
// RUN: ls | grep "^e[-0-9]*$" | FileCheck %s --check-prefix=TWO --implicit-check-not={{.}} && ls e e-2 | not grep rank
// TWO: {{^}}e{{$}}
// TWO-NEXT: e-2
// RUN: cat err1 err2 | grep -c "pomp: e holds an experiment already; this one goes to e-2" | grep -x 1
// RUN: %check e 'len(processes) == experiment["ranks"]' 'visits("region(work)") == experiment["ranks"]'
// RUN: %check e-2 'len(processes) == experiment["ranks"]' 'visits("region(work)") == experiment["ranks"]'
// RUN: env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a > out 2> err && count 1 < err && grep "this one goes to e-3" err && %check e-3 'len(processes) == 2'
// A program without MPI leaves a running job's directory alone.
// RUN: mkdir busy && touch busy/rank-0.pomp && env POMP_EXPERIMENT_DIR=busy POMP_SUMMARY=0 ./a alone 2> err && grep "this one goes to busy-2" err && %check busy-2 'visits("region(work)") == 1' 'len(processes) == 1'
//
// The user's own files in the directory stay, whatever they are called.
// RUN: mkdir own && echo mine > own/README.txt && echo mine > own/profile.pomp.part
// RUN: env POMP_EXPERIMENT_DIR=own %mpirun -n 2 ./a > out 2> err && grep -c fine out | grep -x 2
// RUN: echo mine | diff - own/README.txt && echo mine | diff - own/profile.pomp.part
// RUN: grep "can't make one file of all ranks' in own (File exists): each keeps its own" err && %check own 'len(processes) == 2'
//
// It can't be made: each rank says so, and the program runs on.
// RUN: touch file && env POMP_EXPERIMENT_DIR=file/e %mpirun -n 2 ./a > out 2> err && grep -c "pomp: can't make the experiment" err | grep -x 2 && grep -c fine out | grep -x 2
//
// One rank can't measure: the others have their experiment, whichever rank it is.
// RUN: env POMP_EXPERIMENT_DIR=h %mpirun -n 1 ./a : -n 1 env POMP_MEMORY=lots ./a : -n 1 ./a > out 2> err && grep -c fine out | grep -x 3 && %check h '[p["rank"] for p in processes] == [0, 2]' 'experiment["ranks"] == 3'
// RUN: %pomp_report --all h | grep -x "Nothing is there of 1 of 3 ranks: 1."
// RUN: env POMP_EXPERIMENT_DIR=i %mpirun -n 1 env POMP_MEMORY=lots ./a : -n 2 ./a > out 2> err && grep -c fine out | grep -x 3 && %check i '[p["rank"] for p in processes] == [1, 2]' 'experiment["ranks"] == 3' 'experiment["ranks_measured"] == 2'
// RUN: %pomp_report --all i | FileCheck %s --check-prefix=SOME && ls -d i* | count 1
// SOME: a · complete · 2 of 3 ranks · 2 threads ·
// SOME: Nothing is there of 1 of 3 ranks: 0.
//
// A child of a rank's that was made before its first event has an experiment of its own.
// RUN: env POMP_EXPERIMENT_DIR=f %mpirun -n 2 ./a fork > out 2> err && ls -d f f-2 f-3 | count 3 && ls | not grep "^f-[a-z]"
// RUN: sh -c 'for d in f f-2 f-3; do %pomp_report --all $d | head -1; done' | FileCheck %s --check-prefix=FORK
// FORK-DAG: a · complete · 2 ranks · 2 threads
// FORK-DAG: a · complete · 1 thread
// FORK-DAG: a · complete · 1 thread
//
// Something that is called as the job's file in the end: the ranks' files stay, and a line says why.
// RUN: env POMP_EXPERIMENT_DIR=g %mpirun -x POMP_SUMMARY=1 -n 2 ./a block > out 2> err && FileCheck %s --check-prefix=BLOCK < err && ls g | grep -c "rank-[01].pomp" | grep -x 2
// BLOCK: pomp: can't make one file of all ranks' in g (File exists): each keeps its own; pomp-report g reads them together
// BLOCK: pomp: a · 2 ranks · 2 threads
// RUN: %pomp_report --all g/rank-1.pomp | head -1 | grep 'complete.*rank 1 of 2'
// RUN: rmdir g/profile.pomp && %check g '[of_rank(r, "region(work)") for r in range(2)] == [1, 1]' 'all(p["state"] == "complete" for p in processes)'
//
// If the traces of many ranks are gone, a line names a few of these ranks.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=many %mpirun -n 10 ./a > out && rm many/rank-0/trace.pomp many/rank-1/trace.pomp many/rank-2/trace.pomp many/rank-3/trace.pomp
// RUN: rm many/rank-4/trace.pomp many/rank-5/trace.pomp many/rank-6/trace.pomp many/rank-7/trace.pomp many/rank-8/trace.pomp
// RUN: %pomp_convert many --to ctf 2>&1 | grep "all (no trace that can be read) of ranks 0, 1, 2, 3, 4, 5, 6, 7 and 1 more$"
#include "regions.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);

static void run(void) {
  POMP_Begin(&work);
  POMP_End(&work);
}

/* Waits until both jobs have begun. */
static void meet(int rank) {
  struct stat s;
  if (rank == 0)
    for (int i = 0; i < 3000 && (stat("e/rank-0.pomp", &s) || stat("e-2/rank-0.pomp", &s)); i++)
      usleep(10000);
  PMPI_Barrier(MPI_COMM_WORLD);
  sleep(rank == 0);
}

int main(int argc, char **argv) {
  int rank;
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "alone") == 0) {
    run();
    return 0;
  }
  if (strcmp(how, "fork") == 0 && fork() == 0) {
    run();
    exit(0);
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(how, "meet") == 0)
    meet(rank);
  if (strcmp(how, "block") == 0 && rank == 0)
    mkdir("g/profile.pomp", 0777);
  run();
  MPI_Finalize();
  wait(NULL);
  printf("fine\n");
  return 0;
}
