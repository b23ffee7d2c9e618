// POMP_Off and POMP_On: nothing is counted between them, and enters and exits stay balanced however they straddle them.
// RUN: %fresh && %clocked %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("region(f)") == 2' 'visits("region(g)") == 1' 'experiment["repaired"] == 0' \
// RUN:   'experiment["ignored"] == 0' 'experiment["unfinished"] == 0' 'visits("parallel") == 2' 'visits("for") == 2' \
// RUN:   'path("region(f)", "region(g)")["visits"] == 1' 'region("region(g)")["inclusive_ns"] == 32000000' \
// RUN:   'region("region(f)")["inclusive_ns"] == 42000000' 'len(regions) == 6'
// POMP_ENABLE=0 does the same, but all before the first POMP_On is missing.
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=d POMP_SUMMARY=0 POMP_ENABLE=0 ./a
// RUN: %check d 'visits("region(f)") == 1' 'visits("parallel") == 2' 'experiment["ignored"] == 0' \
// RUN:   '"region(g)" not in names()'
// Nobody switches it on: nothing is left behind.
// RUN: env POMP_EXPERIMENT_DIR=n POMP_ENABLE=0 ./a never 2> err && count 0 < err && not ls n
#include "regions.h"
#include "test_clock.h"

REGION_AT(f, "region", "f", 1);
REGION_AT(g, "region", "g", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);

static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    team();
    return 0;
  }
  POMP_Begin(&f);
  __pomp_time += CLOCK_MS;
  POMP_Begin(&g);
  __pomp_time += 2 * CLOCK_MS;
  POMP_Off();
  __pomp_time += 30 * CLOCK_MS;
  POMP_Begin(&f); /* this is the same region inside itself, unseen: */
  POMP_End(&f);   /* it must not end the outer one */
  POMP_Begin(&f);
  POMP_End(&g); /* g began when it was on, and ends; f goes on inside */
  __pomp_time += 4 * CLOCK_MS;
  POMP_On();
  POMP_End(&f); /* this is the unseen one */
  POMP_End(&f); /* this is the first one */
  POMP_Off();
  for (int i = 0; i < 100; i++) { /* this is more than are remembered by name */
    POMP_Begin(&f);
    team();
  }
  for (int i = 0; i < 100; i++)
    POMP_End(&f);
  POMP_Begin(&f);
  POMP_On();
  POMP_Begin(&f); /* this is seen, inside an unseen one */
  __pomp_time += 5 * CLOCK_MS;
  POMP_End(&f);
  POMP_End(&f);
  team();
  return 0;
}
