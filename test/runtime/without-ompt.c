// Where the OpenMP runtime takes no tool, threads are distinguished all the same, visits are exact, and the report says that
// nesting is unknown.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'experiment["nesting"] == "unknown"' '[l["kind"] for l in locations] == ["initial"] + ["worker"] * 3' \
// RUN:   'all(l["level"] is None for l in locations if l["kind"] == "worker")' \
// RUN:   'visits("parallel", 1) == 400 and visits("parallel (fork-join)", 1) == 100' \
// RUN:   'sorted(l["visits"] for l in region("parallel", 1)["locations"]) == [100] * 4' 'visits("task (create)") == 200' \
// RUN:   'visits("task") == 200' 'visits("critical") == visits("critical (block)") == 400' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env POMP_EXPERIMENT_DIR=with POMP_SUMMARY=0 ./a && %check with 'experiment["nesting"] == "ompt"' 'len(locations) == 5'
// The table says whose doing it was.
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=table ./a 2>&1 | grep -x "pomp: OMP_TOOL=disabled: the OpenMP runtime reported nothing of teams and tasks"
// RUN: env POMP_EXPERIMENT_DIR=enabled ./a 2>&1 | not grep OMP_TOOL
#include "regions.h"

REGION(par, "parallel", 1);
REGION(task, "task", 2);
REGION(critical, "critical", 3);
static volatile int sum;

int main(void) {
  for (int i = 0; i < 100; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(4)
    {
      POMP_Parallel_begin(&par);
      POMP_Critical_enter(&critical);
#pragma omp critical
      {
        POMP_Critical_begin(&critical);
        sum++;
        POMP_Critical_end(&critical);
      }
      POMP_Critical_exit(&critical);
#pragma omp single
      for (int k = 0; k < 2; k++) {
        POMP_Task_create_begin(&task);
#pragma omp task
        {
          POMP_Task_begin(&task);
          POMP_Task_end(&task);
        }
        POMP_Task_create_end(&task);
      }
#pragma omp barrier
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  return sum != 400;
}
