// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// Some ranks of a job have the library, and others don't: all of them get what they get without it, and those that have it
// have one experiment. The ranks send to any rank and any tag, make communicators, and call collectives.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o plain && %mpicc -fopenmp %s -o ours %mpilib
// RUN: sh -c 'for n in 2 3 4; do %mpirun -n $n ./plain | sort > plain$n || exit 1; done'
//
// One of two, or of three and four, in any order.
// RUN: env POMP_EXPERIMENT_DIR=a %mpirun -n 1 ./ours : -n 1 ./plain > out 2> err && sort out | diff plain2 - && count 0 < err
// RUN: env POMP_EXPERIMENT_DIR=b %mpirun -n 1 ./plain : -n 1 ./ours > out 2> err && sort out | diff plain2 - && count 0 < err
// RUN: env POMP_EXPERIMENT_DIR=c %mpirun -n 2 ./ours : -n 1 ./plain > out 2> err && sort out | diff plain3 - && count 0 < err
// RUN: env POMP_EXPERIMENT_DIR=d %mpirun -n 1 ./plain : -n 2 ./ours > out 2> err && sort out | diff plain3 - && count 0 < err
// RUN: env POMP_EXPERIMENT_DIR=e %mpirun -n 1 ./ours : -n 2 ./plain > out 2> err && sort out | diff plain3 - && count 0 < err
// RUN: env POMP_EXPERIMENT_DIR=f %mpirun -n 1 ./ours : -n 1 ./plain : -n 1 ./ours : -n 1 ./plain > out 2> err && sort out | diff plain4 - && count 0 < err
// RUN: %check a '[p["rank"] for p in processes] == [0]' 'experiment["ranks"] == 2' 'experiment["ranks_measured"] == 1' 'of_rank(0, "MPI_Bcast") == 3' 'experiment["state"] == "complete"'
// RUN: %check b '[p["rank"] for p in processes] == [1]' 'experiment["ranks"] == 2' 'of_rank(1, "MPI_Bcast") == 3'
// RUN: %check c '[p["rank"] for p in processes] == [0, 1]' 'experiment["ranks"] == 3' '[of_rank(r, "MPI_Bcast") for r in (0, 1)] == [3, 3]'
// RUN: %check d '[p["rank"] for p in processes] == [1, 2]' 'experiment["ranks"] == 3' '[of_rank(r, "MPI_Bcast") for r in (1, 2)] == [3, 3]'
// RUN: %check e '[p["rank"] for p in processes] == [0]' 'experiment["ranks"] == 3' 'of_rank(0, "MPI_Bcast") == 3'
// RUN: %check f '[p["rank"] for p in processes] == [0, 2]' 'experiment["ranks"] == 4' '[of_rank(r, "MPI_Bcast") for r in (0, 2)] == [3, 3]' 'all(len(p["alignment"]) == 2 for p in processes)' \
// RUN:   '[l["name"] for l in locations if l["name"].count(":") and "→" not in l["name"]] == ["0:0", "2:0"]'
// RUN: %pomp_report --all f | FileCheck %s --check-prefix=SOME
// SOME: ours · complete · 2 of 4 ranks · 4 threads ·
// SOME: Nothing is there of 2 of 4 ranks: 1, 3.
// RUN: ls | grep -c "^[a-f]\(-.*\)*$" | grep -x 6 && ls f | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: README.txt
// FILES-NEXT: profile.pomp
//
// The lines on stderr say how many ranks it is. A directory is called after the first of them.
// RUN: env POMP_EXPERIMENT_DIR=s %mpirun -n 1 ./plain : -x POMP_SUMMARY=1 -n 1 ./ours > out 2> err && FileCheck %s --check-prefix=TABLE < err
// TABLE: pomp: ours · 1 of 2 ranks · 2 threads ·
// TABLE: {{^ .* }}1 MPI_Init ours+0x{{[0-9a-f]+$}}
// TABLE: pomp: experiment s (look at it: pomp-report s)
// RUN: env POMP_VERBOSE=1 POMP_EXPERIMENT_DIR=v %mpirun -n 1 ./plain : -n 2 ./ours > out 2> err && grep -x "pomp: 2 of 3 ranks are measured; their experiment is v" err
// RUN: mkdir default && cd default && %mpirun -n 1 ../plain : -n 2 ../ours > out 2> err && sort out | diff ../plain3 - && count 0 < err && ls -d pomp-ours-* | count 1 && %pomp_report --all | grep "2 of 3 ranks" && cd ..
//
// With metrics and with traces, rank 0 having none. That those are converted at the end is another test's (otf2-at-exit.test).
// RUN: env POMP_METRICS=rusage:minflt POMP_EXPERIMENT_DIR=m %mpirun -n 1 ./plain : -n 2 ./ours > out 2> err && sort out | diff plain3 - && count 0 < err && %check m '[p["rank"] for p in processes] == [1, 2]' 'experiment["ranks_measured"] == 2'
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 1 ./plain : -n 2 ./ours > out 2> err && sort out | diff plain3 - && count 0 < err && ls -d t/rank-1 t/rank-2 && %check t '[of_rank(r, "MPI_Bcast") for r in (1, 2)] == [3, 3]'
// RUN: %pomp_report --all --from-trace t | grep "2 of 3 ranks" && %pomp_report --mpi-waits t > waits && grep "from the traces of 2 ranks" waits
//
// All ranks have the library, but it measures nothing on some: a switch says so, or a setting is wrong.
// RUN: env POMP_EXPERIMENT_DIR=p %mpirun -n 1 env POMP_PROFILE=0 ./ours : -n 1 ./ours : -n 1 env POMP_CLOCK=sun ./ours > out 2> err && sort out | diff plain3 - && count 1 < err && %check p '[p["rank"] for p in processes] == [1]' 'experiment["ranks"] == 3'
//
// A rank dies, or aborts, while the others run: the ranks that are measured leave their files.
// RUN: not env POMP_EXPERIMENT_DIR=k %mpirun -n 1 ./plain kill : -n 2 ./ours kill > out 2> err
// RUN: %check k '[p["rank"] for p in processes] == [1, 2]' 'experiment["state"] == "killed"' '[of_rank(r, "MPI_Bcast") for r in (1, 2)] == [3, 3]'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, size, in, from, sum = 1, made = 1, all = 1;
  MPI_Request request;
  MPI_Status status;
  MPI_Comm half, other, copy, pair = MPI_COMM_NULL;
  MPI_Group world, group;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && strcmp(argv[1], "on") == 0)
    MPI_Pcontrol(1);
  MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0x706f, MPI_COMM_WORLD, &request);
  MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  from = status.MPI_SOURCE;
  MPI_Iallreduce(&(int){rank}, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &other);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, other);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, (int[]){0, size - 1}, &group);
  if (rank == 0 || rank == size - 1) {
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0x706f, &pair);
    MPI_Allreduce(&rank, &made, 1, MPI_INT, MPI_MAX, pair);
    MPI_Comm_free(&pair);
  }
#pragma omp parallel num_threads(2)
  {
  }
  for (int i = 0; i < 3; i++)
    MPI_Bcast(&in, 1, MPI_INT, i % size, copy);
  if (argc > 1 && strcmp(argv[1], "kill") == 0) {
    PMPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
      raise(SIGKILL);
    for (;;)
      pause();
  }
  printf("%d of %d: from %d, tag %d; %d %d %d %d\n", rank, size, from, status.MPI_TAG, in, all, sum, made);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&other);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
