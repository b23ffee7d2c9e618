// A program that exchanges halos and sums over all ranks, and whose ranks have the same to do, has no finding that is worth more than
// two hundredths of its time. In the profile alone nothing about waiting is judged; with traces it is. This needs the real clock, as it is
// about what MPI and the machine's other work take.
// REQUIRES: mpi
// RUN: %fresh && %pomp_mpicc -O2 -g %s -o a -lm
// RUN: env OMP_NUM_THREADS=1 POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a
// RUN: %python %S/Inputs/healthy_ranks.py %pomp_report e
// RUN: %python %S/Inputs/healthy_ranks.py %pomp_report e --from-trace
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1200, HEIGHT = 600, STEPS = 300, EVERY = 20 };

static void step(const double *from, double *to, double *change) {
  for (int y = 1; y <= HEIGHT; y++)
    for (int x = 1; x < WIDTH - 1; x++) {
      const double *at = from + y * WIDTH + x;
      to[y * WIDTH + x] = 0.25 * (at[-1] + at[1] + at[-WIDTH] + at[WIDTH]);
      *change = fmax(*change, fabs(to[y * WIDTH + x] - *at));
    }
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *a = calloc((size_t)WIDTH * (HEIGHT + 2), sizeof *a), *b = calloc((size_t)WIDTH * (HEIGHT + 2), sizeof *b);
  int up = rank ? rank - 1 : MPI_PROC_NULL, down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  for (int i = 0; i < WIDTH * (HEIGHT + 2); i++)
    a[i] = b[i] = i % 97;
  for (int i = 0; i < STEPS; i++) {
    MPI_Request r[4];
    double change = 0, most;
    MPI_Irecv(a, WIDTH, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(a + (HEIGHT + 1) * WIDTH, WIDTH, MPI_DOUBLE, down, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(a + WIDTH, WIDTH, MPI_DOUBLE, up, 2, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(a + HEIGHT * WIDTH, WIDTH, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    step(a, b, &change);
    if (i % EVERY == 0)
      MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    double *other = a;
    a = b;
    b = other;
  }
  MPI_Finalize();
  return 0;
}
