// The critical path of a traced run is what the program says by its clock: who came last to a barrier, who held the lock, which task was
// waited for, in which of two nested teams; and its length is that of the run.
// UNSUPPORTED: traced
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{run} = env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=
//
// Thread 1 is the last one at the first barrier, thread 0 at the second.
// RUN: %{run}late ./a late && %check late && %critical late 'near(of("for"), 50)' 'near(of("(outside regions)"), 15)' 'near(on("0→1"), 30)' 'near(on("0"), 35)' \
// RUN:   'near(waited("for"), 20 + 15)' 'waited_off("for") == 0' 'named() == {"for": 50, "(outside regions)": 15}' 'changes == {"barrier": 1, "fork": 1}'
// RUN: %pomp_report --critical-path late | FileCheck %s
// CHECK: {{^}}The critical path, from the trace: 0.065 s, in 3 pieces on 2 threads{{$}}
// CHECK-NEXT: path%  path s  of self%  waited s  waited off s  region  function  where
// CHECK-NEXT: {{^ *}}76.9   0.050      76.9     0.035         0.000  for  {{ *}}main  {{ *}}test.c:2{{$}}
// CHECK-NEXT: {{^ *}}23.1   0.015     100.0     0.010         0.000  (outside regions){{$}}
// CHECK: {{^}}The threads that it was on, and when (a sign is 0.003 s)
// CHECK-NEXT: 53.8 % 0.035 s  888{{[0-9.]*}}8  thread 0
// CHECK-NEXT: 46.2 % 0.030 s  ...{{[0-9.]*}}.  thread 0->1
// CHECK: {{^}}What has most of it, from the begin of the run to its end
// CHECK-NEXT: 0 to 15 %  (outside regions), thread 0
// CHECK-NEXT: 15 to 60 %  for, test.c:2, thread 0->1
// CHECK: {{^}}How it went from one thread to another
// CHECK-NEXT: 1 time from a fork to a member of its team, which took 0.00 us
// CHECK-NEXT: 1 time from the last one at a barrier to one that waited there, which took 0.00 us
// RUN: %pomp_report --critical-path --csv --columns path_s,waited_s,region --sort path_s --top 1 late > csv && grep "^0.050000000,0.035000000,for" csv && count 2 < csv
//
// The same with two teams one after the other, of which a member begins right when it has ended in the one before.
// RUN: %{run}again ./a late barrier twice && %check again && %critical again 'near(of("for"), 100)' 'near(on("0→1"), 60)' 'sum(changes.values()) == 4'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=profile ./a late barrier twice && %critical profile 'json["source"] == "profile" and json["off_at_most_ns"] == 0' \
// RUN:   'near(of("for"), 100)' 'near(of("(outside regions)"), 15)' 'near(waited("for"), 2 * (20 + 15))'
//
// A chain of critical sections: thread 1 waits for thread 0, which has nothing to do afterwards.
// RUN: %{run}chain ./a chain && %check chain && %critical chain 'near(of("critical (block)"), 40 + 25)' 'near(on("0→1"), 25)' 'near(waited("critical (block)"), 40 + 25)' \
// RUN:   'changes == {"lock": 1, "barrier": 1}' 'near(of("critical"), 0)'
// The same where no barrier is measured at the end of the team: its join says that a member is over.
// RUN: %{run}join ./a chain bare && %check join && %critical join 'near(of("critical (block)"), 40 + 25)' 'changes == {"lock": 1, "join": 1}'
//
// Tasks: one that another thread executes, while the one that made it has less to do and waits at the taskwait; and one that depends on another,
// for which a thread waits that takes it.
// RUN: %{run}tasks ./a tasks && %check tasks && %critical tasks 'near(of("region(second)"), 30)' 'near(of("region(first)"), 4)' 'near(of("taskwait"), 0)' \
// RUN:   'changes["children"] == 1 and changes["task"] == 1' 'near(on("0→1"), 30)'
// RUN: %{run}depends ./a depends && %check depends && %critical depends 'near(of("region(first)"), 20)' 'near(of("region(second)"), 12)' 'near(of("task (create)") + of("single"), 0)'
//
// Two teams in a team: the path is in the one that takes longer. In the other one, a thread waits for the other as well, which makes nothing longer.
// RUN: %{run}nested ./a nested && %check nested && %critical nested 'near(of("for"), 50)' 'near(on("0→1→1"), 50)' 'near(waited_off("for"), 10)' 'near(waited("for"), 30)' 'near(waited("barrier (implicit)"), 30)'
//
// A program that is killed has the path up to its last event.
// RUN: not %{run}killed ./a killed && %critical killed 'near(of("for"), 30)' 'near(on("0→1"), 30)'
//
// One visit alone was traced: the rest of the path is known to be somewhere else.
// RUN: env POMP_TRACE_SELECT='for:3-4' POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=part ./a late && %critical part 'near(of("for"), 20)' 'near(json["not_traced_ns"] * 1e-6, 45)'
// RUN: %pomp_report --critical-path part 2>&1 | grep "^pomp-report: part/trace.pomp: the trace has only what POMP_TRACE_SELECT named"
// RUN: %pomp_report --critical-path part 2>&1 | grep "^  0.045 s of it (69.2 %) are in parts of the run that were not traced"
//
// Without a trace nothing tells who held a critical section when.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=none ./a chain && not %pomp_report --critical-path none 2>&1 | grep "^pomp-report: none/profile.pomp: the profile does not tell the critical path: critical takes part in it, .* A trace does: run again with POMP_TRACE=1$"
#include "clocked-barrier.h"

#include <signal.h>
#include <string.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(inner, "parallel", 3);
REGION(crit, "critical", 4);
REGION(task, "task", 5);
REGION_AT(first, "region", "first", 6);
REGION_AT(second, "region", "second", 7);
REGION(wait, "taskwait", 8);
static struct clock_meeting meeting, meetings[2];
static uint64_t left, done; /* the critical section; a task */
static int turn;
static size_t round; /* the number of the first barrier */

static void meet(struct ompregdescr *d, struct clock_meeting *m, size_t which) {
  clocked_barrier(d, m, which);
}

static void share(struct clock_meeting *m, uint64_t mine, size_t which) {
  POMP_For_enter(&loop);
  clock_work(mine * CLOCK_MS);
  meet(&loop, m, which);
  POMP_For_exit(&loop);
}

/* A team of two does something. */
static void team(void (*work)(int number), bool met) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    work(omp_get_thread_num());
    if (met)
      meet(&par, &meeting, round + 8);
    clock_meet(&meeting, round + 9);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static void late(int number) {
  share(&meeting, number ? 30 : 10, round);
  share(&meeting, number ? 5 : 20, round + 1);
}

static void killed(int number) {
  share(&meeting, number ? 30 : 10, 0);
  if (number == 0)
    raise(SIGKILL);
  clock_turn(&turn, 1);
}

static void chain(int number) {
  clock_turn(&turn, number);
  POMP_Critical_enter(&crit);
  if (number)
    clock_next(&turn);
#pragma omp critical
  {
    clock_set(left);
    POMP_Critical_begin(&crit);
    if (number == 0) {
      clock_next(&turn);
      clock_turn(&turn, 2);
    }
    clock_work((number ? 25 : 40) * CLOCK_MS);
    left = clock_now();
    POMP_Critical_end(&crit);
  }
  POMP_Critical_exit(&crit);
}

static void work_in(struct ompregdescr *region, uint64_t ms) {
  POMP_Begin(region);
  clock_work(ms * CLOCK_MS);
  POMP_End(region);
}

/* Thread 0 makes a task after 4 ms, which thread 1 executes. */
static void tasks(int number) {
  if (number)
    return;
  work_in(&first, 4);
  POMP_Task_create_begin(&task);
#pragma omp task
  {
    POMP_Task_begin(&task);
    clock_next(&turn);
    work_in(&second, 30);
    POMP_Task_end(&task);
    clock_raise(&done, clock_now());
  }
  POMP_Task_create_end(&task);
  clock_turn(&turn, 1);
  work_in(&first, 10);
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  clock_set(done);
  POMP_Taskwait_end(&wait);
}

/* The second task begins when the first one is over, on whichever thread. */
static void begin_task(uint64_t made) { clock_not_before(clock_max(made, __atomic_load_n(&done, __ATOMIC_ACQUIRE))); }
static void depends(int number) {
  int a = 0;
  if (number)
    return;
  __atomic_store_n(&__pomp_not_before, begin_task, __ATOMIC_RELEASE);
  for (int i = 0; i < 2; i++) {
    POMP_Task_create_begin(&task);
#pragma omp task depend(inout : a) firstprivate(i)
    {
      POMP_Task_begin(&task);
      work_in(i ? &second : &first, i ? 12 : 20);
      clock_raise(&done, clock_now());
      POMP_Task_end(&task);
    }
    POMP_Task_create_end(&task);
  }
}

/* Each makes a team of its own, whose threads take 10 and 20, or 20 and 50 ms. */
static void nested(int number) {
  clock_turn(&turn, 2 * number);
  clock_fork();
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    clock_meet(&meetings[number], 0);
#pragma omp barrier
    clock_met();
    clock_next(&turn);
    clock_turn(&turn, 4);
    share(&meetings[number], omp_get_thread_num() ? (number ? 50 : 20) : (number ? 20 : 10), 1);
    clock_meet(&meetings[number], 2);
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

static const struct {
  const char *name;
  void (*work)(int number);
} works[] = {{"late", late}, {"chain", chain}, {"tasks", tasks}, {"depends", depends}, {"nested", nested}, {"killed", killed}};

int main(int argc, char **argv) {
  omp_set_max_active_levels(2);
  clock_start();
  clock_work(10 * CLOCK_MS);
  for (size_t i = 0; argc > 1 && i < sizeof works / sizeof *works; i++)
    if (strcmp(argv[1], works[i].name) == 0)
      for (int k = 0; k < (argc > 3 ? 2 : 1); k++, round += 10)
        team(works[i].work, argc < 3 || strcmp(argv[2], "bare") != 0);
  clock_work(5 * CLOCK_MS);
  return 0;
}
