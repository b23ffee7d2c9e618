// A window's puts and gets count for the rank that does them. Rank 0 alone accesses rank 1; others open and close the epochs.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %counts %s 2 e
//
// EXPECT(r == 0) MPI_Put: calls=3, sent=2, sent_bytes=40+0, partners=1, kind="one-sided"
// EXPECT(r == 0) MPI_Get: calls=2, received=1, received_bytes=12, partners=1, kind="one-sided"
// EXPECT(r == 0) MPI_Accumulate: calls=1, sent=1, sent_bytes=8, partners=1
// EXPECT(r == 0) MPI_Get_accumulate: calls=2, sent=1, sent_bytes=8, received=2, received_bytes=16, partners=1
// EXPECT(r == 0) MPI_Fetch_and_op: calls=2, sent=1, sent_bytes=4, received=2, received_bytes=8, partners=1
// EXPECT(r == 0) MPI_Compare_and_swap: calls=1, sent=1, sent_bytes=4, received=1, received_bytes=4, partners=1
// EXPECT(r == 0) MPI_Rput: calls=1, sent=1, sent_bytes=20, partners=1
// EXPECT(r == 0) MPI_Rget: calls=1, received=1, received_bytes=20, partners=1
// EXPECT(r == 0) MPI_Raccumulate: calls=1, sent=1, sent_bytes=4, partners=1
// EXPECT(r == 0) MPI_Rget_accumulate: calls=1, sent=1, sent_bytes=4, received=1, received_bytes=4, partners=1
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, here[100] = {0}, got[100];
  MPI_Win win;
  MPI_Request r[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(100 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(here, 10, MPI_INT, 1, 0, 10, MPI_INT, win);
    MPI_Put(here, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
    MPI_Put(here, 10, MPI_INT, MPI_PROC_NULL, 0, 10, MPI_INT, win);
    MPI_Get(got, 3, MPI_INT, 1, 20, 3, MPI_INT, win);
    MPI_Get(got, 3, MPI_INT, MPI_PROC_NULL, 20, 3, MPI_INT, win);
    MPI_Accumulate(here, 2, MPI_INT, 1, 30, 2, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Get_accumulate(here, 2, MPI_INT, got, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, got + 10, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_NO_OP, win);
    MPI_Fetch_and_op(here, got + 20, MPI_INT, 1, 0, MPI_SUM, win);
    MPI_Fetch_and_op(NULL, got + 21, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Compare_and_swap(here, here + 1, got + 22, MPI_INT, 1, 0, win);
    MPI_Win_flush(1, win);
    MPI_Rput(here, 5, MPI_INT, 1, 40, 5, MPI_INT, win, &r[0]);
    MPI_Rget(got + 30, 5, MPI_INT, 1, 50, 5, MPI_INT, win, &r[1]);
    MPI_Raccumulate(here, 1, MPI_INT, 1, 60, 1, MPI_INT, MPI_SUM, win, &r[2]);
    MPI_Rget_accumulate(here, 1, MPI_INT, got + 40, 1, MPI_INT, 1, 60, 1, MPI_INT, MPI_SUM, win, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
// EXPECT MPI_Barrier: calls=1, ranks=2
