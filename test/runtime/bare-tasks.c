// Tasks without events are created directly in a team whose CPU time is measured, some before the team has a record of that
// time and some after. What belongs to the tasks and what belongs to the team stay apart.
// RUN: %fresh && %clocked %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth
// RUN: %check e 'visits("task") == file("truth")["tasks"]' 'visits("parallel") == 2 * file("truth")["teams"]' \
// RUN:   '0 < region("parallel")["cpu"]["visits"] <= visits("parallel")'
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>

enum { TEAMS = 20, TASKS = 50 };
REGION(par, "parallel", 1);

static int executed;

int main(void) {
  static struct clock_meeting end;
  clock_start();
  for (int team = 0; team < TEAMS; team++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel
    {
      POMP_Parallel_begin(&par);
      for (int i = 0; i < TASKS; i++) {
#pragma omp task
        {
#pragma omp atomic
          executed++;
        }
      }
      clock_work(CLOCK_MS);
      clock_meet(&end, (size_t)team);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  printf("{\"tasks\": %d, \"teams\": %d}\n", executed, TEAMS);
  return 0;
}
