// A job that hangs: the ranks that are in a function of MPI, and the one whose threads wait for each other, are stated
// as long as they hang, with what they are in. When that rank is killed, all are stated as long as they lived.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: %python %inputs/hang-job.py %pomp_report %mpirun -n 3 ./a
#include "regions.h"
#include <mpi.h>
#include <omp.h>

REGION(par, "parallel", 1);
REGION_AT(first, "critical", "A", 10);
REGION_AT(second, "critical", "B", 20);

/* The critical constructs of two names, as locks: a test of the runtime knows no plugin. */
static void enter(struct ompregdescr *d, omp_lock_t *lock) {
  POMP_Critical_enter(d);
  omp_set_lock(lock);
  POMP_Critical_begin(d);
}

static void hang(void) {
  omp_lock_t a, b;
  omp_init_lock(&a);
  omp_init_lock(&b);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    int me = omp_get_thread_num();
    enter(me ? &second : &first, me ? &b : &a);
#pragma omp barrier
    enter(me ? &first : &second, me ? &a : &b);
  }
}

int main(int argc, char **argv) {
  int rank, reported, number = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &reported);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    hang();
  MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return MPI_Finalize();
}
