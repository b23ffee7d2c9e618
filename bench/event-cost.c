/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* event-cost.c - measures what an enter/exit pair costs, in units of two reads of the measurement clock (rounds.h).
 * Not here: whole constructs (syncbench) and programs (dilation). bench/event-cost builds and runs it.
 *
 * In each round all cases run once. A pair is called as an instrumented program calls it: through the library's PLT.
 * With an argument, there is one row of that name, for a process where nothing is measured or where metrics are; a
 * second argument is its aim. "locks" stands for rows of POSIX threads' locks, which are measured if the program is
 * linked so. Counters of PAPI are four that the program exports by libsde, if it is built with that
 * (-DSDE). */
#include "pomp.h"
#include "rounds.h"

#include <pthread.h>
#include <string.h>
#ifdef SDE
#include <sde_lib.h>
#endif

enum { MANY = 100000, DEEPEST = 200, LOCATIONS = 64, SHARE = 8 };
static struct ompregdescr regions[MANY], outer[DEEPEST], critical_region, ordered_region;

/* Each of the functions below returns the ns of one pair, of clock reads or of events. */

/* This is what memory costs by itself: the descriptors are read in turn, and as many cache lines are written to. */
static struct line {
  unsigned long long visits;
} __attribute__((aligned(64))) lines[MANY];
static double clock_reads_and_memory(int count) {
  volatile unsigned long long sink;
  double start = now();
  for (int i = 0, k = 0; i < PAIRS; i++) {
    sink = clock_read();
    lines[k].visits += (unsigned)regions[k].begin_line1;
    sink = clock_read();
    k = k + 1 < count ? k + 1 : 0;
  }
  (void)sink;
  return ns_each(start, PAIRS);
}

static double some_pairs(int regions_in_turn, int pairs) {
  double start = now();
  for (int i = 0, k = 0; i < pairs; i++) {
    POMP_For_enter(&regions[k]);
    POMP_For_exit(&regions[k]);
    k = k + 1 < regions_in_turn ? k + 1 : 0;
  }
  return ns_each(start, pairs);
}
static double pairs(int regions_in_turn) { return some_pairs(regions_in_turn, PAIRS); }

static double at_depth(int depth) {
  for (int i = 0; i < depth; i++)
    POMP_Single_enter(&outer[i]);
  double time = pairs(1);
  for (int i = depth; i-- > 0;)
    POMP_Single_exit(&outer[i]);
  return time;
}

/* This is what calling the library costs by itself: the function does nothing. */
static double empty_calls(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    POMP_Register_regions(regions, 0, 0);
    POMP_Register_regions(regions, 0, 0);
  }
  return ns_each(start, PAIRS);
}

static double off(int unused) {
  (void)unused;
  POMP_Off();
  double time = pairs(1);
  POMP_On();
  return time;
}

static double critical(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    POMP_Critical_enter(&critical_region);
    POMP_Critical_begin(&critical_region);
    POMP_Critical_end(&critical_region);
    POMP_Critical_exit(&critical_region);
  }
  return ns_each(start, PAIRS);
}

static double ordered(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    POMP_Ordered_enter(&ordered_region);
    POMP_Ordered_begin(&ordered_region);
    POMP_Ordered_end(&ordered_region);
    POMP_Ordered_exit(&ordered_region);
  }
  return ns_each(start, PAIRS);
}

static void start_thread(pthread_t *thread, void *(*body)(void *), void *argument) {
  if (pthread_create(thread, NULL, body, argument)) {
    fputs("event-cost: no thread can be made\n", stderr);
    exit(1);
  }
}

/* Two threads do the same at the same time; the result is the time of the slower one. */
struct twin {
  pthread_barrier_t both;
  double (*run)(int);
  double other;
};
static void *twin_body(void *argument) {
  struct twin *twin = argument;
  twin->run(1); /* this makes what is made once a thread */
  pthread_barrier_wait(&twin->both);
  twin->other = twin->run(1);
  return NULL;
}
static double at_once(double (*run)(int)) {
  struct twin twin = {.run = run};
  pthread_barrier_init(&twin.both, NULL, 2);
  pthread_t thread;
  start_thread(&thread, twin_body, &twin);
  pthread_barrier_wait(&twin.both);
  double own = run(1);
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&twin.both);
  return own > twin.other ? own : twin.other;
}
static double clock_reads_at_once(int unused) {
  (void)unused;
  return at_once(clock_reads);
}
static double pairs_at_once(int unused) {
  (void)unused;
  return at_once(pairs);
}

/* All threads live, so that each has a location, and one at a time works for some 0.4 ms. The result is the mean of
 * their times. */
static pthread_mutex_t turn_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn_changed = PTHREAD_COND_INITIALIZER;
static int turn;
static void *take_turn(void *argument) {
  double *time = argument;
  pthread_mutex_lock(&turn_lock);
  while (turn != (int)*time)
    pthread_cond_wait(&turn_changed, &turn_lock);
  *time = some_pairs(1, PAIRS / SHARE);
  turn++;
  pthread_cond_broadcast(&turn_changed);
  while (turn < LOCATIONS)
    pthread_cond_wait(&turn_changed, &turn_lock);
  pthread_mutex_unlock(&turn_lock);
  return NULL;
}
static double locations_in_turn(int unused) {
  (void)unused;
  pthread_t threads[LOCATIONS];
  double times[LOCATIONS], sum = 0;
  turn = 0;
  for (int i = 0; i < LOCATIONS; i++) {
    times[i] = i; /* in: whose turn; out: its time */
    start_thread(&threads[i], take_turn, &times[i]);
  }
  for (int i = 0; i < LOCATIONS; i++) {
    pthread_join(threads[i], NULL);
    sum += times[i];
  }
  return sum / LOCATIONS;
}

/* Locks of POSIX threads that nobody waits for; of both cores at once, both read. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
#define LOCKS(kind, lock, take, free)                                                                                  \
  static double kind##_pairs(int unused) {                                                                             \
    (void)unused;                                                                                                      \
    double start = now();                                                                                              \
    for (int i = 0; i < PAIRS; i++) {                                                                                  \
      take(&(lock));                                                                                                   \
      free(&(lock));                                                                                                   \
    }                                                                                                                  \
    return ns_each(start, PAIRS);                                                                                      \
  }
LOCKS(mutex, mutex, pthread_mutex_lock, pthread_mutex_unlock)
LOCKS(spin, spin, pthread_spin_lock, pthread_spin_unlock)
LOCKS(reader, rwlock, pthread_rwlock_rdlock, pthread_rwlock_unlock)
LOCKS(writer, rwlock, pthread_rwlock_wrlock, pthread_rwlock_unlock)
static double readers_at_once(int unused) {
  (void)unused;
  return at_once(reader_pairs);
}

/* The aim, if it is not 0, is in the unit too. */
struct bench_case {
  const char *name;
  double (*run)(int);
  int argument;
  double (*unit)(int);
  double aim;
};
static const struct bench_case lock_cases[] = {
    {"mutex, lock and unlock", mutex_pairs, 0, clock_reads, 0},
    {"spin lock", spin_pairs, 0, clock_reads, 0},
    {"rwlock, for reading", reader_pairs, 0, clock_reads, 0},
    {"rwlock, for writing", writer_pairs, 0, clock_reads, 0},
    {"rwlock, both cores read *", readers_at_once, 0, clock_reads_at_once, 0},
};
static const struct bench_case cases[] = {
    {"two clock reads", clock_reads, 0, clock_reads, 0},
    {"two clock reads, both cores at it *", clock_reads_at_once, 0, clock_reads_at_once, 0},
    {"two clock reads, 10,000 lines touched", clock_reads_and_memory, 10000, clock_reads, 0},
    {"two clock reads, 100,000 lines touched", clock_reads_and_memory, MANY, clock_reads, 0},
    {"two calls that do nothing", empty_calls, 0, clock_reads, 0},
    {"pair, 1 region", pairs, 1, clock_reads, 1.5},
    {"pair, 2 regions in turn", pairs, 2, clock_reads, 1.5},
    {"pair, 100 regions in turn", pairs, 100, clock_reads, 1.5},
    {"pair, 10,000 regions in turn", pairs, 10000, clock_reads, 1.5},
    {"pair, 100,000 regions in turn", pairs, MANY, clock_reads, 1.5},
    {"pair, 10 deep", at_depth, 10, clock_reads, 1.5},
    {"pair, 200 deep", at_depth, DEEPEST, clock_reads, 1.5},
    {"pair, 64 threads in turn", locations_in_turn, 0, clock_reads, 1.5},
    {"pair, both cores at it *", pairs_at_once, 0, clock_reads_at_once, 1.5},
    {"critical, 4 events", critical, 0, clock_reads, 0},
    {"ordered, 4 events", ordered, 0, clock_reads, 0},
    {"pair, POMP_Off", off, 0, clock_reads, 0.25},
};
enum { COUNT = sizeof cases / sizeof *cases };

static void describe(struct ompregdescr *d, const char *name, int line) {
  d->name = name;
  d->sub_name = d->function_name = "";
  d->file_name = "event-cost.c";
  d->begin_line1 = d->begin_lineN = d->end_line1 = d->end_lineN = line;
}

static void bench(const struct bench_case *table, int count) {
  static struct rounds rows[COUNT];
  for (int round = -1; round < ROUNDS; round++)
    for (int c = 0; c < count; c++) {
      double unit = table[c].unit(0);
      rounds_note(&rows[c], round, table[c].run(table[c].argument), unit);
    }
  for (int c = 0; c < count; c++) {
    rounds_print(table[c].name, &rows[c]);
    if (table[c].aim > 0)
      printf("%7.2f", table[c].aim);
    putchar('\n');
  }
}

static void export_counters(void) {
#ifdef SDE
  static long long counters[4];
  papi_handle_t handle = papi_sde_init("bench");
  const char *const names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; i++)
    papi_sde_register_counter(handle, names[i], PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &counters[i]);
#endif
}

int main(int argc, char **argv) {
  export_counters();
  for (int i = 0; i < MANY; i++)
    describe(&regions[i], "for", i + 1);
  for (int i = 0; i < DEEPEST; i++)
    describe(&outer[i], "single", i + 1);
  describe(&critical_region, "critical", 1); /* only what is called so has a lock's record */
  describe(&ordered_region, "ordered", 1);
  if (argc > 1 && strcmp(argv[1], "locks") == 0) {
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    POMP_Begin(&outer[0]);
    bench(lock_cases, sizeof lock_cases / sizeof *lock_cases);
    POMP_End(&outer[0]);
    return 0;
  }
  if (argc > 1) {
    const struct bench_case one_row = {argv[1], pairs, 1, clock_reads, argc > 2 ? strtod(argv[2], NULL) : 0};
    bench(&one_row, 1);
    POMP_Begin(&outer[0]); /* without a user region the experiment would not be kept */
    POMP_End(&outer[0]);
    return 0;
  }
  printf("clock: " CLOCK "; CPU time; median and quartiles of %d rounds of %d pairs\n\n", ROUNDS, PAIRS);
  printf("%-40s %6s %6s %15s %7s\n", "", "ns", "units", "", "aim");
  bench(cases, COUNT);
  return 0;
}
