/* own-names.c - a program with OpenMP, and with -DWITH_MPI with MPI; with -DPLAIN it has no library of ours. */
#ifdef WITH_MPI
#include <mpi.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PLAIN
#define REGION(variable, construct, line)
#define EVENT(event, descriptor) ((void)0)
#else
#include "regions.h"
#define EVENT(event, descriptor) POMP_##event(&(descriptor))
#endif

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(crit, "critical", 3);
REGION(task, "task", 4);

int main(int argc, char **argv) {
  long sum = 0;
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
#else
  (void)argc, (void)argv;
#endif
  for (int team = 0; team < 20; team++) {
    EVENT(Parallel_fork, par);
#pragma omp parallel num_threads(4)
    {
      EVENT(Parallel_begin, par);
      EVENT(For_enter, loop);
#pragma omp for
      for (int i = 0; i < 1000; i++) {
        EVENT(Critical_enter, crit);
#pragma omp critical
        {
          EVENT(Critical_begin, crit);
          sum += i;
          EVENT(Critical_end, crit);
        }
        EVENT(Critical_exit, crit);
      }
      EVENT(For_exit, loop);
#pragma omp single
      for (int i = 0; i < 100; i++) {
        EVENT(Task_create_begin, task);
#pragma omp task
        {
          EVENT(Task_begin, task);
#pragma omp atomic
          sum += i;
          EVENT(Task_end, task);
        }
        EVENT(Task_create_end, task);
      }
      EVENT(Parallel_end, par);
    }
    EVENT(Parallel_join, par);
  }
#ifdef WITH_MPI
  long all = 0;
  MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  sum = all;
  int status = 0;
#else
  int status = 7;
#endif
  char *text = (char *)malloc(100);
  snprintf(text, 100, "%ld", sum);
  printf("%s %zu\n", text, strlen(text));
  free(text);
  return status;
}
