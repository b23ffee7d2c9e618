// The table at the end and pomp-report say the same of nested teams, tasks, locks and threads of the program's own, with
// OMPT and without.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=with ./a 2> said && %pomp_report --json with > json && %python %inputs/summary.py said json
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=without ./a 2> said && %pomp_report --json without > json
// RUN: %python %inputs/summary.py said json && %check with && %check without
#include "regions.h"
#include <omp.h>
#include <pthread.h>

REGION_AT(mine, "region", "mine", 1);
REGION(outer, "parallel", 10);
REGION(inner, "parallelfor", 20);
REGION(critical, "critical", 30);
REGION(task, "task", 40);
REGION(wait, "taskwait", 50);
static omp_lock_t lock;

static void tasks(int depth) {
  busy(2);
  if (depth == 0)
    return;
  for (int i = 0; i < 2; i++) {
    POMP_Task_create_begin(&task);
#pragma omp task
    {
      POMP_Task_begin(&task);
      tasks(depth - 1);
      POMP_Task_end(&task);
    }
    POMP_Task_create_end(&task);
  }
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  POMP_Taskwait_end(&wait);
}

static void nested(void) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    POMP_For_enter(&inner);
    busy(3 + 4 * omp_get_thread_num());
    POMP_Barrier_enter(&inner);
#pragma omp barrier
    POMP_Barrier_exit(&inner);
    POMP_For_exit(&inner);
    POMP_Set_lock(&lock);
    busy(2);
    POMP_Unset_lock(&lock);
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

static void team(void) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    POMP_Critical_enter(&critical);
#pragma omp critical
    {
      POMP_Critical_begin(&critical);
      busy(3);
      POMP_Critical_end(&critical);
    }
    POMP_Critical_exit(&critical);
    nested();
    if (omp_get_thread_num() == 1)
      tasks(3);
    POMP_Barrier_enter(&outer);
#pragma omp barrier
    POMP_Barrier_exit(&outer);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

static void *other(void *unused) {
  POMP_Begin(&mine);
  nested();
  POMP_End(&mine);
  return unused;
}

int main(void) {
  pthread_t thread;
  POMP_Init_lock(&lock);
  omp_set_max_active_levels(3);
  busy(20);
  pthread_create(&thread, NULL, other, NULL);
  team();
  pthread_join(thread, NULL);
  team();
  POMP_Destroy_lock(&lock);
  return 0;
}
