// A reader of a converted trace that adds up exclusive times finds the truth, although it knows nothing of teams: what the members
// numbered 0 do is inside of the fork-join at the location of the thread that forked them, also in nested teams. In each
// of 5 teams of both levels, member 0 works for 5 ms, and the fork, the wait for member 1, and the join take 1 + 3 + 2 ms.
// REQUIRES: otf2
// RUN: %fresh && %clocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %pomp_convert e --to otf2 && %pomp_convert e --to ctf && %pomp_convert e --to perfetto
// RUN: %python %inputs/exclusive.py 25000000 30000000 %pomp_report e otf2=e/otf2/traces.otf2 ctf=e/ctf perfetto=e/trace.json
#include "regions.h"
#include "test_clock.h"

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(user, "region", 3);

static void team(int level, int round) {
  static struct clock_meeting end;
  static size_t instances;
  static int forked, inside;
  struct ompregdescr *d = level ? &inner : &outer;
  size_t n = __atomic_fetch_add(&instances, 1, __ATOMIC_RELAXED);
  POMP_Parallel_fork(d);
  clock_work(1 * CLOCK_MS);
  if (level) { /* both members of the outer team fork at the same time */
    clock_next(&forked);
    clock_turn(&forked, 2 * (round + 1));
  }
  clock_fork();
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(d);
    if (level == 0)
      team(1, round);
    else { /* no thread is a member of one team after the other */
      clock_next(&inside);
      clock_turn(&inside, 4 * (round + 1));
    }
    clock_work((5 + 3 * (uint64_t)omp_get_thread_num()) * CLOCK_MS);
    POMP_Parallel_end(d);
    clock_meet(&end, n);
  }
  clock_work(2 * CLOCK_MS);
  POMP_Parallel_join(d);
}

int main(void) {
  clock_start();
  omp_set_max_active_levels(2);
  POMP_Begin(&user);
  for (int i = 0; i < 5; i++)
    team(0, i);
  POMP_End(&user);
  return 0;
}
