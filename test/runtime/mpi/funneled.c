// The first thread alone calls MPI: in a team, in a task that it executes, outside; and so does a thread of the program's own.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %counts --threads %s 2 e
// RUN: %check e 'path("parallel (fork-join)", "parallel", "master", "task (create)", "task", "MPI_Sendrecv")["messages"]["sent"] in (3, 6)' \
// RUN:   'path("parallel (fork-join)", "parallel", "master", "MPI_Sendrecv")["messages"]["sent"] in (2, 4)'
//
// EXPECT MPI_Sendrecv @ 0: calls=1, sent=1, sent_bytes=1, received=1, received_bytes=1, partners=1
// EXPECT MPI_Sendrecv @ 0→0: calls=5, sent=5, sent_bytes=2*2+3*3, received=5, received_bytes=2*2+3*3, partners=1
// EXPECT MPI_Sendrecv @ 1: calls=4, sent=4, sent_bytes=4*4, received=4, received_bytes=4*4, partners=1
#include "regions.h"
#include <mpi.h>
#include <omp.h>
#include <pthread.h>

REGION(par, "parallel", 30);
REGION(master, "master", 31);
REGION(task, "task", 40);

static int peer;

static void swap(int bytes, int times) {
  char out[8] = "", in[8];
  for (int i = 0; i < times; i++)
    MPI_Sendrecv(out, bytes, MPI_CHAR, peer, 0, in, 8, MPI_CHAR, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *of_its_own(void *unused) {
  swap(4, 4);
  return unused;
}

int main(int argc, char **argv) {
  int provided, rank;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  swap(1, 1);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
    if (omp_get_thread_num() == 0) {
      POMP_Master_begin(&master);
      swap(2, 2);
      POMP_Task_create_begin(&task);
#pragma omp task if (0)
      {
        POMP_Task_begin(&task);
        swap(3, 3);
        POMP_Task_end(&task);
      }
      POMP_Task_create_end(&task);
      POMP_Master_end(&master);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  pthread_create(&thread, NULL, of_its_own, NULL);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}
