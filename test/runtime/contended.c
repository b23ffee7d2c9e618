// Who waits at critical and ordered constructs and at locks, how long, and for whom, is what the program saw itself: with 2 and 4
// threads on the cores that there are, whatever else these have to do.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program -O2 %s -o a
// RUN: %python %inputs/contended.py %pomp_report ./a critical lock nest ordered queue unnamed many teams test
// Without OMPT it is the same. But libgomp's locks let threads pass others: when one waits for the first time, more may have held
// the lock than are kept by then, and are reported as nobody.
// RUN: gcc -Wall -Wno-unused-function -O2 -fopenmp -I %include -I %inputs %s -o g %library
// RUN: env TOTALS_ALONE=1 %python %inputs/contended.py %pomp_report ./g critical lock nest ordered queue
// One thread waits for nobody: what its critical sections take is the lock's cost and ours.
// RUN: env POMP_EXPERIMENT_DIR=one POMP_SUMMARY=0 POMP_TRACE=0 ./a alone 1 > alone.json
// RUN: %check one 'wait("critical") == 0 and region("critical")["contended"] == 0' 'visits("critical") == 300000' \
// RUN:   'sum(r["wait_ns"] + r["contended"] for r in regions if r["name"].startswith("omp_")) == 0' 'blame == []'
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40000, THREADS = 8, LOCKS = 5000, ROUNDS = 1000 };

/* A visit came, had the lock, and was about to free it, at these ns of CLOCK_MONOTONIC. The stamps are as close as possible to
 * the events: before the enter, before the block's begin, before its end. */
struct visit {
  double came, in, out;
  int lock, holder; /* which lock it is, and the line of what holds it */
};
static struct visit *visits[THREADS];
static int counts[THREADS];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static void hold(double us) {
  for (double end = now() + us * 1e3; now() < end;)
    ;
}

REGION(par, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(first, "critical", 10);
REGION(second, "critical", 20);
REGION(third, "critical", 30);
REGION(loop, "for", 39);
REGION(order, "ordered", 40);
REGION_AT(a, "region", "a", 50);
REGION_AT(b, "region", "b", 60);
static omp_lock_t locks[LOCKS];
static omp_nest_lock_t nest;

static struct visit *note(int thread, int lock, int holder) {
  struct visit *v = &visits[thread][counts[thread]++];
  v->lock = lock;
  v->holder = holder;
  return v;
}

static void critical(int me, struct ompregdescr *d, int line, double us) {
  struct visit *v = note(me, 0, line);
  v->came = now();
  POMP_Critical_enter(d);
#pragma omp critical
  {
    v->in = now();
    POMP_Critical_begin(d);
    hold(us);
    v->out = now();
    POMP_Critical_end(d);
  }
  POMP_Critical_exit(d);
}

/* The region around the lock is what holds it. */
static void lock(int me, int which, struct ompregdescr *d, int line, double us) {
  struct visit *v = note(me, which, line);
  POMP_Begin(d);
  v->came = now();
  POMP_Set_lock(&locks[which]);
  v->in = now();
  hold(us);
  v->out = now();
  POMP_Unset_lock(&locks[which]);
  POMP_End(d);
}

static void nested(int me, struct ompregdescr *d, int line, double us) {
  struct visit *v = note(me, 0, line);
  POMP_Begin(d);
  v->came = now();
  POMP_Set_nest_lock(&nest);
  v->in = now();
  POMP_Set_nest_lock(&nest);
  hold(us);
  POMP_Unset_nest_lock(&nest);
  v->out = now();
  POMP_Unset_nest_lock(&nest);
  POMP_End(d);
}

/* It asks until it gets the lock, and so never waits; those who wait, wait for it. */
static void test(int me, double us) {
  if (me % 2) {
    lock(me, 0, &a, 50, us);
    return;
  }
  POMP_Begin(&b);
  while (!POMP_Test_lock(&locks[0]))
    hold(2);
  struct visit *v = note(me, 0, 60);
  v->came = v->in = now();
  hold(us);
  v->out = now();
  POMP_Unset_lock(&locks[0]);
  POMP_End(&b);
}

/* All iterations are of one loop in each team. Between ordered blocks a thread works. */
static void ordered(int team, int me, int rounds) {
  POMP_For_enter(&loop);
#pragma omp for ordered schedule(static, 1) nowait
  for (int i = 0; i < rounds; i++) {
    hold(5);
    struct visit *v = note(me, team, 40);
    v->came = now();
    POMP_Ordered_enter(&order);
#pragma omp ordered
    {
      v->in = now();
      POMP_Ordered_begin(&order);
      hold(20);
      v->out = now();
      POMP_Ordered_end(&order);
    }
    POMP_Ordered_exit(&order);
  }
  POMP_For_exit(&loop);
}

static unsigned next(unsigned *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

static void work(const char *what, int me) {
  unsigned seed = (unsigned)me + 1;
  if (strcmp(what, "ordered") == 0)
    ordered(0, me, 2 * ROUNDS);
  for (int i = 0; i < ROUNDS; i++) {
    if (strcmp(what, "critical") == 0)
      critical(me, &first, 10, 20);
    else if (strcmp(what, "lock") == 0)
      lock(me, 0, me % 2 ? &a : &b, me % 2 ? 50 : 60, 20);
    else if (strcmp(what, "nest") == 0)
      nested(me, me % 2 ? &a : &b, me % 2 ? 50 : 60, 20);
    else if (strcmp(what, "test") == 0 && i < ROUNDS / 4)
      test(me, 20);
    else if (strcmp(what, "queue") == 0) /* each thread has a place and a time of its own */
      critical(me, me % 3 == 0 ? &first : me % 3 == 1 ? &second : &third, me % 3 * 10 + 10, 10 << me % 3);
    else if (strcmp(what, "unnamed") == 0) { /* all places have the same lock */
      critical(me, &first, 10, 10);
      hold(5);
      critical(me, &second, 20, 20);
    } else if (strcmp(what, "many") == 0) /* some locks are wanted often, the others are many */
      lock(me, next(&seed) % 4 ? (int)(next(&seed) % LOCKS) : (int)(next(&seed) % 3), i % 2 ? &a : &b, i % 2 ? 50 : 60, 20);
  }
}

/* Two teams execute the same loop at the same time; their ordered blocks have nothing to do with each other. */
static void teams(int size) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int team = omp_get_thread_num();
    POMP_Parallel_begin(&par);
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(size)
    {
      POMP_Parallel_begin(&inner);
      ordered(team, team * size + omp_get_thread_num(), ROUNDS);
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
    POMP_Parallel_end(&par);
  }
}

static void alone(void) {
  for (int i = 0; i < 300000; i++) {
    POMP_Critical_enter(&first);
#pragma omp critical
    {
      POMP_Critical_begin(&first);
      POMP_Critical_end(&first);
    }
    POMP_Critical_exit(&first);
    POMP_Set_lock(&locks[0]);
    POMP_Unset_lock(&locks[0]);
    POMP_Set_nest_lock(&nest);
    POMP_Set_nest_lock(&nest);
    POMP_Unset_nest_lock(&nest);
    POMP_Unset_nest_lock(&nest);
  }
}

int main(int argc, char **argv) {
  int threads = argc > 2 ? atoi(argv[2]) : 0;
  if (threads < 1 || threads > 4)
    return 2;
  for (int i = 0; i < THREADS; i++)
    visits[i] = malloc(MOST * sizeof *visits[i]);
  for (int i = 0; i < LOCKS; i++)
    POMP_Init_lock(&locks[i]);
  POMP_Init_nest_lock(&nest);
  POMP_Parallel_fork(&par);
  if (strcmp(argv[1], "teams") == 0)
    teams(threads);
  else if (strcmp(argv[1], "alone") == 0)
    alone();
  else
#pragma omp parallel num_threads(threads)
  {
    POMP_Parallel_begin(&par);
    work(argv[1], omp_get_thread_num());
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  printf("[");
  const char *comma = "";
  for (int i = 0; i < THREADS; i++)
    for (int k = 0; k < counts[i]; k++, comma = ",") {
      const struct visit *v = &visits[i][k];
      printf("%s\n[%.0f, %.0f, %.0f, %d, %d, %d]", comma, v->came, v->in, v->out, v->lock, v->holder, i);
    }
  printf("]\n");
  return 0;
}
