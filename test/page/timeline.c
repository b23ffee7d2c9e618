// The timeline on a page, against what the program's clock says: what is where and how long, who was waited for, arrows, intervals, keys and mouse.
// REQUIRES: chromium
// RUN: %fresh && %clocked %s -o a && env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=untraced ./a
// RUN: %pomp_report --html -o page.html e && %pomp_report --html -o untraced.html untraced
// RUN: cp -r e damaged && truncate -s 100 damaged/trace.pomp && %pomp_report --html -o damaged.html damaged
// RUN: env POMP_TRACE=1 POMP_METRICS=rusage:minflt,rusage:utime POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=counted ./a && %pomp_report --html -o counted.html counted && %pomp_report --json counted > counted.json
// RUN: %python %S/Inputs/timeline.py page.html untraced.html damaged.html counted.html counted.json
#include "clocked-barrier.h"

REGION_AT(serial, "region", "serial", 1);
REGION(par, "parallel", 2);
REGION_AT(early, "region", "early", 3);
REGION(bar, "barrier", 4);
REGION(crit, "critical", 5);
REGION(job, "task", 6);
REGION(waits, "taskwait", 7);
REGION_AT(tick, "region", "tick", 8);
enum { TICKS = 60000 };
static struct clock_meeting meeting;
static uint64_t left; /* the critical section */
static int turn;

static void meet(struct ompregdescr *of, size_t which) {
  clocked_barrier(of, &meeting, which);
}

/* Thread 1 comes 20 ms later. */
static void meet_late(void) {
  POMP_Begin(&early);
  if (omp_get_thread_num() == 1)
    clock_work(20 * CLOCK_MS);
  POMP_End(&early);
  meet(&bar, 0);
}

/* Thread 1 waits 40 ms, as thread 0 is inside. */
static void exclude(void) {
  if (omp_get_thread_num() == 1)
    clock_turn(&turn, 1);
  POMP_Critical_enter(&crit);
  if (omp_get_thread_num() == 1)
    clock_next(&turn);
#pragma omp critical
  {
    clock_set(left);
    POMP_Critical_begin(&crit);
    if (omp_get_thread_num() == 0) {
      clock_next(&turn);
      clock_turn(&turn, 2);
      clock_work(40 * CLOCK_MS);
      left = clock_now();
    }
    POMP_Critical_end(&crit);
  }
  POMP_Critical_exit(&crit);
}

/* Thread 0 makes a task, and begins it 3 ms later; the task takes 5 ms. */
static void make_task(void) {
  POMP_Task_create_begin(&job);
#pragma omp task
  {
    POMP_Task_begin(&job);
    clock_work(5 * CLOCK_MS);
    POMP_Task_end(&job);
  }
  POMP_Task_create_end(&job);
  clock_work(3 * CLOCK_MS);
  POMP_Taskwait_begin(&waits);
#pragma omp taskwait
  POMP_Taskwait_end(&waits);
}

int main(void) {
  clock_start();
  POMP_Begin(&serial);
  clock_work(10 * CLOCK_MS);
  POMP_End(&serial);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    meet_late();
    exclude();
    if (omp_get_thread_num() == 0) {
      make_task();
      clock_next(&turn);
    } else
      clock_turn(&turn, 3);
    meet(&par, 1); /* as the plugin has it at the end of a team */
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  for (int i = 0; i < TICKS; i++) { /* more than a window has room for */
    POMP_Begin(&tick);
    clock_work(CLOCK_US);
    POMP_End(&tick);
  }
  return 0;
}
