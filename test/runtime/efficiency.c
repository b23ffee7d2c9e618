// The factors of the efficiency are those that the program knows by construction: serial code, uneven work before a barrier and
// at the end of the team, waiting for a critical section. By the clock that it sets, each ns is where the program has spent it, and
// counts once, so that the factors' products are the factors above them, exactly. Each truth is for one round, in ms: wall, useful,
// serial, balance, scheduling. A barrier costs E, an estimate: members that come last take no time, which is 0 to 64 ns in a histogram.
// RUN: %fresh && %clocked %s -o a
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 ./a 2
// RUN: %python %inputs/efficiency.py 2 "3+3+2, 3+1+3+2+1, 3, 2-E, 1+E" %pomp_report e2
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e4 POMP_SUMMARY=0 ./a 4
// RUN: %python %inputs/efficiency.py 4 "3+7+4, 3+1+3+5+7+4+1, 3*3, 6+4+2+2+2+1-6*E, 1+2+3+6*E" %pomp_report e4
// RUN: %python %inputs/efficiency.py 4 "3+7+4, 3+1+3+5+7+4+1, 3*3, 6+4+2+2+2+1-6*E, 1+2+3+6*E" %pomp_report --from-trace e4
// Without a trace the profile bounds how long all threads worked at the same time.
// RUN: cp -r e2 p2 && cp -r e4 p4 && rm p2/trace.pomp p4/trace.pomp
// RUN: %python %inputs/efficiency.py 2 "3+3+2, 3+1+3+2+1, 3, 2-E, 1+E" %pomp_report p2
// RUN: %python %inputs/efficiency.py 4 "3+7+4, 3+1+3+5+7+4+1, 3*3, 6+4+2+2+2+1-6*E, 1+2+3+6*E" %pomp_report p4
//
// Several experiments side by side: the reference is the one with the fewest threads, or the one that is named.
// RUN: %pomp_report --efficiency e4 e2 > several && FileCheck %s < several && not grep " $" several
// CHECK: {{^}}Efficiency of the whole run, in comparison with e2{{$}}
// CHECK-NEXT: {{^}} e4 e2{{$}}
// CHECK-NEXT: {{^}} threads 4 2{{$}}
// CHECK-NEXT: {{^}} wall s 0.210 0.120{{$}}
// CHECK-NEXT: {{^}} speed-up 0.57 1.00{{$}}
// CHECK-NEXT: {{^}} efficiency 28.6 % 100.0 %{{$}}
// CHECK-NEXT: {{^}} computation scaling 41.7 % 100.0 %{{$}}
// CHECK-NEXT: {{^}} parallel efficiency 42.9 % 62.5 %
// CHECK-NEXT: {{^}} MPI 100.0 % 100.0 %
// CHECK-NEXT: {{^}} OpenMP 42.9 % 62.5 %
// CHECK-NEXT: {{^}} serial part 72.7 % 76.9 %
// CHECK-NEXT: {{^}} balance 66.0 % 86.7 %
// CHECK-NEXT: {{^}} scheduling, synchronisation 89.3 % 93.7 %
// CHECK-NEXT: {{^}} e4 loses most by: computation (41.7 % of what the reference has).{{$}}
// RUN: %python %inputs/scaling.py %pomp_report e2 e4
//
// The report refuses in one line what can't be had.
// RUN: not %pomp_report --efficiency --of wrok e2 2> err && grep "^pomp-report: --of: no experiment has entered wrok (did you mean work?); it takes" err && count 1 < err
// RUN: not %pomp_report --reference e3 e2 e4 2> err && grep "^pomp-report: --reference: e3 is none of the experiments that are named" err && count 1 < err
// RUN: not %pomp_report --efficiency --of= e2 2> err && grep "^pomp-report: --of takes a region" err && count 1 < err
// RUN: not %pomp_report --efficiency e2 nowhere 2> err && grep "^pomp-report: nowhere: No such file" err && count 1 < err
// RUN: not %pomp_report --efficiency --flat e2 e4 2> err && grep "^pomp-report: one experiment at a time, not e4 as well" err && count 1 < err
// RUN: not %pomp_report --json e2 e4 2> err && grep "^pomp-report: one experiment at a time, not e4 as well" err
#include "clocked-barrier.h"
#include <stdlib.h>

enum { ROUNDS = 15 };

REGION_AT(work, "region", "work", 1);
REGION(team, "parallel", 2);
REGION(between, "barrier", 3);
REGION_AT(sum, "critical", "sum", 4);
REGION_AT(part, "region", "part", 5);

/* Members come to the critical section at the same time, and get it in turn. */
static void member(int me, size_t round) {
  static struct clock_meeting barrier;
  static uint64_t is_free;
  static int turns[ROUNDS];
  POMP_Begin(&part);
  clock_work((1 + 2 * (uint64_t)me) * CLOCK_MS);
  POMP_End(&part);
  clocked_barrier(&between, &barrier, round);
  clock_wait_for(&is_free);
  POMP_Critical_enter(&sum);
  clock_turn(&turns[round], me);
#pragma omp critical
  {
    POMP_Critical_begin(&sum);
    clock_work(CLOCK_MS);
    POMP_Critical_end(&sum);
    clock_raise(&is_free, clock_now());
  }
  clock_next(&turns[round]);
  POMP_Critical_exit(&sum);
  clock_work(me ? 0 : CLOCK_MS);
}

int main(int argc, char **argv) {
  static struct clock_meeting end;
  const int threads = argc > 1 ? atoi(argv[1]) : 2;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  clock_start();
  POMP_Begin(&work);
  for (size_t round = 0; round < ROUNDS; round++) {
    clock_work(3 * CLOCK_MS);
    POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(threads)
    {
      POMP_Parallel_begin(&team);
      member(omp_get_thread_num(), round);
      POMP_Parallel_end(&team);
      clock_meet(&end, round);
    }
    clock_met();
    POMP_Parallel_join(&team);
  }
  POMP_End(&work);
  return 0;
}
