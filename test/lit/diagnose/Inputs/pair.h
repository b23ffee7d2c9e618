/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pair.h - work that takes a time of its own, who waits until when, and the line in which a program of a pair states
 * its truth, in ns.
 *
 * The clock of the tests is the one that the program sets (test_clock.h), so figures are equal to what the program
 * states. With -DPAIR_REAL it is the machine's, for bench/pairs. Not here: what is held against the truth (pair.py,
 * bench/pair_times.py), and ranks (pair_mpi.h). */
#ifndef PAIR_H
#define PAIR_H

#include <stdint.h>
#include <stdio.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

#ifdef PAIR_REAL
#include "pair_real.h"
#else
#include "test_clock.h"
#define IF_REAL(real, set) set

static inline void pair_start(void) { clock_start(); }

/* Goes before the program's first team, as OMPT is not asked for barriers yet when it ends. */
static inline void pair_first_team(void) {
#ifdef _OPENMP
#pragma omp parallel
  clock_met();
#endif
}

/* Belongs first in main; or pair_start, where what is before the first team matters. */
static inline void pair_begin(void) {
  pair_start();
  pair_first_team();
}

static inline uint64_t now(void) { return clock_now(); }

/* The thread is busy for some microseconds. */
static inline void work(uint64_t us) { clock_work(us * CLOCK_US); }

/* For __pomp_ask, until pair_begin: each reading of the clock takes 100 ns, so that a pair of events takes 200. */
static inline uint64_t later_at_each_reading(void) {
  static uint64_t time = CLOCK_BEGIN;
  return time += 100;
}

/* What an operation of libomp's, or of the machine, takes; only the set clock has to be advanced for it. */
static inline void cost(uint64_t ns) { clock_work(ns); }

/* Belongs before a barrier, explicit or implicit, in what each member does; what it works behind that, before the
 * barrier or in a task that it executes there, moves on the barrier's end. `n` counts the instances. */
#define meeting clock_meeting
static inline void meet(struct meeting *m, int n) { clock_meet(m, (size_t)n); }

/* Who waits there goes on no sooner than at the time of the caller, for whom it waits. */
static inline void raises(struct meeting *m, int n) { clock_raise(&m->latest[n], clock_now()); }

/* As meet(), where all threads are members each time. */
#define MEET()                                                                                                         \
  do {                                                                                                                 \
    static struct meeting here;                                                                                        \
    static __thread int instance;                                                                                      \
    meet(&here, instance++);                                                                                           \
  } while (0)

/* The barrier that the thread is about to come to takes so long by itself. */
static inline void lasts(uint64_t ns) { clock_raise(clock_own.until, clock_own.time + ns); }

/* Belongs before a nested parallel region. */
static inline void forks(void) { clock_fork(); }

/* Stand before what waits for a lock, and before the lock's end in its holder: it is free from then on. */
static inline void wait_for(uint64_t *is_free) { clock_wait_for(is_free); }
static inline void frees(uint64_t *is_free) { clock_raise(is_free, clock_now()); }

/* Threads act in turn: these come before what the thread does as the `number`-th one, and behind it. */
static inline void comes(const int *turn, int number) { clock_turn(turn, number); }
static inline void goes(int *turn) { clock_next(turn); }

/* Threads go on when so many have been here. So none of them gets a chunk or a task that another one is to have. */
static inline void together(int *count, int until) {
  clock_next(count);
  while (__atomic_load_n(count, __ATOMIC_ACQUIRE) < until)
    sched_yield();
}

/* The same, where each of so many threads comes as often as the others. */
#define TOGETHER(threads)                                                                                              \
  do {                                                                                                                 \
    static int count;                                                                                                  \
    static __thread int times;                                                                                         \
    together(&count, ++times *(threads));                                                                              \
  } while (0)
#endif

/* Returns how much longer the one that took longest took than the others, in all. */
static inline uint64_t pair_late(const uint64_t *took, int size) {
  uint64_t most = 0, sum = 0;
  for (int i = 0; i < size; i++) {
    sum += took[i];
    most = LARGER(most, took[i]);
  }
  return most * (uint64_t)size - sum;
}

/* States what is wrong, in which line, and what thread time it costs. `more` is the rest of a JSON object: perhaps
 * "saving_ns", if that is not the difference of the two programs' wall times. */
#define PAIR_TRUTH(property, line, severity, more, ...)                                                                \
  printf("{\"property\": \"%s\", \"line\": %d, \"severity_ns\": %llu" more "}\n", property, line,                      \
         (unsigned long long)(severity), ##__VA_ARGS__)

static inline void pair_truth(const char *property, int line, uint64_t severity) {
  PAIR_TRUTH(property, line, severity, "");
}

/* States the same of what operations cost, which is compared only if the machine had time. */
static inline void pair_cost(const char *property, int line, uint64_t severity) {
  PAIR_TRUTH(property, line, severity, ", \"cost\": true");
}

/* States also which words the advice has. */
static inline void pair_advice(const char *property, int line, uint64_t severity, const char *advice) {
  PAIR_TRUTH(property, line, severity, ", \"advice\": \"%s\"", advice);
}

/* States also what fixing it saves, where that is not the difference of the two programs' wall times. */
static inline void pair_saving(const char *property, int line, uint64_t severity, uint64_t saving) {
  PAIR_TRUTH(property, line, severity, ", \"saving_ns\": %llu", (unsigned long long)saving);
}

#endif
