// Several threads are in MPI, at the same time and one after the other: a call counts at the location that calls.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: env POMP_EXPERIMENT_DIR=m %mpirun -n 2 ./a multiple && %counts --threads %s 2 m
// RUN: env POMP_EXPERIMENT_DIR=s %mpirun -n 2 ./a serialized && %counts --threads %s 2 s
//
// A receive is started by the thread and completed by the next one, which has it from there.
// EXPECT MPI_Send @ 0→0: calls=100, sent=100, sent_bytes=100*1, partners=1
// EXPECT MPI_Send @ 0→1: calls=100, sent=100, sent_bytes=100*2, partners=1
// EXPECT MPI_Send @ 0→2: calls=100, sent=100, sent_bytes=100*3, partners=1
// EXPECT MPI_Wait @ 0→0: calls=100, received=100, received_bytes=100*3, partners=1
// EXPECT MPI_Wait @ 0→1: calls=100, received=100, received_bytes=100*1, partners=1
// EXPECT MPI_Wait @ 0→2: calls=100, received=100, received_bytes=100*2, partners=1
#include "regions.h"
#include <mpi.h>
#include <omp.h>
#include <string.h>

REGION(par, "parallel", 30);

static MPI_Request handed[3][100];
static char in[3][100][8];

static void receive(int thread, int i, int peer) {
  MPI_Irecv(in[thread][i], 8, MPI_CHAR, peer, thread * 1000 + i, MPI_COMM_WORLD, &handed[thread][i]);
}
static void send(int thread, int i, int peer) {
  static char out[8];
  MPI_Send(out, thread + 1, MPI_CHAR, peer, thread * 1000 + i, MPI_COMM_WORLD);
}
static void complete(int thread, int i) { MPI_Wait(&handed[(thread + 2) % 3][i], MPI_STATUS_IGNORE); }

int main(int argc, char **argv) {
  int provided, rank, many = argc > 1 && strcmp(argv[1], "multiple") == 0;
  int level = many ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
  MPI_Init_thread(&argc, &argv, level, &provided);
  if (provided < level)
    return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 100; i++) {
      if (many)
        receive(me, i, 1 - rank);
      else
#pragma omp critical
        receive(me, i, 1 - rank);
    }
#pragma omp barrier
    for (int i = 0; i < 100; i++) {
      if (many)
        send(me, i, 1 - rank);
      else
#pragma omp critical
        send(me, i, 1 - rank);
    }
#pragma omp barrier
    for (int i = 0; i < 100; i++) {
      if (many)
        complete(me, i);
      else
#pragma omp critical
        complete(me, i);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  MPI_Finalize();
  return 0;
}
