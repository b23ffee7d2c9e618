// Each place that calls a function of MPI is a region of its own, the same one on all ranks, wherever the program is loaded. Two sends
// are distinguished, by line and by what they have sent. A filter names the function.
// REQUIRES: mpi, libdw
// RUN: %fresh && cp %s main.c && %mpicc main.c -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > lines
// DEFINE: %{of} = for c in calls("MPI_Send")]
// RUN: %check e '[(c["function"], c["file"], c["begin_line1"], c["visits"]) %{of} == [("few", "main.c", file("lines")["few"], 2), ("many", "main.c", file("lines")["many"], 200)]' \
// RUN:   '[(c["messages"]["sent"], c["messages"]["sent_bytes"]) %{of} == [(2, 8000), (200, 800)]' '[len(c["locations"]) %{of} == [2, 2]' \
// RUN:   'len(calls("MPI_Recv")) == 1' 'visits("MPI_Recv") == 202' 'len(calls("MPI_Init")) == 1'
// RUN: %pomp_report --all e | grep "MPI_Send  *many  *main.c:[0-9]*$" && %pomp_report --all e | grep "point to point  *MPI_Send  *main.c:[0-9]*$" | count 2
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE MPI_Send SCOREP_REGION_NAMES_END' > f
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=g %mpirun -n 3 ./a > lines && %check g '"MPI_Send" not in names()' 'experiment["filtered"] == 1' 'visits("MPI_Recv") == 202'
#include <mpi.h>
#include <stdio.h>

static int data[1000], few_line, many_line;

static __attribute__((noinline)) void few(void) {
  few_line = __LINE__ + 1;
  MPI_Send(data, 1000, MPI_INT, 0, 1, MPI_COMM_WORLD);
  data[1]++; /* no tail call */
}

static __attribute__((noinline)) void many(void) {
  many_line = __LINE__ + 2;
  for (volatile int i = 0; i < 100; i++)
    MPI_Send(data, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0) {
    few();
    many();
  } else
    for (volatile int i = 0; i < (size - 1) * 101; i++)
      MPI_Recv(data, 1000, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1)
    printf("{\"few\": %d, \"many\": %d}\n", few_line, many_line);
  MPI_Finalize();
}
