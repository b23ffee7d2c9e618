// Two ranks exchange messages: modes of send, no bytes, nobody, any source, derived types, matched probes, other communicators.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 4 ./a && %counts %s 4 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 4 ./a && %records t
//
// Ranks 0 and 1 exchange; 2 and 3 do so through communicators of their own; all pass something around.
// EXPECT(r < 2) MPI_Send: calls=4, sent=3, sent_bytes=100+0+24, partners=1, kind="point to point"
// EXPECT(r >= 2) MPI_Send: calls=3, sent=3, sent_bytes=7+11+13, partners=1
// EXPECT(r < 2) MPI_Recv: calls=8, received=6, received_bytes=100+0+24+2*8+20, partners=1, kind="point to point"
// EXPECT(r >= 2) MPI_Recv: calls=3, received=3, received_bytes=7+11+13, partners=1
// EXPECT(r < 2) MPI_Bsend: calls=1, sent=1, sent_bytes=8, partners=1
// EXPECT(r < 2) MPI_Ssend: calls=1, sent=1, sent_bytes=8, partners=1
// EXPECT(r < 2) MPI_Rsend: calls=1, sent=1, sent_bytes=8, partners=1
// EXPECT(r < 2) MPI_Isend: calls=1, sent=1, sent_bytes=20, partners=1
// EXPECT MPI_Sendrecv: calls=2, sent=1, sent_bytes=4*(r+1), received=1, received_bytes=4*((r-1)%n+1), partners=2, kind="point to point"
// EXPECT MPI_Sendrecv_replace: calls=1, sent=1, sent_bytes=16, received=1, received_bytes=16, partners=2
// EXPECT MPI_Mrecv: calls=2, received=1, received_bytes=2*r if r else 2*n, partners=1, kind="point to point"
// EXPECT MPI_Wait: calls=(3 if r < 2 else 1), received=(2 if r < 2 else 1), received_bytes=(8 if r < 2 else 0)+3*((r-1)%n+1), partners=(2 if r == 0 else 1), kind="completion"
// EXPECT MPI_Issend: calls=1, sent=1, sent_bytes=2*(r+1), partners=1
// EXPECT MPI_Ibsend: calls=1, sent=1, sent_bytes=3*(r+1), partners=1
// EXPECT MPI_Waitall: calls=1
// EXPECT MPI_Imrecv: calls=1
// EXPECT MPI_Probe: calls=(1 if r < 2 else 0)
#include <mpi.h>

static char in[4096], out[4096];
static char attached[4096 + 8 * MPI_BSEND_OVERHEAD];

/* Exchanges between two ranks that know each other as `peer`. */
static void pair(int rank, int peer, MPI_Comm comm) {
  MPI_Datatype gaps; /* 3 of every 4 ints, less the last gap: 12 bytes of 16 */
  MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
  MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
  MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE);
  for (int turn = 0; turn < 2; turn++)
    if (turn == rank % 2) {
      MPI_Send(out, 100, MPI_CHAR, peer, 1, comm);
      MPI_Send(out, 0, MPI_CHAR, peer, 2, comm);
      MPI_Send(out, 2, gaps, peer, 3, comm);
      MPI_Bsend(out, 1, MPI_DOUBLE, peer, 4, comm);
      MPI_Ssend(out, 1, MPI_DOUBLE, peer, 5, comm);
      MPI_Recv(in, 0, MPI_INT, MPI_PROC_NULL, 6, comm, MPI_STATUS_IGNORE);
    } else {
      MPI_Status status;
      MPI_Recv(in, 4096, MPI_CHAR, MPI_ANY_SOURCE, 1, comm, MPI_STATUS_IGNORE);
      MPI_Probe(peer, MPI_ANY_TAG, comm, &status);
      MPI_Recv(NULL, 0, MPI_CHAR, peer, 2, comm, &status);
      MPI_Recv(in, 2, gaps, peer, MPI_ANY_TAG, comm, &status);
      MPI_Recv(in, 10, MPI_DOUBLE, peer, 4, comm, &status);
      MPI_Recv(in, 10, MPI_DOUBLE, peer, 5, comm, &status);
    }
  MPI_Type_free(&gaps);
}

/* The receive is there before the send that relies on it. */
static void ready(int peer) {
  MPI_Request request, receive;
  MPI_Aint at;
  MPI_Datatype absolute; /* MPI_BOTTOM: 20 bytes go from the address that the type itself says */
  int length = 5;
  MPI_Get_address(out, &at);
  MPI_Type_create_hindexed(1, &length, &at, MPI_INT, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Irecv(in + 2048, 10, MPI_DOUBLE, peer, 8, MPI_COMM_WORLD, &receive);
  MPI_Isend(MPI_BOTTOM, 1, absolute, peer, 7, MPI_COMM_WORLD, &request);
  MPI_Type_free(&absolute);
  MPI_Recv(in, 2048, MPI_CHAR, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Rsend(out, 1, MPI_DOUBLE, peer, 8, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

static void around(int rank, int count) {
  int next = (rank + 1) % count, previous = (rank + count - 1) % count, flag = 0;
  MPI_Request requests[2];
  MPI_Message message;
  MPI_Status status;
  MPI_Sendrecv(out, rank + 1, MPI_INT, next, 10, in, 100, MPI_INT, previous, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, 1, MPI_INT, MPI_PROC_NULL, 0, in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Sendrecv_replace(out, 2, MPI_DOUBLE, next, 11, previous, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Issend(out, rank + 1, MPI_SHORT, next, 12, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibsend(out, 3 * (rank + 1), MPI_CHAR, next, 13, MPI_COMM_WORLD, &requests[1]);
  MPI_Mprobe(MPI_ANY_SOURCE, 12, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(in, 4096, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  while (!flag)
    MPI_Improbe(previous, 13, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Request request;
  MPI_Imrecv(in, 4096, MPI_CHAR, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(in, 1, MPI_CHAR, &message, &status);
}

/* Ranks 2 and 3 are one another's only partner, in MPI_COMM_WORLD, in a part of it and between groups. */
static void elsewhere(int rank, MPI_Comm half) {
  MPI_Comm between, self;
  int in_half;
  MPI_Comm_rank(half, &in_half);
  MPI_Comm_split(half, in_half, 0, &self);
  MPI_Intercomm_create(self, 0, half, 1 - in_half, 0, &between);
  const struct {
    MPI_Comm comm;
    int peer, bytes;
  } ways[] = {{MPI_COMM_WORLD, 5 - rank, 7}, {half, 1 - in_half, 11}, {between, 0, 13}};
  for (int i = 0; i < 3; i++)
    if (in_half) {
      MPI_Send(out, ways[i].bytes, MPI_CHAR, ways[i].peer, 0, ways[i].comm);
      MPI_Recv(in, 4096, MPI_CHAR, MPI_ANY_SOURCE, 0, ways[i].comm, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, 4096, MPI_CHAR, MPI_ANY_SOURCE, 0, ways[i].comm, MPI_STATUS_IGNORE);
      MPI_Send(out, ways[i].bytes, MPI_CHAR, ways[i].peer, 0, ways[i].comm);
    }
  MPI_Comm_free(&between);
  MPI_Comm_free(&self);
}

int main(int argc, char **argv) {
  int rank, count;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Buffer_attach(attached, sizeof attached);
  if (rank < 2) {
    pair(rank, 1 - rank, MPI_COMM_WORLD);
    ready(1 - rank);
  } else
    elsewhere(rank, half);
  around(rank, count);
  int size;
  void *buffer;
  MPI_Buffer_detach(&buffer, &size);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
