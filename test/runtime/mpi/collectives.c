// Collectives count what each rank hands in and gets, blocking and not, in place and not, in and between groups.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 4 ./a && %counts %s 4 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 4 ./a && %records t 'sum(code == COLLECTIVE for _, code, _ in records) > 100'
//
// They move ints, 5 a block, or 1, 2, 3, 4 by rank; rank 1 is the root.
// EXPECT MPI_Barrier: calls=1, ranks=4, kind="barrier"
// EXPECT MPI_Ibarrier: calls=1, ranks=4, kind="barrier"
// EXPECT MPI_Bcast: calls=1, sent_bytes=20 if r == 1 else 0, received_bytes=0 if r == 1 else 20, ranks=4, kind="one to all"
// EXPECT MPI_Ibcast: calls=1, sent_bytes=20 if r == 1 else 0, received_bytes=0 if r == 1 else 20, ranks=4
// EXPECT MPI_Gather: calls=2, sent_bytes=40, received_bytes=2*80 if r == 1 else 0, ranks=4, kind="all to one"
// EXPECT MPI_Igather: calls=1, sent_bytes=20, received_bytes=80 if r == 1 else 0, ranks=4
// EXPECT MPI_Gatherv: calls=2, sent_bytes=2*4*(r+1), received_bytes=2*40 if r == 1 else 0, ranks=4
// EXPECT MPI_Igatherv: calls=1, sent_bytes=4*(r+1), received_bytes=40 if r == 1 else 0, ranks=4
// EXPECT MPI_Scatter: calls=2, sent_bytes=2*80 if r == 1 else 0, received_bytes=40, ranks=4, kind="one to all"
// EXPECT MPI_Iscatter: calls=1, sent_bytes=80 if r == 1 else 0, received_bytes=20, ranks=4
// EXPECT MPI_Scatterv: calls=2, sent_bytes=2*40 if r == 1 else 0, received_bytes=2*4*(r+1), ranks=4
// EXPECT MPI_Iscatterv: calls=1, sent_bytes=40 if r == 1 else 0, received_bytes=4*(r+1), ranks=4
// EXPECT MPI_Allgather: calls=2, sent_bytes=40, received_bytes=160, ranks=4, kind="all to all"
// EXPECT MPI_Iallgather: calls=1, sent_bytes=20, received_bytes=80, ranks=4
// EXPECT MPI_Allgatherv: calls=2, sent_bytes=2*4*(r+1), received_bytes=80, ranks=4
// EXPECT MPI_Iallgatherv: calls=1, sent_bytes=4*(r+1), received_bytes=40, ranks=4
// EXPECT MPI_Alltoall: calls=2, sent_bytes=160, received_bytes=160, ranks=4, kind="all to all"
// EXPECT MPI_Ialltoall: calls=1, sent_bytes=80, received_bytes=80, ranks=4
// EXPECT MPI_Alltoallv: calls=2, sent_bytes=40+(16, 28, 36, 40)[r], received_bytes=16*(r+1)+(16, 28, 36, 40)[r], ranks=4
// EXPECT MPI_Ialltoallv: calls=1, sent_bytes=40, received_bytes=16*(r+1), ranks=4
// EXPECT MPI_Alltoallw: calls=1, sent_bytes=1+4+4+4, received_bytes=16 if r else 4, ranks=4
// EXPECT MPI_Ialltoallw: calls=1, sent_bytes=1+4+4+4, received_bytes=16 if r else 4, ranks=4
// EXPECT MPI_Reduce: calls=2, sent_bytes=40, received_bytes=40 if r == 1 else 0, ranks=4, kind="all to one"
// EXPECT MPI_Ireduce: calls=1, sent_bytes=20, received_bytes=20 if r == 1 else 0, ranks=4
// EXPECT MPI_Allreduce: calls=3, sent_bytes=20+20+20, received_bytes=60, ranks=4, kind="all to all"
// EXPECT MPI_Iallreduce: calls=1, sent_bytes=20, received_bytes=20, ranks=4
// EXPECT MPI_Reduce_scatter: calls=2, sent_bytes=80, received_bytes=2*4*(r+1), ranks=4
// EXPECT MPI_Ireduce_scatter: calls=1, sent_bytes=40, received_bytes=4*(r+1), ranks=4
// EXPECT MPI_Reduce_scatter_block: calls=2, sent_bytes=160, received_bytes=40, ranks=4
// EXPECT MPI_Ireduce_scatter_block: calls=1, sent_bytes=80, received_bytes=20, ranks=4
// EXPECT MPI_Scan: calls=2, sent_bytes=40, received_bytes=40, ranks=4, kind="prefix"
// EXPECT MPI_Iscan: calls=1, sent_bytes=20, received_bytes=20, ranks=4
// EXPECT MPI_Exscan: calls=1, sent_bytes=20, received_bytes=20 if r else 0, ranks=4, kind="prefix"
// EXPECT MPI_Iexscan: calls=1, sent_bytes=20, received_bytes=20 if r else 0, ranks=4
#include <mpi.h>

static int in[100], out[100], rank, root = 1, request_count;
static MPI_Request requests[32];
static MPI_Comm all;
static const int counts[] = {1, 2, 3, 4}, at[] = {0, 1, 3, 6};
static int mine[4];

#define NEXT &requests[request_count++]

static void rooted(void) {
  void *own = rank == root ? MPI_IN_PLACE : out, *own_in = rank == root ? MPI_IN_PLACE : in;
  MPI_Datatype nothing = rank == root ? MPI_INT : MPI_DATATYPE_NULL; /* these matter at the root alone */
  MPI_Bcast(in, 5, MPI_INT, root, all);
  MPI_Ibcast(in + 5, 5, MPI_INT, root, all, NEXT);
  MPI_Gather(out, 5, MPI_INT, in, 5, nothing, root, all);
  MPI_Gather(own, 5, MPI_INT, in, 5, MPI_INT, root, all);
  MPI_Igather(out, 5, MPI_INT, in + 20, 5, MPI_INT, root, all, NEXT);
  MPI_Gatherv(out, rank + 1, MPI_INT, in, counts, at, nothing, root, all);
  MPI_Gatherv(own, rank + 1, MPI_INT, in, counts, at, MPI_INT, root, all);
  MPI_Igatherv(out, rank + 1, MPI_INT, in + 40, rank == root ? counts : NULL, rank == root ? at : NULL, MPI_INT, root, all,
               NEXT);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  request_count = 0;
  MPI_Scatter(out, 5, nothing, in, 5, MPI_INT, root, all);
  MPI_Scatter(out, 5, MPI_INT, own_in, 5, MPI_INT, root, all);
  MPI_Iscatter(out, 5, MPI_INT, in, 5, MPI_INT, root, all, NEXT);
  MPI_Scatterv(out, rank == root ? counts : NULL, rank == root ? at : NULL, nothing, in + 5, rank + 1, MPI_INT, root, all);
  MPI_Scatterv(out, counts, at, MPI_INT, rank == root ? MPI_IN_PLACE : in + 5, rank + 1, MPI_INT, root, all);
  MPI_Iscatterv(out, counts, at, MPI_INT, in + 10, rank + 1, MPI_INT, root, all, NEXT);
  MPI_Reduce(out, in + 20, 5, MPI_INT, MPI_SUM, root, all);
  MPI_Reduce(rank == root ? MPI_IN_PLACE : out, in + 20, 5, MPI_INT, MPI_SUM, root, all);
  MPI_Ireduce(out, in + 30, 5, MPI_INT, MPI_SUM, root, all, NEXT);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  request_count = 0;
}

static void unrooted(void) {
  MPI_Allgather(out, 5, MPI_INT, in, 5, MPI_INT, all);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 5, MPI_INT, all);
  MPI_Iallgather(out, 5, MPI_INT, in, 5, MPI_INT, all, NEXT);
  MPI_Allgatherv(out, rank + 1, MPI_INT, in + 20, counts, at, MPI_INT, all);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in + 20, counts, at, MPI_INT, all);
  MPI_Iallgatherv(out, rank + 1, MPI_INT, in + 20, counts, at, MPI_INT, all, NEXT);
  MPI_Alltoall(out, 5, MPI_INT, in + 40, 5, MPI_INT, all);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in + 40, 5, MPI_INT, all);
  MPI_Ialltoall(out, 5, MPI_INT, in + 40, 5, MPI_INT, all, NEXT);
  /* So many ints go to rank i: i + 1; in place, as many go to each as come from it. */
  MPI_Alltoallv(out, counts, at, MPI_INT, in + 60, mine, (int[]){0, 4, 8, 12}, MPI_INT, all);
  int same[4]; /* what a pair exchanges has to agree */
  for (int i = 0; i < 4; i++)
    same[i] = 1 + (rank < i ? rank : i);
  MPI_Ialltoallv(out, counts, at, MPI_INT, in + 60, mine, (int[]){0, 4, 8, 12}, MPI_INT, all, NEXT);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  request_count = 0;
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, same, (int[]){0, 4, 8, 12}, MPI_INT, all);
}

/* A byte goes to rank 0, an int to each of the others. */
static void by_type(void) {
  const MPI_Datatype to[] = {MPI_CHAR, MPI_INT, MPI_INT, MPI_INT};
  MPI_Datatype from[4];
  const int one[] = {1, 1, 1, 1}, where[] = {0, 4, 8, 12};
  for (int i = 0; i < 4; i++)
    from[i] = rank ? MPI_INT : MPI_CHAR;
  MPI_Alltoallw(out, one, where, to, in, one, where, from, all);
  MPI_Ialltoallw(out, one, where, to, in, one, where, from, all, NEXT);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  request_count = 0;
}

static void reductions(void) {
  MPI_Comm half;
  MPI_Allreduce(out, in, 5, MPI_INT, MPI_SUM, all);
  MPI_Allreduce(MPI_IN_PLACE, in, 5, MPI_INT, MPI_SUM, all);
  MPI_Iallreduce(out, in + 5, 5, MPI_INT, MPI_SUM, all, NEXT);
  MPI_Comm_split(all, rank % 2, 0, &half);
  MPI_Allreduce(out, in, 5, MPI_INT, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Reduce_scatter(out, in + 10, counts, MPI_INT, MPI_SUM, all);
  MPI_Reduce_scatter(MPI_IN_PLACE, in + 10, counts, MPI_INT, MPI_SUM, all);
  MPI_Ireduce_scatter(out, in + 20, counts, MPI_INT, MPI_SUM, all, NEXT);
  MPI_Reduce_scatter_block(out, in + 30, 5, MPI_INT, MPI_SUM, all);
  MPI_Reduce_scatter_block(MPI_IN_PLACE, in + 30, 5, MPI_INT, MPI_SUM, all);
  MPI_Ireduce_scatter_block(out, in + 50, 5, MPI_INT, MPI_SUM, all, NEXT);
  MPI_Scan(out, in + 60, 5, MPI_INT, MPI_SUM, all);
  MPI_Scan(MPI_IN_PLACE, in + 60, 5, MPI_INT, MPI_SUM, all);
  MPI_Iscan(out, in + 65, 5, MPI_INT, MPI_SUM, all, NEXT);
  MPI_Exscan(out, in + 70, 5, MPI_INT, MPI_SUM, all);
  MPI_Iexscan(out, in + 75, 5, MPI_INT, MPI_SUM, all, NEXT);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  request_count = 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  all = MPI_COMM_WORLD;
  MPI_Comm_rank(all, &rank);
  for (int i = 0; i < 4; i++)
    mine[i] = rank + 1;
  MPI_Barrier(all);
  MPI_Ibarrier(all, NEXT);
  rooted();
  unrooted();
  by_type();
  reductions();
  MPI_Finalize();
  return 0;
}
