/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - visits of a region in which a team visits many regions, with what begin and end of the visit take, and the
 * visit, in ns: the medians; before that, with a further argument, the longest visit around each full second.
 *
 *     phases THREADS PATHS VISITS [seconds] */
#include "pomp.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 1000 };

static struct ompregdescr step = {
    .name = "region", .sub_name = "step", .file_name = "phases.c", .function_name = "main", .version = POMP_RD_VERSION};
static struct ompregdescr par = {
    .name = "parallel", .sub_name = "", .file_name = "phases.c", .function_name = "main", .version = POMP_RD_VERSION};
static struct ompregdescr inner[MOST];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return a < b ? -1 : a > b;
}
static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  return values[count / 2];
}

/* Prints the longest visit that goes on within 10 ms of each full second since the program began. */
static void print_seconds(const double *begins, const double *took, int visits, double since) {
  const double near = 1e7;
  double most = 0;
  int second = 1;
  for (int v = 0; v < visits; v++) {
    const double middle = since + 1e9 * second;
    if (begins[v] + took[v] < middle - near)
      continue;
    if (begins[v] <= middle + near)
      most = took[v] > most ? took[v] : most;
    else {
      printf("%.0f\n", most);
      most = 0;
      second++;
    }
  }
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 8, paths = argc > 2 ? atoi(argv[2]) : 200,
            visits = argc > 3 ? atoi(argv[3]) : 2000;
  const double start = now();
  double *ends = malloc((size_t)visits * sizeof *ends), *all = malloc((size_t)visits * sizeof *all);
  double *begins = malloc((size_t)visits * sizeof *begins);
  for (int i = 0; i < paths && i < MOST; i++) {
    inner[i] = step;
    inner[i].sub_name = "inner";
    inner[i].begin_line1 = i + 1;
  }
  for (int v = 0; v < visits; v++) {
    const double begin = now();
    POMP_Begin(&step);
    const double begun = now();
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
    {
      POMP_Parallel_begin(&par);
      for (int i = 0; i < paths; i++) {
        POMP_Begin(&inner[i]);
        POMP_End(&inner[i]);
      }
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    const double ending = now();
    POMP_End(&step);
    const double end = now();
    begins[v] = begin;
    ends[v] = begun - begin + end - ending;
    all[v] = end - begin;
  }
  if (argc > 4)
    print_seconds(begins, all, visits, start);
  printf("%.0f %.0f\n", median(ends, visits), median(all, visits));
  return 0;
}
