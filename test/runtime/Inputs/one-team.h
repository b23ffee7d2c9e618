/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* one-team.h - a team of two that has a loop, a critical section and a task: for programs that only need events of several kinds. */
#include "regions.h"

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(guarded, "critical", 3);
REGION(work, "task", 4);

static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    POMP_For_exit(&loop);
    POMP_Critical_enter(&guarded);
#pragma omp critical
    {
      POMP_Critical_begin(&guarded);
      POMP_Critical_end(&guarded);
    }
    POMP_Critical_exit(&guarded);
    POMP_Task_create_begin(&work);
#pragma omp task
    {
      POMP_Task_begin(&work);
      POMP_Task_end(&work);
    }
    POMP_Task_create_end(&work);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}
