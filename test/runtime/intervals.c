// POMP_PROFILE_EVERY divides a run of 20 days into intervals, without a thread that stops; older ones become longer, so that there are
// never more than 64. They add up to the run, to the nanosecond, and so they do if it is killed. By the clock that the program sets.
// RUN: %fresh && %clocked %s -o a && %python %inputs/intervals.py %pomp_report %pomp_runs
#include "regions.h"
#include "test_clock.h"

#include <signal.h>
#include <string.h>

REGION_AT(step, "region", "step", 1);
REGION(par, "parallel", 2);

enum { HOURS = 20 * 24 };
#define HOUR (3600000 * CLOCK_MS)

/* In each hour, member 1 works all of it, and member 0 more and more. */
static void hour(int i) {
  static struct clock_meeting end;
  POMP_Begin(&step);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    clock_work(omp_get_thread_num() ? HOUR : HOUR / HOURS * (uint64_t)i);
    POMP_Parallel_end(&par);
    clock_meet(&end, (size_t)i);
  }
  clock_met();
  POMP_Parallel_join(&par);
  POMP_End(&step);
}

int main(int argc, char **argv) {
  const bool dies = argc > 1 && strcmp(argv[1], "kill") == 0;
  clock_start();
  for (int i = 0; i < HOURS; i++) {
    if (dies && i == 100)
      raise(SIGKILL);
    hour(i);
  }
  return 0;
}
