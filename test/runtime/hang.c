// A program that hangs is stated as long as it hangs, with what each thread is in, since when, whom it waits for, and the
// cycle. The script knows when it reads and when it kills, and the program leaves in a file when each thread began to wait.
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a criticals
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a self
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a barrier
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a ends
// OpenMP's locks, taken in two orders.
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a locks
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a locks-term
// The barrier at the end of the team has no events of its own.
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a joins
// RUN: %fresh && %program %s -o a && %python %inputs/hang.py %pomp_report ./a joins-term
#include "regions.h"
#include <fcntl.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION_AT(first, "critical", "A", 10);
REGION_AT(second, "critical", "B", 20);
REGION_AT(third, "critical", "A", 30);
REGION(bar, "barrier", 40);
static omp_lock_t a, b;

static void note(const char *what) {
  char name[32], fresh[40], text[64];
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  snprintf(name, sizeof name, "%s-%d", what, omp_get_thread_num());
  snprintf(fresh, sizeof fresh, "%s.new", name);
  int n = snprintf(text, sizeof text, "%lld", (long long)t.tv_sec * 1000000000 + t.tv_nsec);
  int fd = open(fresh, O_CREAT | O_TRUNC | O_WRONLY, 0666);
  if (write(fd, text, (size_t)n) != n || rename(fresh, name) != 0)
    _exit(9);
  close(fd);
}

/* The critical constructs of two names, as locks: a test of the runtime knows no plugin. */
static void enter(struct ompregdescr *d, omp_lock_t *lock, const char *what) {
  POMP_Critical_enter(d);
  if (what)
    note(what);
  omp_set_lock(lock);
  POMP_Critical_begin(d);
}

static void body(const char *how) {
  int me = omp_get_thread_num();
  if (strcmp(how, "criticals") == 0) {
    enter(me ? &second : &first, me ? &b : &a, NULL);
#pragma omp barrier
    enter(me ? &third : &second, me ? &a : &b, "waits");
  } else if (strncmp(how, "locks", 5) == 0) {
    POMP_Set_lock(me ? &b : &a);
#pragma omp barrier
    note("waits");
    POMP_Set_lock(me ? &a : &b);
  } else if (strcmp(how, "self") == 0) {
    if (me == 0) {
      enter(&first, &a, NULL);
      enter(&third, &a, "waits");
    }
  } else if (strcmp(how, "barrier") == 0) {
    if (me == 0)
      enter(&first, &a, NULL);
#pragma omp barrier
    if (me == 0) {
      POMP_Barrier_enter(&bar);
      note("waits");
#pragma omp barrier
    } else
      enter(&third, &a, "waits");
  } else if (me == 0) {
    note("waits");
    for (;;)
      pause();
  }
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  omp_init_lock(&a);
  omp_init_lock(&b);
  bool joins = strncmp(how, "joins", 5) == 0;
  par.flags = joins ? POMP_RD_IMPLICIT_JOIN : 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    body(how);
    if (!joins) {
      POMP_Barrier_enter(&par);
#pragma omp barrier
      POMP_Barrier_exit(&par);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
