// Nothing is wrong with these programs, so nothing worth mentioning is found, whether the machine is idle or ten processes compute beside them.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g -DPAIR_REAL -I%S/Inputs -I%root/bench %s -o a
// RUN: %pomp_clang -O2 -g %root/examples/stommel/stommel.c -lm -o stommel
// RUN: %pomp_clang -O2 -g %root/bench/programs/loops.c -o loops && %pomp_clang -O2 -g %root/bench/programs/nqueens.c -o nqueens
// RUN: %pomp_clangxx -O2 -g -D_GLIBCXX_PARALLEL -Wno-deprecated-declarations %S/Inputs/sort.cpp -o sort
//
// RUN: %healthy ./a 2 dynamic && %healthy --spinning 10 ./a 2 dynamic
// RUN: %healthy ./a 4 dynamic && %healthy --spinning 10 ./a 4 dynamic
// RUN: %healthy ./a 2 guided && %healthy --spinning 10 ./a 2 guided
// RUN: %healthy ./a 4 sections && %healthy --spinning 10 ./a 4 sections
// RUN: %healthy ./a 2 tasks && %healthy --spinning 10 ./a 2 tasks
// RUN: %healthy ./a 2 reduction && %healthy --spinning 10 ./a 2 reduction
// RUN: %healthy ./a 4 nested && %healthy --spinning 10 ./a 4 nested
// RUN: %healthy ./a 2 pipeline && %healthy --spinning 10 ./a 2 pipeline
// RUN: %healthy ./a 2 locks && %healthy --spinning 10 ./a 2 locks
// RUN: %healthy ./a 2 phases && %healthy --spinning 10 ./a 2 phases
// RUN: %healthy ./a 2 short && %healthy --spinning 10 ./a 2 short
// RUN: %healthy ./loops 2 200000 600 && %healthy --spinning 10 ./loops 2 200000 600
// RUN: %healthy ./nqueens 2 12 && %healthy --spinning 10 ./nqueens 2 12
// RUN: %healthy ./sort 2 && %healthy --spinning 10 ./sort 2
// RUN: %healthy ./stommel 2 800 800 300 && %healthy --spinning 10 ./stommel 2 800 800 100
// RUN: %healthy ./stommel 2 200 200 5000
#include "pair.h"
#include <omp.h>
#include <string.h>

/* Iterations take different times, and are dealt out as threads become free. */
static void dynamic(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 1000; i++)
    work(1000 - i * 0.8);
}

static void guided(void) {
#pragma omp parallel for schedule(guided, 4)
  for (int i = 0; i < 4000; i++)
    work(i % 7 ? 100 : 300);
}

static void sections(void) {
  for (int round = 0; round < 40; round++) {
#pragma omp parallel sections
    {
#pragma omp section
      work(5000);
#pragma omp section
      work(5000);
#pragma omp section
      work(5000);
#pragma omp section
      work(5000);
    }
  }
}

/* Tasks are made down to a size that is worth one. */
static void divide(double us) {
  if (us < 2000) {
    work(us);
    return;
  }
#pragma omp task
  divide(us / 2);
#pragma omp task
  divide(us / 2);
#pragma omp taskwait
}
static void tasks(void) {
#pragma omp parallel
#pragma omp single
  divide(600000);
}

static double numbers[1 << 20];
static void reduction(void) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 1 << 20; i++)
    numbers[i] = i;
  for (int round = 0; round < 200; round++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1 << 20; i++)
      sum += numbers[i] / (round + 1);
  }
  printf("%g\n", sum);
}

/* Half as many teams of two as there are threads. */
static void nested(void) {
  omp_set_max_active_levels(2);
  int outer = omp_get_max_threads() / 2;
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(outer)
    {
#pragma omp parallel for num_threads(2) schedule(static)
      for (int i = 0; i < 8; i++)
        work(6000);
    }
  }
}

/* A short part of each iteration has an order, and the next one has begun long before. */
static void pipeline(void) {
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 400; i++) {
    work(1000);
#pragma omp ordered
    work(20);
  }
}

/* Everybody has the lock for a hundredth of the time. */
static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 800; i++) {
    work(500);
    omp_set_lock(&lock);
    work(5);
    omp_unset_lock(&lock);
#pragma omp critical(other)
    work(5);
  }
  omp_destroy_lock(&lock);
}

/* All have the same to do before each barrier. */
static void phases(void) {
#pragma omp parallel
  for (int round = 0; round < 60; round++) {
#pragma omp for
    for (int i = 0; i < 16; i++)
      work(1000);
    work(2000);
#pragma omp barrier
#pragma omp master
    numbers[0]++;
  }
}

/* This is over before anything can be said about it. */
static void shortly(void) {
#pragma omp parallel
  work(omp_get_thread_num() ? 10 : 500);
}

int main(int argc, char **argv) {
  static const struct {
    const char *mode;
    void (*run)(void);
  } modes[] = {{"dynamic", dynamic}, {"guided", guided},     {"sections", sections}, {"tasks", tasks},   {"reduction", reduction},
               {"nested", nested},   {"pipeline", pipeline}, {"locks", locks},       {"phases", phases}, {"short", shortly}};
  for (unsigned i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp(argv[1], modes[i].mode) == 0) {
      modes[i].run();
      return 0;
    }
  return 2;
}
