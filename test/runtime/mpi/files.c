// Files: written and read bytes count at once, or at the completion of non-blocking operations and of split collectives.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %counts %s 2 e
//
// EXPECT MPI_File_write: calls=1, sent=1, sent_bytes=40, kind="file"
// EXPECT MPI_File_write_at: calls=2, sent=2, sent_bytes=40, kind="file"
// EXPECT MPI_File_write_all: calls=1, sent=1, sent_bytes=20
// EXPECT MPI_File_write_at_all: calls=1, sent=1, sent_bytes=400
// EXPECT MPI_File_write_ordered: calls=1, sent=1, sent_bytes=4
// EXPECT MPI_File_write_at_all_end: calls=1, sent=1, sent_bytes=400
// EXPECT MPI_File_read_at: calls=2, received=2, received_bytes=40+8, kind="file"
// EXPECT MPI_File_read_at_all: calls=1, received=1, received_bytes=400
// EXPECT MPI_File_read_at_all_end: calls=1, received=1, received_bytes=400
// EXPECT MPI_Wait: calls=2, sent=1, sent_bytes=80, received=1, received_bytes=80, kind="completion"
#include <mpi.h>

static int data[200];

int main(int argc, char **argv) {
  int rank;
  MPI_File own, both;
  MPI_Status status;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_SELF, rank ? "one" : "zero", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &own);
  MPI_File_write(own, data, 10, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_at(own, 0, data, 10, MPI_INT, &status);
  MPI_File_write_at(own, 0, data, 0, MPI_INT, &status);
  MPI_File_read_at(own, 0, data, 10, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(own, 32, data, 100, MPI_INT, MPI_STATUS_IGNORE); /* two are left */
  MPI_File_iwrite_at(own, 0, data, 20, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_iread_at(own, 0, data, 20, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&own);
  MPI_File_open(MPI_COMM_WORLD, "both", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &both);
  MPI_File_write_at_all(both, 400 * rank, data, 100, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(both, 400 * rank, data, 100, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(both, 400 * rank, data, 100, MPI_INT);
  MPI_File_write_at_all_end(both, data, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_begin(both, 400 * rank, data, 100, MPI_INT);
  MPI_File_read_at_all_end(both, data, &status);
  MPI_File_write_all(both, data, 5, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered(both, data, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&both);
  MPI_Finalize();
  return 0;
}
