// Nothing is wrong with these programs of tasks, so nothing worth mentioning is found: fib with a cutoff,
// LU decomposition by blocks with depend, loops of tasks, and tasks in tasks that several threads make. This needs the real clock, as it is
// about what libomp takes to make tasks and to find them, which must not be taken for a fault of the program.
// RUN: %fresh && %pomp_clang -O2 -g %s -lm -o a
// RUN: %healthy ./a 2 fib
// RUN: %healthy ./a 2 lu
// RUN: %healthy ./a 2 taskloop
// RUN: %healthy ./a 2 several
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 10, B = 192, SIZE = 4000000 };

static long fib_alone(int n) { return n < 2 ? n : fib_alone(n - 1) + fib_alone(n - 2); }

static long fib(int n) {
  long a, b;
  if (n < 24)
    return fib_alone(n);
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void by_fib(void) {
#pragma omp parallel
#pragma omp single
  printf("%ld\n", fib(41));
}

static double blocks[BLOCKS][BLOCKS][B * B], numbers[SIZE];

static void fill(double *a, int i, int j) {
  for (int k = 0; k < B * B; k++)
    a[k] = (k * 7 + i * 3 + j) % 13 + (i == j && k % (B + 1) == 0 ? 1000 : 0);
}

static void factor(double *a) {
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++) {
      a[i * B + k] /= a[k * B + k];
      for (int j = k + 1; j < B; j++)
        a[i * B + j] -= a[i * B + k] * a[k * B + j];
    }
}

static void row(const double *d, double *c) {
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++)
      for (int j = 0; j < B; j++)
        c[i * B + j] -= d[i * B + k] * c[k * B + j];
}

static void column(const double *d, double *r) {
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++) {
      r[i * B + k] /= d[k * B + k];
      for (int j = k + 1; j < B; j++)
        r[i * B + j] -= r[i * B + k] * d[k * B + j];
    }
}

static void inner(const double *r, const double *c, double *x) {
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++)
      for (int j = 0; j < B; j++)
        x[i * B + j] -= r[i * B + k] * c[k * B + j];
}

static void lu(void) {
#pragma omp parallel
  {
#pragma omp for collapse(2) schedule(dynamic, 4)
    for (int i = 0; i < BLOCKS; i++)
      for (int j = 0; j < BLOCKS; j++)
        fill(blocks[i][j], i, j);
#pragma omp single
    for (int k = 0; k < BLOCKS; k++) {
#pragma omp task depend(inout : blocks[k][k])
      factor(blocks[k][k]);
      for (int j = k + 1; j < BLOCKS; j++) {
#pragma omp task depend(in : blocks[k][k]) depend(inout : blocks[k][j])
        row(blocks[k][k], blocks[k][j]);
#pragma omp task depend(in : blocks[k][k]) depend(inout : blocks[j][k])
        column(blocks[k][k], blocks[j][k]);
      }
      for (int i = k + 1; i < BLOCKS; i++)
        for (int j = k + 1; j < BLOCKS; j++) {
#pragma omp task depend(in : blocks[i][k], blocks[k][j]) depend(inout : blocks[i][j])
          inner(blocks[i][k], blocks[k][j], blocks[i][j]);
        }
    }
  }
  printf("%g\n", blocks[BLOCKS - 1][BLOCKS - 1][3]);
}

static void taskloop(void) {
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(20000)
    for (int i = 0; i < SIZE; i++)
      numbers[i] = sqrt(numbers[i] + i + round);
  }
}

static double sum_of(int from, int to) {
  double sum = 0;
  for (int i = from; i < to; i++)
    sum += sin(i * 0.5 + sum);
  return sum;
}

/* All threads make tasks, and those make more. */
static void several(void) {
  static double sums[2000][2];
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 2000; i++) {
#pragma omp task
    {
#pragma omp task
      sums[i][0] = sum_of(i * 1000, i * 1000 + 3000);
      sums[i][1] = sum_of(i * 1000, i * 1000 + 3000);
    }
  }
  printf("%g\n", sums[7][0] + sums[7][1]);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "fib") == 0)
    by_fib();
  else if (strcmp(mode, "lu") == 0)
    lu();
  else if (strcmp(mode, "taskloop") == 0)
    taskloop();
  else
    several();
  return 0;
}
