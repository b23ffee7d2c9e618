// The call paths of a view that needs sums alone are added up while they are read: --tree by itself has the same digits as
// beside a view that needs each of them, in less memory. A thread that did not visit a call path takes no node for it in the
// file, nor any other record.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 OMP_MAX_ACTIVE_LEVELS=2 ./a
// RUN: %python %inputs/tree-sums.py %pomp_report e
#include "regions.h"
#include <omp.h>

enum { TEAM = 4, OWN = 50 };
REGION(team, "parallel", 10);
REGION(inner, "parallel", 11);
REGION(loop, "for", 12);
REGION_AT(held, "critical", "held", 13);
REGION(made, "task", 14);
REGION_AT(own, "region", "own", 15);
static struct ompregdescr owns[TEAM * OWN]; /* each is visited by one thread; from line 100 on */

static void forked(void) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    POMP_For_enter(&loop);
    POMP_For_exit(&loop);
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

/* Recursive: the region is in itself. */
static void dive(int depth) {
  POMP_Begin(&own);
  if (depth)
    dive(depth - 1);
  POMP_End(&own);
}

int main(void) {
  regions_fill(owns, TEAM * OWN, &own, "region", 100);
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(TEAM)
  {
    POMP_Parallel_begin(&team);
    const int me = omp_get_thread_num();
    for (int i = 0; i < OWN; i++) {
      POMP_Begin(&owns[me * OWN + i]);
      POMP_End(&owns[me * OWN + i]);
    }
    dive(me);
    for (int i = 0; i < 20; i++) {
      POMP_Critical_enter(&held);
#pragma omp critical(held)
      {
        POMP_Critical_begin(&held);
        POMP_Critical_end(&held);
      }
      POMP_Critical_exit(&held);
    }
    for (int i = 0; i < 10; i++) {
      POMP_Task_create_begin(&made);
#pragma omp task
      {
        POMP_Task_begin(&made);
        dive(1);
        POMP_Task_end(&made);
      }
      POMP_Task_create_end(&made);
    }
    forked();
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  return 0;
}
