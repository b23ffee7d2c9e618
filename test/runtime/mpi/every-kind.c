// Each kind of experiment is read by each view, converter and command, which the sanitizers watch in their build: none ends otherwise than by what it
// shows or a message of its own, and each kind has what makes it one.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %program -pthread %s -o a && %mpicc -fopenmp -DRANKS %s -o r %mpilib
// RUN: %python %S/Inputs/every-kind.py %bindir "%mpirun -n 3" ./a ./r
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef RANKS
#include <mpi.h>
#endif

REGION_AT(step, "region", "step", 1);
REGION(team, "parallel", 2);
REGION(loop, "for", 3);
REGION(lock, "critical", 4);
REGION(task, "task", 5);
REGION(device, "target", 6);
REGION(wall, "barrier", 7);

static double sum;

static void work(void) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&team);
    POMP_For_enter(&loop);
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < 8; i++) {
      busy(0.2);
      POMP_Critical_enter(&lock);
#pragma omp critical
      {
        POMP_Critical_begin(&lock);
        sum += i;
        POMP_Critical_end(&lock);
      }
      POMP_Critical_exit(&lock);
    }
    POMP_For_exit(&loop);
    POMP_Task_create_begin(&task);
#pragma omp task
    {
      POMP_Task_begin(&task);
      busy(0.2);
      POMP_Task_end(&task);
    }
    POMP_Task_create_end(&task);
    POMP_Barrier_enter(&wall);
#pragma omp barrier
    POMP_Barrier_exit(&wall);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  POMP_Target_enter(&device);
#pragma omp target map(tofrom : sum)
  sum += 1;
  POMP_Target_exit(&device);
}

static void meet(int times) {
#ifdef RANKS
  int rank, size;
  double numbers[100] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    busy(1);
  MPI_Sendrecv(numbers, 100, MPI_DOUBLE, (rank + 1) % size, times, numbers, 50 + 50, MPI_DOUBLE, (rank + size - 1) % size, times, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
#else
  (void)times;
#endif
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
#ifdef RANKS
  MPI_Init(&argc, &argv);
#endif
  team.flags = POMP_RD_IMPLICIT_JOIN;
  for (int i = 0; i < 10; i++) {
    POMP_Begin(&step);
    work();
    meet(i);
    if (i == 5 && strcmp(how, "abort") == 0)
      abort();
    if (i == 5 && strcmp(how, "wait") == 0) {
      puts("waits");
      fflush(stdout);
      getchar();
    }
    POMP_End(&step);
  }
#ifdef RANKS
  MPI_Finalize();
#endif
  return 0;
}
