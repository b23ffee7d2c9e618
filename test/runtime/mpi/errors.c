// Calls that fail count nothing, those that succeed beside them do; calls that start while measurement is off count where they complete;
// calls from callbacks are below the function that calls them. The program sees the same as without us.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %counts %s 2 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 2 ./a && %records t
// RUN: %check e 'path("MPI_Comm_free", "MPI_Comm_size")["visits"] == 2' 'experiment["repaired"] == experiment["unfinished"] == 0'
//
// EXPECT MPI_Send: calls=5, sent=4, sent_bytes=4*40, partners=1
// EXPECT MPI_Recv: calls=2, received=1, received_bytes=40, partners=1
// EXPECT MPI_Waitall: calls=1, received=1, received_bytes=40, partners=1
// EXPECT MPI_Wait: calls=1, received=1, received_bytes=12, partners=1
// EXPECT MPI_Sendrecv: calls=1, sent=1, sent_bytes=4, received=1, received_bytes=4, partners=1
#include <mpi.h>
#include <stdio.h>

static int in[2][10], out[10], failed;

#define CHECK(condition) ((condition) ? 0 : (failed = printf("line %d: not " #condition "\n", __LINE__)))

static int deleted(MPI_Comm comm, int key, void *value, void *state) {
  int size;
  (void)key, (void)value, (void)state;
  return MPI_Comm_size(comm, &size);
}

int main(int argc, char **argv) {
  int rank, peer, class, key, got;
  MPI_Request r[2];
  MPI_Status status, statuses[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Send(out, 10, MPI_INT, 7, 0, MPI_COMM_WORLD) != MPI_SUCCESS);

  MPI_Irecv(in[0], 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &r[0]); /* this is too short */
  MPI_Irecv(in[1], 10, MPI_INT, peer, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Send(out, 10, MPI_INT, peer, 1, MPI_COMM_WORLD);
  MPI_Send(out, 10, MPI_INT, peer, 2, MPI_COMM_WORLD);
  MPI_Sendrecv(out, 1, MPI_INT, peer, 9, &got, 1, MPI_INT, peer, 9, MPI_COMM_WORLD, &status); /* then both have come */
  CHECK(status.MPI_SOURCE == peer && status.MPI_TAG == 9);
  CHECK(MPI_Waitall(2, r, statuses) == MPI_ERR_IN_STATUS);
  MPI_Error_class(statuses[0].MPI_ERROR, &class);
  CHECK(class == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS && statuses[1].MPI_SOURCE == peer);

  MPI_Send(out, 10, MPI_INT, peer, 3, MPI_COMM_WORLD);
  MPI_Send(out, 10, MPI_INT, peer, 4, MPI_COMM_WORLD);
  MPI_Error_class(MPI_Recv(in[0], 1, MPI_INT, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE), &class);
  CHECK(class == MPI_ERR_TRUNCATE);
  MPI_Recv(in[0], 10, MPI_INT, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

  MPI_Pcontrol(0);
  MPI_Irecv(in[0], 10, MPI_INT, peer, 5, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(out, 3, MPI_INT, peer, 5, MPI_COMM_WORLD, &r[1]);
  MPI_Request_free(&r[1]);
  MPI_Pcontrol(1);
  MPI_Wait(&r[0], &status);
  CHECK(status.MPI_TAG == 5);

  MPI_Comm copy;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_attr(copy, key, NULL);
  MPI_Comm_free(&copy);
  MPI_Comm_free_keyval(&key);
  MPI_Finalize();
  return failed != 0;
}
