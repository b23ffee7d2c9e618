// Nothing is wrong with these programs, so nothing is found: the last members of a team come at most a hundredth of the run after the
// others, which is too little for a finding. Real programs, and a busy machine, are in test/real-time/healthy.test.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: %python %S/Inputs/healthy.py %pomp_report ./a 2 dynamic guided sections tasks reduction pipeline locks phases
// RUN: %python %S/Inputs/healthy.py %pomp_report ./a 4 dynamic guided sections tasks nested
#include "pair.h"
#include <string.h>

enum { MOST = 64 };

/* What is dealt out goes to the thread that is free first, by the set clock: each waits with what it has got until all others
 * are later than it is. */
static uint64_t times[MOST];
static void is_first(int size) {
  int me = omp_get_thread_num();
  uint64_t mine = now();
  __atomic_store_n(&times[me], mine, __ATOMIC_RELEASE);
  for (int i = 0; i < size; i++)
    for (uint64_t other = 0; i != me && (other < mine || (other == mine && i < me));) {
      other = __atomic_load_n(&times[i], __ATOMIC_ACQUIRE);
      if (other < mine || (other == mine && i < me))
        sched_yield();
    }
}
static void is_done(void) { __atomic_store_n(&times[omp_get_thread_num()], UINT64_MAX, __ATOMIC_RELEASE); }

/* Iterations take different times, and are dealt out as threads become free. */
static void dynamic(int size) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 1000; i++) {
      is_first(size);
      work((uint64_t)(1000 - i * 4 / 5));
    }
    is_done();
    MEET();
  }
}

static void guided(int size) {
#pragma omp parallel
  {
#pragma omp for schedule(guided, 4) nowait
    for (int i = 0; i < 4000; i++) {
      is_first(size);
      work(i % 7 ? 100 : 300);
    }
    is_done();
    MEET();
  }
}

static void sections(int size) {
  (void)size;
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

/* Making a task takes a hundredth of what it takes, and all threads make them. */
static int making(void) {
  cost(5000);
  return 0;
}
static void tasks(int size) {
#pragma omp parallel
  {
    MEET();
#pragma omp for
    for (int i = 0; i < 100 * size; i++) {
#pragma omp task priority(making())
      {
        TOGETHER(size);
        work(500);
      }
    }
  }
}

static void reduction(int size) {
  uint64_t sum = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10 * size; i++) {
      work(100);
      sum += 1;
    }
  }
  if (sum != 200u * (unsigned)size)
    puts("the sum is wrong");
}

/* Half as many teams of two as there are threads. */
static void nested(int size) {
  static int members;
  omp_set_max_active_levels(2);
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(size / 2)
    {
      forks();
#pragma omp parallel num_threads(2)
      {
        together(&members, size * (round + 1)); /* no thread is in both teams, one after the other */
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++)
          work(6000);
      }
    }
  }
}

/* A short part of each iteration has an order, and the next one has begun long before. */
static void pipeline(int size) {
  static uint64_t is_free;
  (void)size;
#pragma omp parallel
  {
#pragma omp for ordered schedule(static, 1) nowait
    for (int i = 0; i < 400; i++) {
      work(1000);
      wait_for(&is_free);
#pragma omp ordered
      {
        work(20);
        frees(&is_free);
      }
    }
    MEET();
  }
}

/* Everybody has the lock for a hundredth of the time. */
static void locks(int size) {
  static uint64_t is_free, other_is_free;
  static int turn;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
    for (int i = 0; i < 400; i++) {
      work(500);
      comes(&turn, i * size + omp_get_thread_num());
      wait_for(&is_free);
      omp_set_lock(&lock);
      work(5);
      frees(&is_free);
      omp_unset_lock(&lock);
      wait_for(&other_is_free);
#pragma omp critical(other)
      {
        work(5);
        frees(&other_is_free);
      }
      goes(&turn);
    }
    MEET();
  }
  omp_destroy_lock(&lock);
}

/* All have the same to do before each barrier. */
static void phases(int size) {
  static int count;
  (void)size;
#pragma omp parallel
  for (int round = 0; round < 60; round++) {
#pragma omp for
    for (int i = 0; i < 16; i++)
      work(1000);
    work(2000);
#pragma omp barrier
#pragma omp master
    count++;
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *mode;
    void (*run)(int);
  } modes[] = {{"dynamic", dynamic}, {"guided", guided},     {"sections", sections}, {"tasks", tasks}, {"reduction", reduction},
               {"nested", nested},   {"pipeline", pipeline}, {"locks", locks},       {"phases", phases}};
  for (unsigned i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp(argv[1], modes[i].mode) == 0) {
      pair_begin();
      modes[i].run(omp_get_max_threads());
      return 0;
    }
  return 2;
}
