// The members of teams are compared instance by instance, and who took longest is known. The program takes each member's
// time in each instance, from after the enter to before the barrier (or the exit, where there is none), and
// Inputs/imbalance.py computes the same figures from them. The machine may be as busy as it likes.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=2 OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=two POMP_SUMMARY=0 ./a > truth
// RUN: %check two && %python %inputs/imbalance.py %pomp_report two truth
// RUN: env OMP_NUM_THREADS=4 OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=four POMP_SUMMARY=0 ./a > truth
// RUN: %check four && %python %inputs/imbalance.py %pomp_report four truth
// Without OMPT teams are unknown, and the figure is one of sums, and says so.
// RUN: env OMP_NUM_THREADS=2 OMP_TOOL=disabled POMP_EXPERIMENT_DIR=none POMP_SUMMARY=0 ./a > truth
// RUN: %check none 'region("for", 1)["balance"]["by"] == "sums"' 'region("for", 1)["balance"]["instances"] is None' \
// RUN:   'region("for", 1)["balance"]["latest"] == []'
#include "regions.h"
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>

enum { IN_TURN, SAME, SIZES, NOWAIT, NESTED, SECTIONS, CANCELLED, MANY, DYNAMIC, COMBINED, ALONE, AHEAD, SWITCHED, CASES };
static const char *const names[CASES] = {"in turn", "same",    "sizes",    "nowait", "nested", "sections", "cancelled",
                                         "many",    "dynamic", "combined", "alone",  "ahead",  "switched"};
enum { INSTANCES = 1000, MEMBERS = 8 };
static struct ompregdescr loops[CASES];
REGION(par, "parallel", 100);
REGION(inner, "parallel", 101);
REGION(like, "for", 1);
REGION(section, "sections", 50);

/* The ns of each member's part of an instance. A member has the number that its team's thread has; members of nested teams
 * have that of the outer thread before it. */
static struct part {
  double ns;
  int outer;
} parts[CASES][INSTANCES][MEMBERS];
static int counts[CASES];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void took(int c, int i, double ns) {
  parts[c][i][omp_get_thread_num()] = (struct part){ns > 1 ? ns : 1, omp_get_ancestor_thread_num(1)};
}

static void share(int c, int i, double ms, bool waits) {
  POMP_For_enter(&loops[c]);
  double from = now();
  busy(ms);
  took(c, i, now() - from);
  if (waits) {
    POMP_Barrier_enter(&loops[c]);
#pragma omp barrier
    POMP_Barrier_exit(&loops[c]);
  }
  POMP_For_exit(&loops[c]);
}

/* Each is what one member does. */
static void in_turn(int me, int size) {
  for (int i = 0; i < 40; i++)
    share(IN_TURN, i, i % size == me ? 2 : 0.3, true);
}
static void same(int me, int size) {
  for (int i = 0; i < 40; i++)
    share(SAME, i, me == size - 1 ? 2 : 0.5, true);
}
static void without_waiting(int me, int size) {
  for (int i = 0; i < 40; i++)
    share(NOWAIT, i, (i + me) % size == 0 ? 1.5 : 0.5, false);
}
static void many(int me, int size) {
  for (int i = 0; i < 1000; i++)
    share(MANY, i, i % size == me ? 0.15 : 0.05, true);
}
static void ahead(int me, int size) {
  (void)size;
  for (int i = 0; i < 300; i++)
    share(AHEAD, i, me ? 0.02 : 0.2, false);
}
static void dynamic(int me, int size) {
  (void)me;
  for (int i = 0; i < 20; i++) {
    POMP_For_enter(&loops[DYNAMIC]);
    double from = now(), to = from;
#pragma omp for schedule(dynamic) nowait
    for (int k = 0; k < 3 * size + 1; k++) {
      busy(k == 3 * size ? 2 : 0.5); /* the last one is long */
      to = now();
    }
    took(DYNAMIC, i, to - from);
    POMP_Barrier_enter(&loops[DYNAMIC]);
#pragma omp barrier
    POMP_Barrier_exit(&loops[DYNAMIC]);
    POMP_For_exit(&loops[DYNAMIC]);
  }
}
static void sections(int me, int size) {
  (void)me, (void)size;
  for (int i = 0; i < 30; i++) {
    POMP_Sections_enter(&section);
    double from = now(), to = from;
#pragma omp sections nowait
    {
#pragma omp section
      {
        busy(i % 2 ? 2 : 0.5);
        to = now();
      }
#pragma omp section
      {
        busy(i % 2 ? 0.5 : 2);
        to = now();
      }
    }
    took(SECTIONS, i, to - from);
    POMP_Barrier_enter(&section);
#pragma omp barrier
    POMP_Barrier_exit(&section);
    POMP_Sections_exit(&section);
  }
}
/* One member cancels the loop when it is done; the others see that when they have done their first part. */
static void cancelled(int me, int size) {
  for (int i = 0; i < 30; i++) {
    POMP_For_enter(&loops[CANCELLED]);
    double from = now();
#pragma omp for schedule(static, 1)
    for (int k = 0; k < 4 * size; k++) {
      busy(me == i % size ? 0.3 : 1);
      took(CANCELLED, i, now() - from);
#pragma omp cancel for if (me == i % size)
    }
    POMP_For_exit(&loops[CANCELLED]);
  }
}

/* What comes after the measurement was off for a moment, on one thread or on all, is given up. */
static void switched(int me, int size) {
  for (int i = 0; i < 10; i++)
    share(SWITCHED, i, i % size == me ? 1 : 0.2, true);
#pragma omp barrier
  if (me == 0)
    POMP_Off();
#pragma omp barrier
  for (int i = 0; i < 3; i++)
    share(SWITCHED, 10, 0.1, true); /* the next one of this number is counted in the next team */
#pragma omp barrier
  if (me == 0)
    POMP_On();
#pragma omp barrier
  for (int i = 0; i < 3; i++)
    share(SWITCHED, 11, 0.1, true);
}

static void run(int c, int count, void (*body)(int, int)) {
  counts[c] = count;
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    body(omp_get_thread_num(), omp_get_num_threads());
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

/* The work is divided among the members of larger and larger teams; the first one gets more. */
static void sizes(int threads) {
  counts[SIZES] = 32;
  for (int i = 0; i < counts[SIZES]; i++) {
    int size = 1 + i % threads;
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(size)
    {
      POMP_Parallel_begin(&par);
      share(SIZES, i, omp_get_thread_num() ? 2.0 / size : 4.0 / size, true);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
}

/* As `parallel for` is instrumented: the loop and the team begin and end together. */
static void combined(void) {
  counts[COMBINED] = 40;
  for (int i = 0; i < counts[COMBINED]; i++) {
    POMP_Parallel_fork(&loops[COMBINED]);
#pragma omp parallel
    {
      POMP_Parallel_begin(&loops[COMBINED]);
      POMP_For_enter(&loops[COMBINED]);
      double from = now();
      busy(i % omp_get_num_threads() == omp_get_thread_num() ? 2 : 1);
      took(COMBINED, i, now() - from);
      POMP_For_exit(&loops[COMBINED]);
      POMP_Barrier_enter(&loops[COMBINED]);
#pragma omp barrier
      POMP_Barrier_exit(&loops[COMBINED]);
      POMP_Parallel_end(&loops[COMBINED]);
    }
    POMP_Parallel_join(&loops[COMBINED]);
  }
}

static void nested(int me, int size) {
  (void)size;
  for (int i = 0; i < 10; i++) {
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&inner);
      for (int k = 0; k < 2; k++)
        share(NESTED, (me * 10 + i) * 2 + k, omp_get_thread_num() == k ? 2 : 0.5, true);
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
  }
}

static void alone(void) {
  counts[ALONE] = 5;
  for (int i = 0; i < counts[ALONE]; i++)
    share(ALONE, i, 1, false);
}

static void print(int c) {
  printf("%s\"%s\": {\"line\": %d, \"instances\": [", c ? ",\n" : "{", names[c], c == SECTIONS ? 50 : c + 1);
  for (int i = 0; i < counts[c]; i++) {
    printf("%s[", i ? "," : "");
    for (int k = 0, first = 1; k < MEMBERS; k++)
      if (parts[c][i][k].ns > 0) {
        printf("%s[%d, %d, %.0f]", first ? "" : ",", c == NESTED ? parts[c][i][k].outer : -1, k, parts[c][i][k].ns);
        first = 0;
      }
    printf("]");
  }
  printf("]}");
}

int main(void) {
  int threads = omp_get_max_threads();
  regions_fill(loops, CASES, &like, "for", 1);
  loops[CANCELLED].flags |= POMP_RD_IMPLICIT_BARRIER;
  struct ompregdescr *table = &loops[CANCELLED];
  POMP_Register_regions(table, 1, sizeof *table);
  omp_set_max_active_levels(2);
  alone();
  run(IN_TURN, 40, in_turn);
  run(SAME, 40, same);
  sizes(threads);
  run(NOWAIT, 40, without_waiting);
  run(NESTED, 20 * threads, nested);
  run(SECTIONS, 30, sections);
  run(CANCELLED, 30, cancelled);
  run(MANY, 1000, many);
  run(DYNAMIC, 20, dynamic);
  combined();
  run(AHEAD, 300, ahead);
  run(SWITCHED, 10, switched);
  run(SWITCHED, 10, switched);
  for (int c = 0; c < CASES; c++)
    print(c);
  puts("}");
  return 0;
}
