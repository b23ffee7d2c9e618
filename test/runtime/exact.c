// No time of a thread is counted twice, and none is lost: over the first thread, member 0 of its teams, member 0 of theirs,
// exclusive times add up to the wall time; with nested teams, and with tasks that are executed at their creation, at
// barriers and at taskwaits, by the thread that forked and by others. By the clock that the program sets, tasks take what it says, and those that
// member 0 executes take nothing from the fork: a fork has no more than the wait for member 1 after the team's barrier.
// Which other tasks member 0 of an inner team executes at its barrier is not determined, beside the one that is made for it.
// RUN: %fresh && %clocked %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'experiment["nesting"] == "ompt"' 'experiment["unfinished"] == experiment["repaired"] == 0' \
// RUN:   'experiment["allocation_ns"] == experiment["in_regions_ns"] + experiment["outside_ns"] + experiment["idle_ns"]' \
// RUN:   'own() == experiment["wall_ns"]' 'locations[0]["idle_ns"] == 0' 'experiment["threads"] == 3' \
// RUN:   'region("task")["visits"] == 75' 'region("task")["exclusive_ns"] == (3 * 20 + 72 * 1) * 1000000' \
// RUN:   'region("parallel (fork-join)", 10)["exclusive_ns"] == 5 * 1000000' \
// RUN:   'region("parallel (fork-join)", 20)["exclusive_ns"] == 2 * 5 * 1000000' \
// RUN:   'region("barrier (implicit)", 20)["tasks_ns"] >= 2 * 20 * 1000000'
// The same holds without OMPT, but that teams are not known: tasks hang at the roots, and take nothing either.
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=n POMP_SUMMARY=0 ./a
// RUN: %check n 'experiment["nesting"] == "unknown"' 'own() == experiment["wall_ns"]' 'region("task")["visits"] == 75' \
// RUN:   'region("task")["exclusive_ns"] == (3 * 20 + 72 * 1) * 1000000' \
// RUN:   'experiment["allocation_ns"] == experiment["in_regions_ns"] + experiment["outside_ns"] + experiment["idle_ns"]'
#include "clocked-barrier.h"

REGION(outer, "parallel", 10);
REGION(inner, "parallel", 20);
REGION(task, "task", 40);
REGION(wait, "taskwait", 50);

/* The thread has waited until then. If that was in a task that it executes at a barrier, then the barrier ends no earlier. */
static void go_on_at(uint64_t time) {
  clock_not_before(time);
  clock_work(0);
}

/* Creates tasks, and waits for them, by the clock until the last one is done. */
static void create(int count, int depth) {
  uint64_t done = 0;
  for (int i = 0; i < count; i++) {
    POMP_Task_create_begin(&task);
#pragma omp task shared(done)
    {
      POMP_Task_begin(&task);
      clock_work(CLOCK_MS);
      if (depth)
        create(2, depth - 1);
      POMP_Task_end(&task);
      clock_raise(&done, clock_now());
    }
    POMP_Task_create_end(&task);
  }
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  go_on_at(done);
  POMP_Taskwait_end(&wait);
}

/* Creates a task that member 0 executes at the barrier: its creator does nothing until then. */
static void create_for_primary(void) {
  uint64_t end = 0;
  int done = 0;
  POMP_Task_create_begin(&task);
#pragma omp task shared(done, end)
  {
    POMP_Task_begin(&task);
    clock_work(20 * CLOCK_MS);
    POMP_Task_end(&task);
    clock_raise(&end, clock_now());
    clock_next(&done);
  }
  POMP_Task_create_end(&task);
  clock_turn(&done, 1);
#pragma omp taskwait
  go_on_at(end);
}

/* The members of the outer team fork one after the other, as a fork moves on the time of all. */
static void team(struct ompregdescr *d, int depth) {
  static struct clock_meeting barrier, end;
  static size_t instances;
  static int turn;
  size_t n = instances++;
  clock_fork();
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(d);
    if (depth) {
      clock_turn(&turn, omp_get_thread_num());
      team(&inner, depth - 1);
      clock_fork();
      clock_next(&turn);
    }
    if (omp_get_thread_num() == 1) {
      create_for_primary();
      create(3, 1);
    }
    clocked_barrier(d, &barrier, n);
    clock_work(omp_get_thread_num() == 1 ? 5 * CLOCK_MS : 0);
    POMP_Parallel_end(d);
    clock_meet(&end, n);
  }
  clock_met();
  POMP_Parallel_join(d);
}

int main(void) {
  clock_start();
  omp_set_max_active_levels(3);
  create(3, 3); /* undeferred: there is no team */
  team(&outer, 1);
  return 0;
}
