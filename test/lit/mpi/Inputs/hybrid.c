/* This program of MPI and OpenMP, in C and in C++, adds up 0 to 999, on each rank and on all. Its status is 3. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int provided, rank;
  double sum = 0, all = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
      sum += i;
#pragma omp master
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("%g\n", all);
  MPI_Finalize();
  return provided < MPI_THREAD_FUNNELED ? 1 : 3;
}
