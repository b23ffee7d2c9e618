// Collectives between two groups: ranks of one talk to those of the other. There is 1 rank here, and 3 there; 5 ints a block.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 4 ./a && %counts %s 4 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 4 ./a && %records t
//
// Rank 3, in the group of three, is the root of the rooted ones.
// EXPECT MPI_Bcast: calls=1, sent_bytes=20 if r == 3 else 0, received_bytes=20 if r == 0 else 0, ranks=4
// EXPECT MPI_Gather: calls=1, sent_bytes=20 if r == 0 else 0, received_bytes=20 if r == 3 else 0, ranks=4
// EXPECT MPI_Scatter: calls=1, sent_bytes=20 if r == 3 else 0, received_bytes=20 if r == 0 else 0, ranks=4
// EXPECT MPI_Reduce: calls=1, sent_bytes=20 if r == 0 else 0, received_bytes=20 if r == 3 else 0, ranks=4
// EXPECT MPI_Allgather: calls=1, sent_bytes=20, received_bytes=20 if r else 60, ranks=4
// EXPECT MPI_Alltoall: calls=1, sent_bytes=20 if r else 60, received_bytes=20 if r else 60, ranks=4
// EXPECT MPI_Allreduce: calls=1, sent_bytes=20, received_bytes=20, ranks=4
// EXPECT MPI_Barrier: calls=1, ranks=4
#include <mpi.h>

static int in[100], out[100];

int main(int argc, char **argv) {
  int rank;
  MPI_Comm group, between;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &between);
  int root = rank == 3 ? MPI_ROOT : rank ? MPI_PROC_NULL : 2;
  MPI_Bcast(in, 5, MPI_INT, root, between);
  MPI_Gather(out, 5, MPI_INT, in, 5, MPI_INT, root, between);
  MPI_Scatter(out, 5, MPI_INT, in, 5, MPI_INT, root, between);
  MPI_Reduce(out, in, 5, MPI_INT, MPI_SUM, root, between);
  MPI_Allgather(out, 5, MPI_INT, in, 5, MPI_INT, between);
  MPI_Alltoall(out, 5, MPI_INT, in, 5, MPI_INT, between);
  MPI_Allreduce(out, in, 5, MPI_INT, MPI_SUM, between);
  MPI_Barrier(between);
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
  MPI_Finalize();
  return 0;
}
