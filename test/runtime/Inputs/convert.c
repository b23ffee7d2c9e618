/* convert.c - a program with what traces tell of: nested teams, tasks that execute on other threads, locks, critical
 * sections, barriers, a user region, and a time without measurement. With an argument it kills itself inside of it all. */
#include "regions.h"

#include <signal.h>
#include <unistd.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(loop, "for", 3);
REGION(bar, "barrier", 4);
REGION_AT(critical, "critical", "name", 5);
REGION_AT(other, "critical", "name", 6); /* this takes the same lock */
REGION(work, "task", 7);
REGION(all, "taskwait", 8);
REGION_AT(user, "region", "quoted \"\\", 9);
REGION(unseen, "region", 10);

static omp_lock_t lock;
static int started;

static void make_tasks(void) {
  for (int i = 0; i < 20; i++) {
    POMP_Task_create_begin(&work);
#pragma omp task untied
    {
      POMP_Task_begin(&work);
      POMP_Set_lock(&lock);
      busy(0.01);
      POMP_Unset_lock(&lock);
      POMP_Task_end(&work);
    }
    POMP_Task_create_end(&work);
  }
  POMP_Taskwait_begin(&all);
#pragma omp taskwait
  POMP_Taskwait_end(&all);
}

static void enter_critical(struct ompregdescr *d) {
  POMP_Critical_enter(d);
#pragma omp critical
  {
    POMP_Critical_begin(d);
    started++;
    POMP_Critical_end(d);
  }
  POMP_Critical_exit(d);
}

static void nested(int number) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    enter_critical(omp_get_thread_num() ? &other : &critical);
    if (number == 0 && omp_get_thread_num() == 0)
      make_tasks();
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

int main(int argc, char **argv) {
  (void)argv;
  omp_set_max_active_levels(2);
  POMP_Init_lock(&lock);
  POMP_Begin(&user);
  for (int i = 0; i < 3; i++) {
    POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(3)
    {
      POMP_Parallel_begin(&outer);
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
      POMP_Barrier_enter(&bar);
#pragma omp barrier
      POMP_Barrier_exit(&bar);
      nested(omp_get_thread_num());
      if (argc > 1 && i == 2 && omp_get_thread_num() == 1)
        kill(getpid(), SIGKILL);
      POMP_Parallel_end(&outer);
    }
    POMP_Parallel_join(&outer);
  }
  POMP_Off();
  POMP_Begin(&unseen);
  POMP_End(&unseen);
  POMP_On();
  POMP_End(&user);
  POMP_Destroy_lock(&lock);
  return 0;
}
