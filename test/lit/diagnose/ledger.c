// Each nanosecond of waiting and idleness is in a finding, or the report says that it is in none, and where.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: %python %S/Inputs/ledger.py %pomp_report ./a late loop nowait serial single lock overlap small before turns slow none
#include "pair.h"
#include <string.h>

enum { ROUNDS = 20, SHORT = 1000, LONG = 3000, SIZE = 4 };

static void even(uint64_t us) {
  work(us);
  MEET();
}

/* Members come late to a barrier: all is explained. */
static void late(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(omp_get_thread_num() ? SHORT : LONG);
    MEET();
#pragma omp barrier
  }
}

static void loop(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    MEET();
#pragma omp for schedule(static)
    for (int i = 0; i < SIZE; i++)
      work(i ? SHORT : LONG);
  }
}

/* The barrier's waiting is that of the loop. */
static void nowait(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < SIZE; i++)
      work(i ? SHORT : LONG);
    MEET();
#pragma omp barrier
  }
}

static void serial(void) {
  for (int round = 0; round < ROUNDS; round++) {
    work(SHORT);
#pragma omp parallel
    even(SHORT);
  }
}

static void single(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    MEET();
#pragma omp single
    work(SHORT);
    even(SHORT);
  }
}

/* Each member has the lock once a round; the waiting for it is explained, and so is what comes of it at the barrier, as the last one is late. */
static void lock(void) {
  static uint64_t is_free;
  static int turn;
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    comes(&turn, round * SIZE + omp_get_thread_num());
    wait_for(&is_free);
#pragma omp critical
    {
      work(SHORT);
      frees(&is_free);
    }
    goes(&turn);
    MEET();
#pragma omp barrier
  }
}

/* One barrier has the waiting for a single block and for a member that has more to do: neither finding has the other's time. */
static void overlap(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp master
    work(SHORT);
    work(omp_get_thread_num() == 1 ? LONG : SHORT);
    MEET();
#pragma omp barrier
  }
}

/* So little that it is no finding, and is not said. */
static uint64_t small(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(omp_get_thread_num() ? LONG : LONG + 10);
    MEET();
#line 300
#pragma omp barrier
  }
  return (uint64_t)ROUNDS * 10 * CLOCK_US * (SIZE - 1);
}

/* A member comes late to a loop, which is even, or not: the barrier's waiting is divided between the loop and what is before it. */
static void before(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(omp_get_thread_num() ? SHORT : LONG);
    MEET();
#pragma omp for schedule(static)
    for (int i = 0; i < SIZE; i++)
      work(round % 2 && i == 0 ? LONG : SHORT);
  }
}

/* Members come late to a loop in turn, which their sums do not tell: its barrier has waiting that is not the loop's. */
static void turns(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(omp_get_thread_num() == round % SIZE ? LONG : SHORT);
    MEET();
#pragma omp for schedule(static)
    for (int i = 0; i < SIZE; i++)
      work(SHORT);
  }
}

/* A barrier takes long by itself, and nobody comes late. */
static uint64_t slow(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(LONG);
    MEET();
    lasts(SHORT * CLOCK_US);
#line 400
#pragma omp barrier
  }
  return (uint64_t)ROUNDS * SHORT * CLOCK_US * SIZE;
}

static void none(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    even(SHORT);
#pragma omp barrier
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *mode;
    void (*run)(void);
    uint64_t (*leaves)(void);
    int line;
  } modes[] = {{"late", late, NULL, 0},     {"loop", loop, NULL, 0}, {"nowait", nowait, NULL, 0},   {"serial", serial, NULL, 0},
               {"single", single, NULL, 0}, {"lock", lock, NULL, 0}, {"overlap", overlap, NULL, 0}, {"small", NULL, small, 300},
               {"before", before, NULL, 0}, {"turns", turns, NULL, 0}, {"slow", NULL, slow, 400},    {"none", none, NULL, 0}};
  for (unsigned i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp(argv[1], modes[i].mode) == 0) {
      uint64_t left = 0;
      omp_set_num_threads(SIZE);
      pair_begin();
      if (modes[i].leaves)
        left = modes[i].leaves();
      else
        modes[i].run();
      printf("{\"unexplained_ns\": %llu, \"kind\": \"waiting\", \"line\": %d}\n", (unsigned long long)left, modes[i].line);
      return 0;
    }
  return 2;
}
