// A program that hangs is stated as long as it hangs, with what each thread is in, since when, whom it waits for, and the
// cycle. The script knows when it reads and when it kills; what has no end grows by what passes in between.
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
#include <omp.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION_AT(first, "critical", "A", 10);
REGION_AT(second, "critical", "B", 20);
REGION_AT(third, "critical", "A", 30);
REGION(bar, "barrier", 40);
REGION(task, "task", 50);
static omp_lock_t a, b;

/* The critical constructs of two names, as locks: a test of the runtime knows no plugin. */
static void enter(struct ompregdescr *d, omp_lock_t *lock) {
  POMP_Critical_enter(d);
  omp_set_lock(lock);
  POMP_Critical_begin(d);
}

static void body(const char *how) {
  int me = omp_get_thread_num();
  if (strcmp(how, "criticals") == 0) {
    enter(me ? &second : &first, me ? &b : &a);
#pragma omp barrier
    enter(me ? &third : &second, me ? &a : &b);
  } else if (strncmp(how, "locks", 5) == 0) {
    POMP_Set_lock(me ? &b : &a);
#pragma omp barrier
    POMP_Set_lock(me ? &a : &b);
  } else if (strcmp(how, "self") == 0) {
    if (me == 0) {
      enter(&first, &a);
      enter(&third, &a);
    }
  } else if (strcmp(how, "task") == 0) { /* for json-schema.test */
    if (me == 0) {
      POMP_Task_create_begin(&task);
#pragma omp task
      {
        POMP_Task_begin(&task);
        enter(&first, &a);
        enter(&third, &a);
      }
      POMP_Task_create_end(&task);
    }
  } else if (strcmp(how, "barrier") == 0) {
    if (me == 0)
      enter(&first, &a);
#pragma omp barrier
    if (me == 0) {
      POMP_Barrier_enter(&bar);
#pragma omp barrier
    } else
      enter(&third, &a);
  } else if (me == 0) {
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
