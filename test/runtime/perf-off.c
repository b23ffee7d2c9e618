// A program that switches off the perf events that its threads have opened is told that samples and metrics are missing from then on; a program that
// does not, or whose samples come by timers, is not told.
// REQUIRES: perf
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=off POMP_SAMPLE=1 POMP_METRICS=perf:task-clock ./a off 2> err
// RUN: grep -c -x -e "pomp: POMP_METRICS: the program has switched off or closed what counts its metrics: they are missing from then on" -e "pomp: POMP_SAMPLE: the program has switched off the events that take its samples: they are missing from then on" err | grep -x 2
// RUN: env POMP_EXPERIMENT_DIR=on POMP_SAMPLE=1 POMP_METRICS=perf:task-clock ./a 2> err && not grep "switched off" err
// RUN: env POMP_EXPERIMENT_DIR=wall POMP_SAMPLE=wall:1ms ./a off 2> err && not grep "switched off" err
#include "pomp.h"

#include <sys/prctl.h>
#include <time.h>

static struct ompregdescr region = {.name = "region", .sub_name = "r", .file_name = "test.c", .function_name = "main", .version = POMP_RD_VERSION};

/* Takes so much CPU time, which is what is lost, in visits. */
static void work(double seconds) {
  const double end = seconds + clock() / (double)CLOCKS_PER_SEC;
  while (clock() / (double)CLOCKS_PER_SEC < end) {
    POMP_Begin(&region);
    for (volatile int i = 0; i < 100000; i++)
      ;
    POMP_End(&region);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  work(0.1);
  if (argc > 1)
    prctl(PR_TASK_PERF_EVENTS_DISABLE);
  work(0.3);
  return 0;
}
