// The factors of the efficiency are those that the program knows by construction: serial code, uneven work before a barrier and
// at the end of the team, waiting for a critical section. It takes the times of all of these itself, shortly before each event and
// shortly after it: the truth lies between the two, however busy the machine is. Each ns counts once, so the factors' products are
// the factors above them, exactly.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 ./a 2 > out2 && %python %inputs/efficiency.py out2 2 %pomp_report e2
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e4 POMP_SUMMARY=0 ./a 4 > out4 && %python %inputs/efficiency.py out4 4 %pomp_report e4
// RUN: %python %inputs/efficiency.py out4 4 %pomp_report --from-trace e4
//
// Several experiments side by side: the reference is the one with the fewest threads, or the one that is named.
// RUN: %pomp_report --efficiency e4 e2 > several && FileCheck %s < several && not grep " $" several
// CHECK: {{^}}Efficiency of the whole run, in comparison with e2{{$}}
// CHECK-NEXT: {{^}} e4 e2{{$}}
// CHECK-NEXT: {{^}} threads 4 2{{$}}
// CHECK-NEXT: {{^}} wall s {{[0-9.]+ [0-9.]+$}}
// CHECK-NEXT: {{^}} speed-up {{[0-9.]+}} 1.00{{$}}
// CHECK-NEXT: {{^}} efficiency {{[0-9.]+}} % 100.0 %{{$}}
// CHECK-NEXT: {{^}} computation scaling {{[0-9.]+}} % 100.0 %{{$}}
// CHECK-NEXT: {{^}} parallel efficiency
// CHECK-NEXT: {{^}} MPI 100.0 % 100.0 %
// CHECK-NEXT: {{^}} OpenMP
// CHECK-NEXT: {{^}} serial part
// CHECK-NEXT: {{^}} balance
// CHECK-NEXT: {{^}} scheduling, synchronisation
// CHECK-NEXT: {{^}} e4 loses {{(most by: .* .[0-9.]+ % of what the reference has.|nothing by any factor)}}.{{$}}
// RUN: %python %inputs/scaling.py %pomp_report e2 e4
//
// The report refuses in one line what can't be had.
// RUN: not %pomp_report --efficiency --of wrok e2 2> err && grep "^pomp-report: --of: no experiment has entered wrok (did you mean work?); it takes" err && count 1 < err
// RUN: not %pomp_report --reference e3 e2 e4 2> err && grep "^pomp-report: --reference: e3 is none of the experiments that are named" err && count 1 < err
// RUN: not %pomp_report --efficiency --of= e2 2> err && grep "^pomp-report: --of takes a region" err && count 1 < err
// RUN: not %pomp_report --efficiency e2 nowhere 2> err && grep "^pomp-report: nowhere: No such file" err && count 1 < err
// RUN: not %pomp_report --efficiency --flat e2 e4 2> err && grep "^pomp-report: one experiment at a time, not e4 as well" err && count 1 < err
// RUN: not %pomp_report --json e2 e4 2> err && grep "^pomp-report: one experiment at a time, not e4 as well" err
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 15 };

REGION_AT(work, "region", "work", 1);
REGION(team, "parallel", 2);
REGION(between, "barrier", 3);
REGION_AT(sum, "critical", "sum", 4);
REGION_AT(part, "region", "part", 5);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* An event happens between these two times. */
struct event {
  double before, after;
};
#define EVENT(to, call) ((to).before = now(), (call), (to).after = now())

/* The least that a time can be, and the most. */
struct bounds {
  double least, most;
};
static struct bounds useful, serial, balance, waited;

static void add(struct bounds *to, double least, double most, double times) {
  to->least += times * (least > 0 ? least : 0);
  to->most += times * (most > 0 ? most : 0);
}
static void add_span(struct bounds *to, const struct event *from, const struct event *until, double times) {
  add(to, until->before - from->after, until->after - from->before, times);
}

struct member {
  struct event begin, barrier, passed, enter, block, block_end, exit, end;
};
static struct member members[THREADS];

/* The costs of the barriers themselves, as far as the program can tell: what members that came last have waited. */
static double own[2][ROUNDS];

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void count_team(int threads, int round, double joined) {
  double last = 0, last_before = 0, last_end = 0, last_end_before = 0;
  for (int i = 0; i < threads; i++) {
    const struct member *m = &members[i];
    last = m->barrier.after > last ? m->barrier.after : last;
    last_before = m->barrier.before > last_before ? m->barrier.before : last_before;
    last_end = m->end.after > last_end ? m->end.after : last_end;
    last_end_before = m->end.before > last_end_before ? m->end.before : last_end_before;
  }
  own[0][round] = own[1][round] = 1e9;
  for (int i = 0; i < threads; i++) {
    const struct member *m = &members[i];
    add_span(&useful, &m->begin, &m->barrier, 1);
    add_span(&useful, &m->passed, &m->enter, 1);
    add_span(&useful, &m->block, &m->block_end, 1);
    add_span(&useful, &m->exit, &m->end, 1);
    /* A member waits for the last one at least, and leaves the barrier when it leaves it. */
    add(&balance, last_before - m->barrier.after, m->passed.after - m->barrier.before, 1);
    add(&balance, last_end_before - m->end.after, joined - m->end.before, 1);
    add_span(&waited, &m->enter, &m->block, 1);
    if (m->passed.after - m->barrier.before < own[0][round])
      own[0][round] = m->passed.after - m->barrier.before;
  }
  own[1][round] = joined - last_end_before;
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 2;
  struct event begin, end, last, fork, join;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  EVENT(begin, POMP_Begin(&work));
  last = begin;
  for (int round = 0; round < ROUNDS; round++) {
    busy(3);
    EVENT(fork, POMP_Parallel_fork(&team));
    add_span(&useful, &last, &fork, 1);
    add_span(&serial, &last, &fork, threads - 1);
#pragma omp parallel num_threads(threads)
    {
      int me = omp_get_thread_num();
      struct member *m = &members[me];
      EVENT(m->begin, POMP_Parallel_begin(&team));
      POMP_Begin(&part);
      busy(1 + 2 * me);
      POMP_End(&part);
      EVENT(m->barrier, POMP_Barrier_enter(&between));
#pragma omp barrier
      EVENT(m->passed, POMP_Barrier_exit(&between));
      EVENT(m->enter, POMP_Critical_enter(&sum));
#pragma omp critical
      {
        EVENT(m->block, POMP_Critical_begin(&sum));
        busy(1);
        EVENT(m->block_end, POMP_Critical_end(&sum));
      }
      EVENT(m->exit, POMP_Critical_exit(&sum));
      busy(me ? 0 : 1);
      EVENT(m->end, POMP_Parallel_end(&team));
    }
    double joined = now();
    EVENT(join, POMP_Parallel_join(&team));
    count_team(threads, round, joined);
    last = join;
  }
  EVENT(end, POMP_End(&work));
  add_span(&useful, &last, &end, 1);
  add_span(&serial, &last, &end, threads - 1);
  for (int i = 0; i < 2; i++)
    qsort(own[i], ROUNDS, sizeof *own[i], by_value);
  printf("{\"wall\": [%.9f, %.9f], \"useful\": [%.9f, %.9f], \"serial\": [%.9f, %.9f], \"balance\": [%.9f, %.9f], "
         "\"waited\": [%.9f, %.9f], \"own\": %.9f, \"rounds\": %d}\n",
         end.before - begin.after, end.after - begin.before, useful.least, useful.most, serial.least, serial.most,
         balance.least, balance.most, waited.least, waited.most, own[0][ROUNDS / 2] + own[1][ROUNDS / 2], ROUNDS);
  return 0;
}
