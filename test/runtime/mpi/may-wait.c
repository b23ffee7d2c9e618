// The waiting of a job has the time in MPI's functions that may wait, as no more is known without traces: the head says so, at the
// end of the program and in the report. The program takes stamps around each such call; the others are not among them.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 env POMP_SUMMARY=1 ./a > truth 2> err
// DEFINE: %{true} = (lambda truth, told: 0 <= truth - told <= 0.05 * truth + 20000000)
// RUN: %check e 'all(%{true}(int(line.split()[1]), processes[int(line.split()[0])]["mpi_wait_at_most_ns"]) for line in open("truth"))' \
// RUN:   'experiment["mpi_wait_at_most_ns"] == sum(p["mpi_wait_at_most_ns"] for p in processes)' 'experiment["wait_ns"] == 0' \
// RUN:   'processes[0]["mpi_wait_at_most_ns"] > 300000000'
// RUN: FileCheck %s < err && %pomp_report e | FileCheck %s --check-prefix=REPORT
// CHECK: pomp: a · 2 ranks · {{.*}} · idle {{[0-9.]+}} % · waiting [[PART:[0-9.]+]] %, of which up to [[PART]] % in MPI calls that may wait · measuring
// REPORT: idle {{[0-9.]+}} % · waiting [[PART:[0-9.]+]] %, of which up to [[PART]] % in MPI calls that may wait · measuring
// Whoever calls nothing of the kind has no such words.
// RUN: env POMP_EXPERIMENT_DIR=f %mpirun -n 2 env POMP_SUMMARY=1 ./a none > out 2> err && not grep "may wait" err && %pomp_report f | not grep "may wait"
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static long long waited;
#define WAITS(call)                                                                                                    \
  do {                                                                                                                 \
    long long begin = now();                                                                                           \
    call;                                                                                                              \
    waited += now() - begin;                                                                                           \
  } while (0)

static void work(long long ns) {
  for (long long end = now() + ns; now() < end;)
    ;
}

int main(int argc, char **argv) {
  int rank, in = 0, sum = 0;
  MPI_Request request;
  (void)argv;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 5 && argc == 1; i++) {
    work(rank == 1 ? 100000000 : 1000000);
    WAITS(MPI_Barrier(MPI_COMM_WORLD));
    MPI_Isend(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, &request);
    WAITS(MPI_Recv(&in, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    WAITS(MPI_Wait(&request, MPI_STATUS_IGNORE));
    WAITS(MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  }
  printf("%d %lld\n", rank, waited);
  MPI_Finalize();
  return 0;
}
