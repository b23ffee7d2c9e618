// Neighbourhood collectives run on a line whose ends don't meet, a graph and a distributed graph: only neighbours that exist count.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 4 ./a && %counts %s 4 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 4 ./a && %records t
//
// On the line, ranks 0 and 3 have one neighbour. The graph joins rank 0 and each other. The distributed graph goes around, one way.
// EXPECT MPI_Neighbor_allgather: calls=3, sent_bytes=60, received_bytes=20*(1 if r in (0, 3) else 2) + (60 if r == 0 else 20) + 20, partners=(3, 2, 3, 2)[r], ranks=4, kind="neighbors"
// EXPECT MPI_Ineighbor_allgather: calls=1, sent_bytes=20, received_bytes=20*(1 if r in (0, 3) else 2), partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Neighbor_allgatherv: calls=1, sent_bytes=20, received_bytes=(20, 40, 40, 20)[r], partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Ineighbor_allgatherv: calls=1, sent_bytes=20, received_bytes=(20, 40, 40, 20)[r], partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Neighbor_alltoall: calls=2, sent_bytes=20*(1 if r in (0, 3) else 2) + 20, received_bytes=20*(1 if r in (0, 3) else 2) + 20, partners=2, ranks=4, kind="neighbors"
// EXPECT MPI_Ineighbor_alltoall: calls=1, sent_bytes=20, received_bytes=20, partners=2, ranks=4
// EXPECT MPI_Neighbor_alltoallv: calls=1, sent_bytes=(8, 12, 12, 4)[r], received_bytes=(4, 12, 12, 8)[r], partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Ineighbor_alltoallv: calls=1, sent_bytes=(8, 12, 12, 4)[r], received_bytes=(4, 12, 12, 8)[r], partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Neighbor_alltoallw: calls=1, sent_bytes=(8, 12, 12, 4)[r], received_bytes=(4, 12, 12, 8)[r], partners=1 if r in (0, 3) else 2, ranks=4
// EXPECT MPI_Ineighbor_alltoallw: calls=1, sent_bytes=(8, 12, 12, 4)[r], received_bytes=(4, 12, 12, 8)[r], partners=1 if r in (0, 3) else 2, ranks=4
#include <mpi.h>

static int in[100], out[100];

int main(int argc, char **argv) {
  int rank, line_size = 4, open = 0;
  MPI_Comm line, star, ring;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &line_size, &open, 0, &line);
  MPI_Graph_create(MPI_COMM_WORLD, 4, (int[]){3, 4, 5, 6}, (int[]){1, 2, 3, 0, 0, 0}, 0, &star);
  int next = (rank + 1) % 4, previous = (rank + 3) % 4;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  MPI_Neighbor_allgather(out, 5, MPI_INT, in, 5, MPI_INT, line);
  MPI_Neighbor_allgather(out, 5, MPI_INT, in, 5, MPI_INT, star);
  MPI_Neighbor_allgather(out, 5, MPI_INT, in, 5, MPI_INT, ring);
  MPI_Ineighbor_allgather(out, 5, MPI_INT, in, 5, MPI_INT, line, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  const int five[] = {5, 5}, at[] = {0, 5};
  MPI_Neighbor_allgatherv(out, 5, MPI_INT, in, five, at, MPI_INT, line);
  MPI_Ineighbor_allgatherv(out, 5, MPI_INT, in, five, at, MPI_INT, line, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoall(out, 5, MPI_INT, in, 5, MPI_INT, line);
  MPI_Neighbor_alltoall(out, 5, MPI_INT, in, 5, MPI_INT, ring);
  MPI_Ineighbor_alltoall(out, 5, MPI_INT, in, 5, MPI_INT, ring, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  /* One int goes to the left, two go to the right. */
  const int to[] = {1, 2}, from[] = {2, 1};
  MPI_Neighbor_alltoallv(out, to, at, MPI_INT, in, from, at, MPI_INT, line);
  MPI_Ineighbor_alltoallv(out, to, at, MPI_INT, in, from, at, MPI_INT, line, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  const MPI_Aint bytes[] = {0, 20};
  MPI_Neighbor_alltoallw(out, to, bytes, types, in, from, bytes, types, line);
  MPI_Ineighbor_alltoallw(out, to, bytes, types, in, from, bytes, types, line, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
