/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* overhead.c - visits one kind of construct again and again, and prints the CPU time that this took, in ns.
 * Not here: the comparison of a plain program with an instrumented one, and with what that one says (overhead).
 * Usage: overhead KIND. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static volatile int sink;
static omp_lock_t lock;

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void parallels(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    sink = i;
  }
}
static void loops(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp for
    for (int k = 0; k < 2; k++)
      sink = k;
  }
}
static void loops_nowait(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp for nowait
    for (int k = 0; k < 2; k++)
      sink = k;
  }
}
static void singles(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp single nowait
    sink = i;
  }
}
static void barriers(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp barrier
    sink = i;
  }
}
static void criticals(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sink = i;
  }
}
static void atomics(int n) {
  static int sum;
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    sum++;
  }
}
static void locks(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    sink = i;
    omp_unset_lock(&lock);
  }
}
static void tasks(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    sink = i;
  }
}
static void taskloops(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp taskloop grainsize(1)
    for (int k = 0; k < 4; k++)
      sink = k;
  }
}
static void taskwaits(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp taskwait
    sink = i;
  }
}

static const struct {
  const char *name;
  void (*visit)(int count);
  int count;
} kinds[] = {{"parallel", parallels, 20000}, {"for", loops, 100000},         {"for-nowait", loops_nowait, 300000},
             {"single", singles, 300000},    {"barrier", barriers, 50000},   {"critical", criticals, 500000},
             {"atomic", atomics, 500000},    {"lock", locks, 300000},        {"task", tasks, 200000},
             {"taskloop", taskloops, 40000}, {"taskwait", taskwaits, 500000}};

int main(int argc, char **argv) {
  omp_init_lock(&lock);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (argc < 2 || strcmp(argv[1], kinds[i].name) != 0)
      continue;
    kinds[i].visit(100); /* this makes what is made once */
    double start = cpu_ns();
    kinds[i].visit(kinds[i].count);
    printf("%.0f\n", cpu_ns() - start);
    return 0;
  }
  fputs("usage: overhead KIND\n", stderr);
  return 2;
}
