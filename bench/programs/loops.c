/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops.c - solves a wave equation explicitly, in short parallel regions: three a step, with four loops in them.
 * Usage: loops POINTS STEPS [probe]. With `probe` it prints, in place of the result, the mean ns of a region: CPU time
 * of the first thread, so that other programs don't count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double *field(long n) {
  double *f = calloc((size_t)n + 2, sizeof *f);
  if (!f) {
    fputs("loops: out of memory\n", stderr);
    exit(2);
  }
  return f;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 4000, steps = argc > 2 ? atol(argv[2]) : 20000;
  if (n < 1 || steps < 1)
    return 2;
  double *u = field(n), *v = field(n), *force = field(n), largest = 0;
  for (long i = 1; i <= n; i++)
    u[i] = i > n / 3 && i < n / 2 ? 2 : 1; /* no small numbers, which would be slower than others */
  double start = now();
  for (long step = 0; step < steps; step++) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (long i = 1; i <= n; i++)
        force[i] = u[i - 1] - 2 * u[i] + u[i + 1];
#pragma omp for
      for (long i = 1; i <= n; i++)
        v[i] = 0.9999 * v[i] + 1e-9 * u[i];
    }
#pragma omp parallel for
    for (long i = 1; i <= n; i++) {
      v[i] += 0.2 * force[i];
      u[i] += 0.2 * v[i] / (1 + v[i] * v[i]);
    }
    double most = 0;
#pragma omp parallel for reduction(max : most)
    for (long i = 1; i <= n; i++) {
      double size = u[i] * u[i] + v[i] * v[i];
      most = size > most ? size : most;
    }
    largest = most > largest ? most : largest;
  }
  if (argc > 3 && strcmp(argv[3], "probe") == 0)
    printf("%.1f\n", (now() - start) / (double)(3 * steps));
  else
    printf("%.12g\n", largest);
  free(u);
  free(v);
  free(force);
  return 0;
}
