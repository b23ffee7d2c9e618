/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi-overhead.c - measures what libpompomp-mpi adds to MPI's functions: it calls each with its wrapper (MPI_...) and
 * without (PMPI_...) in one run. bench/mpi-overhead builds and runs it on two ranks.
 *
 * In each round all cases run once with and once without, a short block each, one right after the other and in
 * alternating order. A figure is the lower quartile over rounds: what is above is mostly other programs' doing, as the
 * two ranks have to have a core each at the same time. Messages are of 1 KiB. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BYTES = 1024, ROUNDS = 2000, TIMES = 40, NEIGHBORS = 4 };

static char in[NEIGHBORS][BYTES], out[NEIGHBORS][BYTES];
static double numbers[BYTES / 8], sums[BYTES / 8];
static int rank, peer;
static MPI_Comm grid;

/* Does one operation `TIMES` times. X is MPI or PMPI. */
#define BLOCKS(X)                                                                                                      \
  static void X##_no_message(void) {                                                                                   \
    int r;                                                                                                             \
    for (int i = 0; i < TIMES; i++)                                                                                    \
      X##_Comm_rank(MPI_COMM_WORLD, &r);                                                                               \
  }                                                                                                                    \
  static void X##_to_itself(void) {                                                                                    \
    MPI_Request r[2];                                                                                                  \
    for (int i = 0; i < TIMES; i++) {                                                                                  \
      X##_Irecv(in[0], BYTES, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &r[0]);                                               \
      X##_Isend(out[0], BYTES, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &r[1]);                                              \
      X##_Waitall(2, r, MPI_STATUSES_IGNORE);                                                                          \
    }                                                                                                                  \
  }                                                                                                                    \
  static void X##_ping_pong(void) {                                                                                    \
    for (int i = 0; i < TIMES; i++)                                                                                    \
      if (rank == 0) {                                                                                                 \
        X##_Send(out[0], BYTES, MPI_CHAR, 1, 0, MPI_COMM_WORLD);                                                       \
        X##_Recv(in[0], BYTES, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                                     \
      } else {                                                                                                         \
        X##_Recv(in[0], BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                                     \
        X##_Send(out[0], BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD);                                                       \
      }                                                                                                                \
  }                                                                                                                    \
  static void X##_allreduce(void) {                                                                                    \
    for (int i = 0; i < TIMES; i++)                                                                                    \
      X##_Allreduce(numbers, sums, BYTES / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);                                    \
  }                                                                                                                    \
  static void X##_halo(void) {                                                                                         \
    MPI_Request r[2 * NEIGHBORS];                                                                                      \
    for (int i = 0; i < TIMES; i++) {                                                                                  \
      for (int n = 0; n < NEIGHBORS; n++)                                                                              \
        X##_Irecv(in[n], BYTES, MPI_CHAR, peer, n, grid, &r[n]);                                                       \
      for (int n = 0; n < NEIGHBORS; n++)                                                                              \
        X##_Isend(out[n], BYTES, MPI_CHAR, peer, n, grid, &r[NEIGHBORS + n]);                                          \
      X##_Waitall(2 * NEIGHBORS, r, MPI_STATUSES_IGNORE);                                                              \
    }                                                                                                                  \
  }
BLOCKS(MPI)
BLOCKS(PMPI)

static const struct {
  const char *name;
  void (*way[2])(void); /* without, with */
  int calls;            /* of one operation, on one rank */
} cases[] = {
    {"MPI_Comm_rank", {PMPI_no_message, MPI_no_message}, 1},
    {"Irecv, Isend, Waitall to itself", {PMPI_to_itself, MPI_to_itself}, 3},
    {"ping-pong", {PMPI_ping_pong, MPI_ping_pong}, 2},
    {"allreduce", {PMPI_allreduce, MPI_allreduce}, 1},
    {"halo exchange, 4 neighbours", {PMPI_halo, MPI_halo}, 2 * NEIGHBORS + 1},
};
enum { CASES = sizeof cases / sizeof *cases };
static double times[CASES][2][ROUNDS];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double lower_quartile(double *values) {
  qsort(values, ROUNDS, sizeof *values, by_value);
  return values[ROUNDS / 4];
}

int main(int argc, char **argv) {
  int size, ring = 2, periodic = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  peer = 1 - rank;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ring, &periodic, 0, &grid);
  for (int round = -20; round < ROUNDS; round++) /* the first ones are for warming up */
    for (int i = 0; i < CASES; i++)
      for (int k = 0; k < 2; k++) {
        int with = (k + round) & 1;
        PMPI_Barrier(MPI_COMM_WORLD);
        double start = now();
        cases[i].way[with]();
        if (round >= 0)
          times[i][with][round] = (now() - start) / TIMES;
      }
  if (rank == 0) {
    printf("%-34s %10s %10s %8s %14s\n", "1 KiB a message, ns", "without", "with", "more", "more each call");
    for (int i = 0; i < CASES; i++) {
      double without = lower_quartile(times[i][0]), with = lower_quartile(times[i][1]);
      printf("%-34s %10.0f %10.0f %7.1f%% %11.0f ns\n", cases[i].name, without, with, 100 * (with / without - 1),
             (with - without) / cases[i].calls);
    }
  }
  MPI_Finalize();
  return 0;
}
