// A reader of a converted trace that adds up exclusive times finds the truth, although it knows nothing of teams: what the members
// numbered 0 do is inside of the fork-join at the location of the thread that forked them, also in nested teams. The program tells
// how long they worked in each team, and how long the fork-joins took beside that.
// REQUIRES: otf2
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth
// RUN: %pomp_convert e --to otf2 && %pomp_convert e --to ctf && %pomp_convert e --to perfetto
// RUN: %python %inputs/exclusive.py truth %pomp_report e otf2=e/otf2/traces.otf2 ctf=e/ctf perfetto=e/trace.json
#include "regions.h"

#include <stdio.h>
#include <time.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(user, "region", 3);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double worked[2], forking[2]; /* of thread 0, at both levels: in the members' blocks, and around them */

static void team(int level, int first) {
  struct ompregdescr *d = level ? &inner : &outer;
  double begin = now(), first_begin = begin, last_end = begin;
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(2)
  {
    int mine = first && omp_get_thread_num() == 0;
    POMP_Parallel_begin(d);
    if (mine)
      first_begin = now();
    busy(20);
    if (mine)
      worked[level] += now() - first_begin;
    if (level == 0)
      team(1, mine);
    if (mine)
      last_end = now();
    POMP_Parallel_end(d);
  }
  POMP_Parallel_join(d);
  if (first)
    forking[level] += first_begin - begin + now() - last_end;
}

int main(void) {
  omp_set_max_active_levels(2);
  POMP_Begin(&user);
  for (int i = 0; i < 5; i++)
    team(0, 1);
  POMP_End(&user);
  for (int level = 0; level < 2; level++)
    printf("%.9f %.9f\n", worked[level], forking[level]);
  return 0;
}
