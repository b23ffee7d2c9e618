// A reduction in MPI takes long, and only one thread works at it. In the fixed program each thread reduces a part of the data.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g -I%S/../Inputs %s -o bad && %pomp_mpicc -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair --launch "%mpirun -n 1" ./bad ./fixed 2
// RUN: %pair --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" --ranks 2 --no-wall "two ranks have not a core for each thread" ./bad ./fixed 2
#include "pair_mpi.h"
#include <omp.h>

enum { ROUNDS = 10, NUMBERS = 8 };

/* The work for a number takes 5 ms. */
static void slow_sum(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *length; i++) {
    ((int *)inout)[i] += ((int *)in)[i];
    work(5000);
  }
}

int main(int argc, char **argv) {
  int in[NUMBERS] = {0}, sums[NUMBERS] = {0}, provided, threads = omp_get_max_threads();
  double took = 0, all[MOST_RANKS], sum = 0;
  MPI_Op op;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op_create(slow_sum, 1, &op);
  began_at = now();
  for (int i = 0; i < ROUNDS; i++) {
#ifdef FIXED
#pragma omp parallel
    {
      int part = NUMBERS / omp_get_num_threads(), first = part * omp_get_thread_num();
      MPI_Reduce_local(in + first, sums + first, part, MPI_INT, op);
    }
#else
    double begin = now();
#line 100
    MPI_Reduce_local(in, sums, NUMBERS, MPI_INT, op);
    took += now() - begin;
#endif
#pragma omp parallel
    work(5000);
  }
  double wall = now() - began_at;
  MPI_Op_free(&op);
  PMPI_Gather(&took, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < size; r++)
    sum += all[r];
  if (rank == 0)
    printf("{\"property\": \"mpi_serial\", \"line\": 100, \"severity_s\": %.9f, \"wall_s\": %.9f}\n", sum * (threads - 1), wall);
  MPI_Finalize();
  return 0;
}
