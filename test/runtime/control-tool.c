// omp_control_tool is asked for start, pause, flush, end, and for what is neither; the results are those that OpenMP says.
// RUN: %fresh && %program %s -o a -DREPORT='"%pomp_report"'
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && echo 0 0 0 1 1 0 1 1 > expected && diff out expected
// RUN: %check e 'visits("region(work)") == 30' \
// RUN:   '"region(unseen)" not in names()' 'experiment["state"] == "complete"' 'experiment["stop_reason"] == "none"' \
// RUN:   'visits("parallel") == 2' 'experiment["repaired"] == experiment["ignored"] == 0'
// At the flush everything was there to read, while the program ran.
// RUN: %python -c 'import json; e = json.load(open("flushed")); assert e["experiment"]["state"] == "running", e["experiment"]; assert [r["visits"] for r in e["regions"] if r["name"] == "region(work)"] == [30]'
// A pause before the first event: nothing is measured, and nothing left behind; or nothing is until it starts.
// RUN: env POMP_EXPERIMENT_DIR=p ./a early-pause > out 2> err && count 0 < err && not ls p
// RUN: env POMP_EXPERIMENT_DIR=s POMP_SUMMARY=0 ./a early-start > out && %check s 'visits("region(work)") == 10' '"region(unseen)" not in names()'
// POMP_ENABLE=0 waits for the start as for POMP_On.
// RUN: env POMP_ENABLE=0 POMP_EXPERIMENT_DIR=n POMP_SUMMARY=0 ./a early-start > out && %check n 'visits("region(work)") == 10'
// If no tool listens, the program learns that, and is measured all the same.
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=d POMP_SUMMARY=0 ./a > out && echo -2 -2 -2 -2 -2 -2 -2 -2 | diff - out
// RUN: %check d 'visits("region(work)") == 30' 'visits("region(unseen)") == 20'
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(unseen, "region", "unseen", 2);
REGION(par, "parallel", 3);

static void events(struct ompregdescr *d) {
  for (int i = 0; i < 10; i++) {
    POMP_Begin(d);
    POMP_End(d);
  }
}

static int control(int command) { return omp_control_tool(command, 0, NULL); }

int main(int argc, char **argv) {
  int result[8];
  omp_get_max_threads(); /* libomp 19 knows of no tool before something has started it */
  if (argc > 1) {
    control(omp_control_tool_pause);
    events(&unseen);
    if (strcmp(argv[1], "early-start") == 0)
      control(omp_control_tool_start);
    events(strcmp(argv[1], "early-start") == 0 ? &work : &unseen);
    return 0;
  }
  events(&work);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  result[0] = control(omp_control_tool_pause);
  events(&unseen);
  result[1] = control(omp_control_tool_start);
  events(&work);
  events(&work);
  result[2] = control(omp_control_tool_flush);
  char command[1000];
  snprintf(command, sizeof command, "%s --json %s > flushed", REPORT, getenv("POMP_EXPERIMENT_DIR"));
  if (system(command))
    return 1;
  result[3] = control(77);
  result[4] = control(0);
  result[5] = control(omp_control_tool_end);
  events(&unseen);
  result[6] = control(omp_control_tool_start);
  result[7] = control(omp_control_tool_flush);
  for (int i = 0; i < 8; i++)
    printf("%d%c", result[i], i < 7 ? ' ' : '\n');
  return 0;
}
