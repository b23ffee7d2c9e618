// Tasks have numbers in a trace: each follows from the one before in its chunk, and a reader may begin at any chunk.
// REQUIRES: babeltrace2
// RUN: %fresh && %clocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("task (create)") == visits("task") == 10000'
// RUN: %pomp_convert e --to ctf && %python %inputs/task-numbers.py e/ctf 5000 whole
// The tasks and all else take at most 12 bytes an enter and its exit, where events are some us apart.
// RUN: %python -c 'import os; assert os.path.getsize("e/trace.pomp") < 20000 * 12 + (5 << 15)'
// RUN: env POMP_TRACE=1 POMP_TRACE_MEMORY=192k POMP_TRACE_MODE=ring POMP_EXPERIMENT_DIR=ring POMP_SUMMARY=0 ./a
// RUN: %pomp_convert ring --to ctf 2> err && grep "were used again" err && %python %inputs/task-numbers.py ring/ctf 5000 part
#include "regions.h"
#include "test_clock.h"

enum { TASKS = 5000, AT_ONCE = 10 };
REGION(team, "parallel", 1);
REGION(creation, "task", 2);
static int done;

int main(void) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&team);
    for (int i = 0; i < TASKS / AT_ONCE; i++) {
      for (int k = 0; k < AT_ONCE; k++) {
        POMP_Task_create_begin(&creation);
        __atomic_fetch_add(&__pomp_time, CLOCK_US, __ATOMIC_RELAXED);
#pragma omp task
        {
          POMP_Task_begin(&creation);
#pragma omp atomic
          done++;
          __atomic_fetch_add(&__pomp_time, CLOCK_US, __ATOMIC_RELAXED);
          POMP_Task_end(&creation);
        }
        POMP_Task_create_end(&creation);
      }
#pragma omp taskwait
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  return done != 2 * TASKS;
}
