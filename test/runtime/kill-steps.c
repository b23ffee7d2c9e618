// SIGKILL comes after each single instruction of some events: profile and trace are each as they were before an
// event, or as they are after it. The second visit is one of regions that are known, 100 us after the event before. Then
// a team of one follows, with a lock and a task.
// UNSUPPORTED: target={{(aarch64|arm|powerpc|riscv).*}}, traced
// RUN: %fresh && %program %s -o a
// RUN: mkdir states && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e ./a step
// RUN: %python %inputs/kill-steps.py states %pomp_report
#include "steps.h"

REGION(loop, "for", 1);
REGION(one, "single", 2);
REGION(par, "parallel", 3);
REGION(guarded, "critical", 4);
REGION(work, "task", 5);
REGION(waiting, "taskwait", 6);

static void in_a_team(void) {
  STEPPED(POMP_Parallel_fork(&par));
#pragma omp parallel num_threads(1)
  {
    STEPPED(POMP_Parallel_begin(&par));
    STEPPED(POMP_Critical_enter(&guarded));
#pragma omp critical
    {
      STEPPED(POMP_Critical_begin(&guarded));
      STEPPED(POMP_Critical_end(&guarded));
    }
    STEPPED(POMP_Critical_exit(&guarded));
    STEPPED(POMP_Task_create_begin(&work));
#pragma omp task
    {
      STEPPED(POMP_Task_begin(&work));
      STEPPED(POMP_Task_end(&work));
    }
    STEPPED(POMP_Task_create_end(&work));
    STEPPED(POMP_Taskwait_begin(&waiting));
#pragma omp taskwait
    STEPPED(POMP_Taskwait_end(&waiting));
    STEPPED(POMP_Parallel_end(&par));
  }
  STEPPED(POMP_Parallel_join(&par));
}

int main(int argc, char **argv) {
  if (argc > 1)
    return step_through(argv);
  POMP_Init();
  for (int visit = 0; visit < 2; visit++) {
    busy(0.1);
    STEPPED(POMP_For_enter(&loop));
    busy(0.1);
    STEPPED(POMP_Single_enter(&one));
    STEPPED(POMP_Single_exit(&one));
    STEPPED(POMP_For_exit(&loop));
  }
  in_a_team();
  in_a_team();
  return 0;
}
