/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample-cost.c - computes for a second or two, in functions that call each other, in teams and outside:
 * bench/sample-cost runs it with samples and without. Not here: how it is timed. */
#include "pomp.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct ompregdescr region = {.name = "region",
                                    .sub_name = "work",
                                    .file_name = "sample-cost.c",
                                    .begin_line1 = 1,
                                    .begin_lineN = 1,
                                    .end_line1 = 2,
                                    .end_lineN = 2,
                                    .function_name = "main",
                                    .version = POMP_RD_VERSION};

static __attribute__((noinline)) double inner(double x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += sqrt(x + i) * sin(i);
  return sum + 1;
}

static __attribute__((noinline)) double outer(double x, int depth, int count) {
  return depth ? outer(x + 1, depth - 1, count) + 1 : inner(x, count) + 1;
}

/* The kernel's event of the library's, which sends no signal here: what is left is the timer's interrupt. */
static void open_event(unsigned long period) {
  struct perf_event_attr a = {.size = sizeof a,
                              .type = PERF_TYPE_SOFTWARE,
                              .config = PERF_COUNT_SW_TASK_CLOCK,
                              .sample_period = period,
                              .wakeup_events = 1,
                              .exclude_kernel = 1};
  if (syscall(SYS_perf_event_open, &a, 0, -1, -1, 0) < 0)
    perror("perf_event_open");
}

int main(int argc, char **argv) {
  double sum = 0;
  if (argc > 1) {
#pragma omp parallel
    open_event(strtoul(argv[1], NULL, 10));
  }
  POMP_Begin(&region);
  for (int k = 0; k < 10; k++) {
#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (int i = 0; i < 800; i++)
      sum += outer(i, 16 + i % 8, 10000);
    sum += outer(k, 20, 1000000);
  }
  POMP_End(&region);
  printf("%g\n", sum);
  return 0;
}
