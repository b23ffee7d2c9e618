// Who waits at critical and ordered constructs and at locks, how long, and for whom, is what the program says, to the nanosecond: its
// threads come at times and hold for times that it sets, and who comes first has the lock first. It adds up itself who has left since
// a thread came, and for how long each holder was inside during that time.
// UNSUPPORTED: sanitized
// REQUIRES: gcc
// RUN: %fresh && %clocked -O2 %s -o a && gcc -Wall -Wno-unused-function -O2 -fopenmp -I %include -I %inputs %s -o g %clock
// DEFINE: %{waiters} = [r for r in regions if r["role"] in ("critical", "ordered", "lock")]
// DEFINE: %{lines} = {regions[b["holder"]]["begin_line1"] for b in blame if b["held"]} - {file("truth")["warm"]}
// DEFINE: %{true} = 'all(sum(r["contended"] for r in %{waiters}) == t["waited"] > 0 for t in [file("truth")])' \
// DEFINE:   'all(sum(r["wait_ns"] for r in %{waiters}) == t["time"] for t in [file("truth")])' \
// DEFINE:   '{str(l): sum(b["wait_ns"] for b in blame if b["held"] and regions[b["holder"]]["begin_line1"] == l) for l in %{lines}} == file("truth")["caused"]'
// RUN: env POMP_EXPERIMENT_DIR=a2 POMP_SUMMARY=0 ./a 2 teams > truth && %check a2 %{true}
// RUN: env POMP_EXPERIMENT_DIR=a4 POMP_SUMMARY=0 ./a 4 teams > truth && %check a4 %{true}
// Short waits are charged several at a time, when the lock is free again. The trace says the same, which %check compares.
// RUN: env POMP_EXPERIMENT_DIR=s2 POMP_SUMMARY=0 POMP_TRACE=1 ./a 2 teams 50 > truth && %check s2 %{true}
// RUN: env POMP_EXPERIMENT_DIR=s4 POMP_SUMMARY=0 POMP_TRACE=1 ./a 4 teams 50 > truth && %check s4 %{true}
// Without OMPT it is the same, but that teams at the same time are not distinguished.
// RUN: env POMP_EXPERIMENT_DIR=g2 POMP_SUMMARY=0 ./g 2 > truth && %check g2 %{true}
// RUN: env POMP_EXPERIMENT_DIR=g4 POMP_SUMMARY=0 ./g 4 > truth && %check g4 %{true}
// One thread waits for nobody: what its critical sections take is the lock's cost and ours. Here each event is 7 ns after the last one.
// RUN: env POMP_EXPERIMENT_DIR=one POMP_SUMMARY=0 POMP_TRACE=0 ./a 1 alone
// RUN: %check one 'wait("critical") == 0 and region("critical")["contended"] == 0' 'visits("critical") == 3000' \
// RUN:   'sum(r["wait_ns"] + r["contended"] for r in regions if r["name"].startswith("omp_")) == 0' 'blame == []' \
// RUN:   'region("critical")["exclusive_ns"] >= 7 * 3000'
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, MANY_LOCKS = 5000, ROUNDS = 40, BLOCKS = 2 * ROUNDS, PASSES = 100, VISITS = 4000 };
/* Ordered loops: of all threads, of two teams at the same time, of a team that has been one thread before. */
enum { OF_ALL, TEAMS = 2, GROWN, LOOPS };
enum scenario { CRITICAL, LOCK, NEST, ORDERED, QUEUE, UNNAMED, MANY, TEST, PASSED, SCENARIOS };
/* All critical constructs have the same lock, as they have no name. */
enum { THE_CRITICAL = MANY_LOCKS, THE_NEST, THE_ORDERED, LOCKS = THE_ORDERED + LOOPS };
enum { KINDS = 4, LINES = 100 * SCENARIOS, WARM = 100 * PASSED, OF_TEAMS = 99, OF_GROWN = 98 };

REGION(par, "parallel", 901);
REGION(inner, "parallel", 902);
REGION(like_critical, "critical", 1);
REGION(loop, "for", 903);
REGION(order, "ordered", 100 * ORDERED);
REGION(order_of_teams, "ordered", 100 * ORDERED + OF_TEAMS);
REGION(order_of_grown, "ordered", 100 * ORDERED + OF_GROWN);
REGION_AT(like_user, "region", "user", 1);
static struct ompregdescr criticals[SCENARIOS][KINDS], users[SCENARIOS][KINDS];
static omp_lock_t locks[MANY_LOCKS];
static omp_nest_lock_t nest;
static uint64_t is_free[LOCKS], unit = CLOCK_US; /* how many ns each "us" takes */

/* A thread has held a lock; `line` is that of the construct that holds it. */
struct hold {
  uint64_t begin, end;
  int lock, line;
};
/* This is what is true, by ordered loop; all else is in the first one, whose threads have their locks one after the other. */
static struct truth {
  struct hold holds[VISITS];
  int count;
  uint64_t waited, time, caused[LINES];
} truths[LOOPS];

/* A thread that came at `came` has had the lock from `begin` on, and frees it now. */
static void holds(struct truth *t, int lock, int line, uint64_t came, uint64_t begin) {
  uint64_t end = clock_now();
  bool waited = false;
  for (int i = t->count - 1; i >= 0; i--) {
    const struct hold *before = &t->holds[i];
    if (before->lock == lock && before->end <= came)
      break;
    if (before->lock != lock)
      continue;
    waited = true;
    t->caused[before->line] += before->end - clock_max(before->begin, came);
  }
  t->waited += waited;
  t->time += waited ? begin - came : 0;
  t->holds[t->count++] = (struct hold){begin, end, lock, line};
  clock_raise(&is_free[lock], end);
}

/* When each thread comes next. It goes on when nobody can come earlier. */
static uint64_t comes[THREADS];
static void come(int me) {
  uint64_t mine = clock_now(), other;
  __atomic_store_n(&comes[me], mine, __ATOMIC_RELEASE);
  for (int i = 0; i < THREADS; i++)
    while (i != me && ((other = __atomic_load_n(&comes[i], __ATOMIC_ACQUIRE)) < mine || (other == mine && i < me)))
      clock_pause();
}
static void has_gone(int me) { __atomic_store_n(&comes[me], UINT64_MAX, __ATOMIC_RELEASE); }

static void enter_critical(struct ompregdescr *d, uint64_t us) {
  uint64_t came = clock_now();
  clock_wait_for(&is_free[THE_CRITICAL]);
  POMP_Critical_enter(d);
#pragma omp critical
  {
    POMP_Critical_begin(d);
    uint64_t begin = clock_now();
    clock_work(us * unit);
    POMP_Critical_end(d);
    holds(truths, THE_CRITICAL, d->begin_line1, came, begin);
  }
  POMP_Critical_exit(d);
}
static void critical(int me, struct ompregdescr *d, uint64_t us) {
  come(me);
  enter_critical(d, us);
}

/* The region around the lock is what holds it. */
static void lock(int me, int which, struct ompregdescr *d, uint64_t us) {
  come(me);
  POMP_Begin(d);
  uint64_t came = clock_now();
  clock_wait_for(&is_free[which]);
  POMP_Set_lock(&locks[which]);
  uint64_t begin = clock_now();
  clock_work(us * unit);
  holds(truths, which, d->begin_line1, came, begin);
  POMP_Unset_lock(&locks[which]);
  POMP_End(d);
}
static void nested(int me, struct ompregdescr *d, uint64_t us) {
  come(me);
  POMP_Begin(d);
  uint64_t came = clock_now();
  clock_wait_for(&is_free[THE_NEST]);
  POMP_Set_nest_lock(&nest);
  uint64_t begin = clock_now();
  POMP_Set_nest_lock(&nest);
  clock_work(us * unit);
  POMP_Unset_nest_lock(&nest);
  holds(truths, THE_NEST, d->begin_line1, came, begin);
  POMP_Unset_nest_lock(&nest);
  POMP_End(d);
}

/* It asks until it gets the lock, and so never waits; those who wait, wait for it. By the clock the lock is held where it is not
 * free yet, and so it is really. */
static void test(int me, struct ompregdescr *d, uint64_t us) {
  POMP_Begin(d);
  for (come(me); clock_now() < is_free[0]; come(me)) {
    omp_set_lock(&locks[0]);
    if (POMP_Test_lock(&locks[0]))
      abort();
    omp_unset_lock(&locks[0]);
    clock_work(2 * unit);
  }
  if (!POMP_Test_lock(&locks[0]))
    abort();
  uint64_t now = clock_now();
  clock_work(us * unit);
  holds(truths, 0, d->begin_line1, now, now);
  POMP_Unset_lock(&locks[0]);
  POMP_End(d);
}

/* All iterations are of one loop in each team, `chunk` of them of a thread at a time. Between ordered blocks a thread works. In the first round each comes when the one
 * before has left, so that nobody waits; in the next one the first thread, which is early, waits for all the others. */
static void ordered(int team, int chunk, struct ompregdescr *d) {
  static int turns[LOOPS];
  int members = omp_get_num_threads();
  POMP_For_enter(&loop);
#pragma omp for ordered schedule(static, chunk) nowait
  for (int i = 0; i < BLOCKS; i++) {
    clock_work((i < members ? 60 * ((unsigned)i + 1) : i % 7 ? 5 : 60) * unit);
    uint64_t came = clock_now();
    clock_turn(&turns[team], i);
    clock_wait_for(&is_free[THE_ORDERED + team]);
    POMP_Ordered_enter(d);
#pragma omp ordered
    {
      POMP_Ordered_begin(d);
      uint64_t begin = clock_now();
      clock_work(20 * unit);
      POMP_Ordered_end(d);
      holds(&truths[team], THE_ORDERED + team, d->begin_line1, came, begin);
    }
    POMP_Ordered_exit(d);
    __atomic_store_n(&turns[team], (i + 1) % BLOCKS, __ATOMIC_RELEASE);
  }
  POMP_For_exit(&loop);
}

/* One thread passes the others, which have come as early, many times. What is kept of who held the lock grows in the warm
 * rounds: some of that is nobody's there. */
static void passed(int me, int round) {
  static int turns[3];
  struct ompregdescr *d = &criticals[PASSED][round == 2];
  clock_turn(&turns[round], me);
  for (int i = 0; i < (me ? 1 : PASSES); i++)
    enter_critical(d, 1);
  clock_next(&turns[round]);
}

/* Many blocks of the first thread's are over when the next one may enter its first, which has been there all the time. */
static void grown(int size) {
  for (int members = 1; members <= size; members += size - 1) {
    clock_fork();
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(members)
    {
      POMP_Parallel_begin(&par);
      ordered(GROWN, BLOCKS / members, &order_of_grown);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
}

static unsigned next(unsigned *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

static void visit(enum scenario s, int me, int i, unsigned *seed) {
  if (s == CRITICAL)
    critical(me, &criticals[s][0], 20);
  else if (s == LOCK)
    lock(me, 0, &users[s][me % 2], 20);
  else if (s == NEST)
    nested(me, &users[s][me % 2], 20);
  else if (s == TEST && me % 2 == 0)
    test(me, &users[s][0], 20);
  else if (s == TEST)
    lock(me, 0, &users[s][1], 20);
  else if (s == QUEUE) /* each thread has a place and a time of its own */
    critical(me, &criticals[s][me % 3], 10u << me % 3);
  else if (s == UNNAMED) {
    critical(me, &criticals[s][0], 10);
    clock_work(5 * unit);
    critical(me, &criticals[s][1], 20);
  } else if (s == MANY) /* some locks are wanted often, the others are many */
    lock(me, next(seed) % 4 ? (int)(next(seed) % 3) : (int)(next(seed) % MANY_LOCKS), &users[s][i % 2], 20);
}

/* All come to a scenario at the same time. */
static void meet(int me) {
  static struct clock_meeting meeting;
  static size_t instances[THREADS];
  clock_meet(&meeting, instances[me]++);
#pragma omp barrier
  clock_met();
}
static void work(int me) {
  unsigned seed = (unsigned)me + 1;
  for (enum scenario s = 0; s < SCENARIOS; s++) {
    meet(me);
    __atomic_store_n(&comes[me], clock_now(), __ATOMIC_RELEASE);
    meet(me);
    for (int i = 0; s != ORDERED && s != PASSED && i < ROUNDS; i++)
      visit(s, me, i, &seed);
    has_gone(me);
    if (s == ORDERED)
      ordered(OF_ALL, 1, &order);
    for (int round = 0; s == PASSED && round < 3; round++) {
      passed(me, round);
      meet(me);
    }
  }
}

/* Two teams execute the same loop at the same time; their ordered blocks have nothing to do with each other. */
static void teams(int size) {
  omp_set_max_active_levels(2);
  clock_fork();
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(TEAMS)
  {
    int team = 1 + omp_get_thread_num();
    POMP_Parallel_begin(&par);
    clock_fork();
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(size)
    {
      POMP_Parallel_begin(&inner);
      ordered(team, 1, &order_of_teams);
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static uint64_t tick(void) {
  static uint64_t now = CLOCK_BEGIN;
  return now += 7;
}
static void alone(void) {
  __pomp_ask = tick;
  POMP_Parallel_fork(&par);
  for (int i = 0; i < 3000; i++) {
    POMP_Critical_enter(&criticals[CRITICAL][0]);
#pragma omp critical
    {
      POMP_Critical_begin(&criticals[CRITICAL][0]);
      POMP_Critical_end(&criticals[CRITICAL][0]);
    }
    POMP_Critical_exit(&criticals[CRITICAL][0]);
    POMP_Set_lock(&locks[0]);
    POMP_Unset_lock(&locks[0]);
    POMP_Set_nest_lock(&nest);
    POMP_Set_nest_lock(&nest);
    POMP_Unset_nest_lock(&nest);
    POMP_Unset_nest_lock(&nest);
  }
  POMP_Parallel_join(&par);
}

static void print(void) {
  uint64_t waited = 0, time = 0;
  for (int i = 0; i < LOOPS; i++) {
    waited += truths[i].waited;
    time += truths[i].time;
  }
  printf("{\"waited\": %ju, \"time\": %ju, \"warm\": %d, \"caused\": {", waited, time, WARM);
  const char *comma = "";
  for (int line = 0; line < LINES; line++) {
    uint64_t caused = 0;
    for (int i = 0; i < LOOPS; i++)
      caused += truths[i].caused[line];
    if (caused && line != WARM) {
      printf("%s\"%d\": %ju", comma, line, caused);
      comma = ", ";
    }
  }
  puts("}}");
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 2;
  if (argc > 3)
    unit = (uint64_t)atoi(argv[3]);
  for (int s = 0; s < SCENARIOS; s++) {
    regions_fill(criticals[s], KINDS, &like_critical, "critical", 100 * s);
    regions_fill(users[s], KINDS, &like_user, "region", 100 * s + 50);
  }
  for (int i = 0; i < MANY_LOCKS; i++)
    POMP_Init_lock(&locks[i]);
  POMP_Init_nest_lock(&nest);
  if (threads == 1) {
    alone();
    return 0;
  }
  clock_start();
  for (int i = 0; i < MANY_LOCKS; i++) { /* so many are known */
    POMP_Set_lock(&locks[i]);
    POMP_Unset_lock(&locks[i]);
  }
  for (int i = threads; i < THREADS; i++)
    has_gone(i);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
  {
    POMP_Parallel_begin(&par);
    work(omp_get_thread_num());
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  if (argc > 2) {
    teams(threads);
    grown(threads);
  }
  print();
  return 0;
}
