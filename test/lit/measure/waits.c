// Contention, imbalance and idleness come out as the program made them. It measures the same itself, inside of the regions
// (at least that long) and around them (at most): that holds however busy the machine is.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a && %pomp_clang -O1 -fplugin-arg-pompinst-barriers=ompt %s -o b
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times
// RUN: %{check} e 'experiment["nesting"] == "ompt"' 'experiment["threads"] == 2 and experiment["allocation_ns"] == 2 * experiment["wall_ns"]' \
// Exclusive times are no more than the threads' time; the rest is the worker's idleness.
// RUN:   'experiment["in_regions_ns"] + experiment["outside_ns"] <= 1.001 * experiment["allocation_ns"]' \
// RUN:   'within([l for l in locations if l["name"] == "0→1"][0]["in_regions_ns"], file("times")["worker"])' \
// Contention: one thread holds it when the other comes.
// RUN:   'within(region("critical(slow)")["wait_ns"], file("times")["critical"])' 'visits("critical(slow)") == 2' \
// RUN:   'within(region("critical(slow) (block)")["inclusive_ns"], file("times")["held"])' \
// RUN:   'region("critical(slow)")["contended"] == region("critical(slow) (block)")["caused_waits"] == 1' \
// RUN:   'within(region("critical(slow) (block)")["caused_wait_ns"], file("times")["critical"])' \
// A lock has the same, and is held inside the region where it was set.
// RUN:   'within(region("omp_set_lock")["wait_ns"], file("times")["lock"])' \
// RUN:   'within(region("omp_set_lock")["held_ns"], file("times")["lock_held"])' \
// RUN:   'region("omp_set_lock")["contended"] == region("region(holder)")["caused_waits"] == 1' \
// RUN:   'within(region("region(holder)")["caused_wait_ns"], file("times")["lock"])' \
// Imbalance: the thread that is done first waits in the loop's barrier.
// RUN:   'within(region("barrier (implicit)", 100)["wait_ns"], file("times")["barrier"])' \
// RUN:   'within(region("for", 100)["exclusive_ns"], file("times")["loop"])'
// With implicit barriers left to OMPT, it is the same.
// RUN: env POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./b > times
// RUN: %{check} f 'visits("barrier (implicit)", 100) == 2' 'within(region("critical(slow)")["wait_ns"], file("times")["critical"])' \
// RUN:   'within(region("barrier (implicit)", 100)["wait_ns"], file("times")["barrier"])' \
// RUN:   'within(region("for", 100)["exclusive_ns"], file("times")["loop"])' \
// RUN:   'within([l for l in locations if l["name"] == "0→1"][0]["in_regions_ns"], file("times")["worker"])'
#include <omp.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static void busy(double ms) {
  for (double end = now() + ms * 1e6; now() < end;)
    ;
}

struct bounds {
  double least, most;
};
static struct bounds critical, held, lock_wait, lock_held;
static volatile int step;

/* Lets the other thread go on, or waits until it does. */
static void reach(int n) { __atomic_store_n(&step, n, __ATOMIC_RELEASE); }
static void await(int n) {
  while (__atomic_load_n(&step, __ATOMIC_ACQUIRE) < n)
    ;
}

/* These are moments of each thread: before it waits, when it has the lock, before it frees it, after that. */
static double c[2][4], l[2][4];

static void contention(int me, double *t) {
  if (me == 1) {
    await(1);
    reach(2);
  }
  t[0] = now();
#pragma omp critical(slow)
  {
    t[1] = now();
    if (me == 0) {
      reach(1);
      await(2);
      busy(30);
    }
    t[2] = now();
  }
  t[3] = now();
}

static omp_lock_t lock;
static void locking(int me, double *t) {
  if (me == 1) {
    await(3);
    reach(4);
    t[0] = now();
    omp_set_lock(&lock);
    t[1] = t[2] = now();
    omp_unset_lock(&lock);
  } else {
#pragma pomp inst begin(holder)
    t[0] = now();
    omp_set_lock(&lock);
    t[1] = now();
    reach(3);
    await(4);
    busy(30);
    t[2] = now();
    omp_unset_lock(&lock);
#pragma pomp inst end(holder)
  }
  t[3] = now();
}

/* These are the times that the two threads waited and held, at least and at most. */
static void bound(double t[2][4], struct bounds *waited, struct bounds *holding) {
  waited->least = t[0][2] - t[1][0];
  for (int i = 0; i < 2; i++) {
    waited->most += t[i][1] - t[i][0];
    holding->least += t[i][2] - t[i][1];
    holding->most += t[i][3] - t[i][0];
  }
  holding->most -= waited->least; /* this time is not spent holding */
}

static double before[2], begun[2], left[2], after[2], first[2], last[2];

int main(void) {
  omp_init_lock(&lock);
  double forked = now();
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    first[me] = now();
    contention(me, c[me]);
    locking(me, l[me]);
    before[me] = now();
#line 100
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++) {
      begun[i] = now();
      busy(i == 0 ? 40 : 10);
      left[i] = now();
    }
    last[me] = after[me] = now();
  }
  double joined = now();
  busy(50); /* the worker is idle */
  bound(c, &critical, &held);
  bound(l, &lock_wait, &lock_held);
  struct bounds barrier = {0, 0}, loop = {0, 0}, worker = {last[1] - first[1], joined - forked};
  double latest = left[0] > left[1] ? left[0] : left[1];
  for (int i = 0; i < 2; i++) {
    barrier.least += latest - left[i];
    barrier.most += after[i] - left[i];
    loop.least += left[i] - begun[i];
    loop.most += after[i] - before[i] - (latest - left[i]);
  }
#define PRINT(name, b) printf("\"%s\": [%.0f, %.0f], ", name, b.least, b.most)
  printf("{");
  PRINT("critical", critical);
  PRINT("held", held);
  PRINT("lock", lock_wait);
  PRINT("lock_held", lock_held);
  PRINT("barrier", barrier);
  PRINT("loop", loop);
  PRINT("worker", worker);
  printf("\"end\": 0}\n");
  return 0;
}
