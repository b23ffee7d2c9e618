// The program ends in a task, which executes on top of its creator, in a team: each region has once what it has counted,
// and the region around the team has nothing of the tasks.
// REQUIRES: papi
// RUN: %fresh && %program %s -lsde -o a
// DEFINE: %{steps} = '[metric("sde:::program::steps", r) for r in ("region(around)", "parallel (fork-join)", "parallel", "region(before)", "task")] == [1, 0, 10, 100, 11000]'
// RUN: env POMP_METRICS=sde:::program::steps POMP_EXPERIMENT_DIR=e ./a && %check e %{steps} 'metrics[0]["in_regions"] == 11111' 'experiment["unfinished"] > 5'
#include "regions.h"
#include <omp.h>
#include <sde_lib.h>
#include <stdlib.h>

REGION(par, "parallel", 1);
REGION(task, "task", 2);
REGION_AT(around, "region", "around", 3);
REGION_AT(before, "region", "before", 4);

static long long steps;

static void create(int count) {
  POMP_Task_create_begin(&task);
#pragma omp task
  {
    POMP_Task_begin(&task);
    steps += count;
    if (count > 1000)
      exit(0);
    POMP_Task_end(&task);
  }
  POMP_Task_create_end(&task);
}

int main(void) {
  papi_sde_register_counter(papi_sde_init("program"), "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &steps);
  POMP_Begin(&around);
  steps += 1;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&par);
    steps += 10;
    POMP_Begin(&before);
    steps += 100;
    create(1000); /* in a team of one, it executes where it is created */
    create(10000);
    POMP_End(&before);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  POMP_End(&around);
  return 1;
}
