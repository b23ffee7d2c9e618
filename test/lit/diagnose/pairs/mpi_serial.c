// A reduction in MPI takes long, and only one thread works at it. In the fixed program each thread reduces a part of the data.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --launch "%mpirun -n 1" ./bad ./fixed 2
// RUN: %pair --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 2
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
  uint64_t took = 0, all[MOST_RANKS], sum = 0;
  MPI_Op op;
  pair_begin();
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
    uint64_t begin = now();
#line 100
    MPI_Reduce_local(in, sums, NUMBERS, MPI_INT, op);
    took += now() - begin;
#endif
#pragma omp parallel
    work(5000);
  }
  uint64_t wall = now() - began_at;
  MPI_Op_free(&op);
  PMPI_Gather(&took, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < size; r++)
    sum += all[r];
  if (rank == 0)
    PAIR_TRUTH("mpi_serial", 100, sum * (unsigned)(threads - 1), ", \"wall_ns\": %llu", (unsigned long long)wall);
  MPI_Finalize();
  return 0;
}
