// Requests: what they have brought is counted where they complete, once, by whichever of the waits and tests that is.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %counts %s 2 e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 2 ./a && %records t 'sum(code == ISEND for _, code, _ in records) == 2 * (98 + 20 + 4 + 3)' 'sum(code == IRECEIVE for _, code, _ in records) > 150'
//
// EXPECT MPI_Isend: calls=98+22, sent=98+20, sent_bytes=3*1+40*2+4*5+2*7+6*11+8*13+5*17+30*3+20*4, partners=1
// EXPECT MPI_Irecv: calls=98+14
// EXPECT MPI_Wait: received=3+4+3+10, received_bytes=3*1+7*9+10*4, partners=1, kind="completion"
// EXPECT MPI_Waitall: received=40, received_bytes=40*2, partners=1, kind="completion"
// EXPECT MPI_Testall: received=4, received_bytes=4*5, partners=1
// EXPECT MPI_Test: received=2, received_bytes=2*7, partners=1
// EXPECT MPI_Waitany: received=6, received_bytes=6*11, partners=1
// EXPECT MPI_Testany: received=8, received_bytes=8*13, partners=1
// EXPECT MPI_Waitsome: received=5, received_bytes=5*17, partners=1
// EXPECT MPI_Testsome: received=30, received_bytes=30*3, partners=1
// EXPECT MPI_Start: calls=8, sent=4, sent_bytes=4*9, partners=1, kind="point to point"
// EXPECT MPI_Recv: calls=10, received=10, received_bytes=40, partners=1
// EXPECT MPI_Startall: calls=3, sent=3, sent_bytes=3*9, partners=1
#include <mpi.h>
#include <stdio.h>

static char in[100][64], out[64];
static MPI_Request requests[100];
static int peer, failed;

#define CHECK(condition) ((condition) || (failed = printf("line %d: not " #condition "\n", __LINE__)))

/* Makes receives and sends of so many bytes each: requests 0 to count - 1; the sends are over at once. */
static void begin(int count, int bytes, int tag) {
  MPI_Request sends[100];
  for (int i = 0; i < count; i++)
    MPI_Irecv(in[i], 64, MPI_CHAR, i % 2 ? peer : MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < count; i++)
    MPI_Isend(out, bytes, MPI_CHAR, peer, tag, MPI_COMM_WORLD, &sends[i]);
  for (int i = 0; i < count; i++)
    MPI_Request_free(&sends[i]);
}

static void waits(void) {
  MPI_Status status, statuses[100];
  int flag, index, done, left, indices[100];
  begin(3, 1, 1);
  for (int i = 0; i < 3; i++)
    MPI_Wait(&requests[i], i ? MPI_STATUS_IGNORE : &status);
  MPI_Wait(&requests[0], &status); /* this is MPI_REQUEST_NULL */
  begin(40, 2, 2);
  requests[40] = MPI_REQUEST_NULL;
  MPI_Waitall(41, requests, MPI_STATUSES_IGNORE);
  begin(4, 5, 3);
  for (flag = 0; !flag;)
    MPI_Testall(4, requests, &flag, statuses);
  MPI_Testall(4, requests, &flag, MPI_STATUSES_IGNORE); /* all are null */
  CHECK(flag);
  begin(2, 7, 4);
  for (int i = 0; i < 2; i++)
    for (flag = 0; !flag;)
      MPI_Test(&requests[i], &flag, i ? MPI_STATUS_IGNORE : &status);
  begin(6, 11, 5);
  for (int i = 0; i < 6; i++)
    MPI_Waitany(6, requests, &index, i ? MPI_STATUS_IGNORE : &status);
  MPI_Waitany(6, requests, &index, &status);
  CHECK(index == MPI_UNDEFINED);
  begin(8, 13, 6);
  for (int i = 0; i < 8; i++)
    for (flag = 0; !flag;)
      MPI_Testany(8, requests, &index, &flag, MPI_STATUS_IGNORE);
  begin(5, 17, 7);
  for (left = 5; left; left -= done)
    MPI_Waitsome(5, requests, &done, indices, statuses);
  MPI_Waitsome(5, requests, &done, indices, statuses);
  CHECK(done == MPI_UNDEFINED);
  begin(30, 3, 8);
  for (left = 30; left; left -= done)
    MPI_Testsome(30, requests, &done, indices, MPI_STATUSES_IGNORE);
}

static void persistent(void) {
  MPI_Request r[4];
  MPI_Status status;
  MPI_Send_init(out, 9, MPI_CHAR, peer, 20, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init(in[0], 64, MPI_CHAR, peer, 20, MPI_COMM_WORLD, &r[1]);
  MPI_Wait(&r[1], &status); /* it is inactive */
  for (int i = 0; i < 4; i++) {
    MPI_Start(&r[1]);
    MPI_Start(&r[0]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], &status);
    MPI_Wait(&r[1], &status); /* it is inactive again */
  }
  MPI_Send_init(out, 9, MPI_CHAR, MPI_PROC_NULL, 20, MPI_COMM_WORLD, &r[2]);
  MPI_Recv_init(in[1], 64, MPI_CHAR, MPI_PROC_NULL, 20, MPI_COMM_WORLD, &r[3]);
  for (int i = 0; i < 3; i++) {
    MPI_Startall(4, r);
    for (int k = 0; k < 4; k++)
      MPI_Wait(&r[k], MPI_STATUS_IGNORE);
  }
  for (int k = 0; k < 4; k++)
    MPI_Request_free(&r[k]);
}

/* Tries cancelled receives, nobody, and receives that outlive their communicator's handle. */
static void odd(void) {
  MPI_Request r[20];
  MPI_Status status;
  MPI_Comm comms[20];
  int cancelled;
  for (int i = 0; i < 2; i++)
    MPI_Irecv(in[i], 64, MPI_CHAR, peer, 99, MPI_COMM_WORLD, &r[i]);
  MPI_Cancel(&r[0]);
  MPI_Wait(&r[0], &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(cancelled);
  MPI_Cancel(&r[1]);
  MPI_Request_free(&r[1]);
  MPI_Irecv(in[0], 64, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(in[1], 64, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Isend(out, 1, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[2]);
  MPI_Isend(out, 1, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[3]);
  for (int k = 0; k < 4; k++)
    MPI_Wait(&r[k], &status);
  for (int i = 0; i < 10; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    MPI_Irecv(in[i], 64, MPI_CHAR, MPI_ANY_SOURCE, 0, comms[i], &r[i]);
    MPI_Isend(out, 4, MPI_CHAR, peer, 0, comms[i], &r[10 + i]);
    MPI_Comm_free(&comms[i]);
  }
  for (int i = 0; i < 10; i++)
    MPI_Isend(out, 4, MPI_CHAR, peer, 50, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < 10; i++)
    MPI_Recv(in[i], 64, MPI_CHAR, peer, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 20; i++)
    MPI_Wait(&r[i], &status);
  MPI_Waitall(10, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  waits();
  persistent();
  odd();
  MPI_Finalize();
  return failed != 0;
}
