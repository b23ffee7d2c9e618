// Metrics' values are known, by region, call path and thread: of PAPI's software-defined events, which the program
// exports itself, of perf's software events and of getrusage. It has nested teams, worksharing, tasks that move and wait, other
// threads, recursion, POMP_Off and POMP_On.
// REQUIRES: papi
// RUN: %fresh && %program %s -lsde -o a
// DEFINE: %{run} = env LD_BIND_NOW=1 OMP_NUM_THREADS=2 POMP_SUMMARY=0
//
// The counter of each thread does not move but where the program makes it go on: all is exact.
// RUN: %{run} POMP_EXPERIMENT_DIR=e POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a > all 2> err && count 0 < err
// DEFINE: %{S} = "sde:::program::steps"
// DEFINE: %{checks} = \
// DEFINE:   '[m["name"] for m in metrics] == ["sde:::program::steps", "rusage:nvcsw", "sde:::program::all"]' \
// DEFINE:   'not any(m["estimate"] or m["incomplete"] or m["user_space_only"] for m in metrics)' \
// One region is in another, a hundred times: it counts 3 before, 5 inside, 4 after.
// DEFINE:   'metric(%{S}, "region(outer)") == 700 and metric(%{S}, "region(outer)", kind="inclusive") == 1200' \
// DEFINE:   'metric(%{S}, "region(inner)") == metric(%{S}, "region(inner)", kind="inclusive") == 500' \
// A count of one thread alone is the process's, too.
// DEFINE:   'metric("sde:::program::all", "region(outer)") == 700' \
// The recursion is four deep, with one step more each.
// DEFINE:   'metric(%{S}, "region(again)") == 1 + 2 + 3 + 4 == metric(%{S}, "region(again)", kind="inclusive")' \
// DEFINE:   'path(*["region(again)"] * 4)["metrics"][%{S}] == {"inclusive": 4, "exclusive": 4}' \
// DEFINE:   'path(*["region(again)"] * 2)["metrics"][%{S}] == {"inclusive": 9, "exclusive": 2}' \
// While measurement is off nothing is entered; visits that are open go on.
// DEFINE:   'metric(%{S}, "region(off)") == 10 + 20 + 30 and visits("region(off)") == 1' \
// DEFINE:   'metric(%{S}, "region(sleeps)") == 0 and 5 <= metric("rusage:nvcsw", "region(sleeps)") <= 5 + 1' \
// What is counted in a construct's block is the block's; of a `single`, one member has it.
// DEFINE:   'metric(%{S}, "critical (block)") == 20 * 4 * 3 and metric(%{S}, "critical") == 0' 'metric(%{S}, "single (block)") == 20 * 7 and metric(%{S}, "single") == 0' \
// DEFINE:   'metric(%{S}, "section") == 20 * 200 and metric(%{S}, "sections") == 0' 'metric(%{S}, "parallel", 85) == 3 * 2 * 5'
// Tasks go to other threads while they wait for those below, or yield; untied ones go on anywhere.
// DEFINE: %{moved} = 'metric(%{S}, "task", 80) == 2 ** 11 - 1 and metric(%{S}, "task", 82) == 50 * 5' \
// DEFINE:   'sum(r["metrics"][%{S}]["exclusive"] for r in regions if r["role"] in ("barrier", "taskwait", "fork")) == 0' \
// Nothing is lost, nothing is twice, also in threads that are not OpenMP's.
// DEFINE:   'metrics[0]["outside"] == 0 and metrics[0]["in_regions"] == file("all")'
// RUN: %check e %{checks} %{moved} \
// Teams in teams: members are 100 * outer + 10 * inner apart, whichever thread serves as them.
// RUN:   'sorted((locations[s["location"]]["name"], s["metrics"][%{S}]["exclusive"]) for s in region("for")["locations"]) == [("0→0→0", 1000), ("0→0→1", 1100), ("0→1→0", 2000), ("0→1→1", 2100)]' \
// RUN:   'metric(%{S}, "for") == 6200' 'metric(%{S}, "parallel", 20) == 4 * 10 and metric(%{S}, "parallel", 10) == 2 * 10 * 7' \
// RUN:   'metric(%{S}, "parallel", 10, kind="inclusive") == 2 * 10 * 7 + 1000 + 2000 + 2 * 10' \
// Tasks have their own counts, and take nothing from where they were created or executed, nor from outside of regions.
// RUN:   'metric(%{S}, "task", 40) == 40 * 9 and metric(%{S}, "task", 40, kind="inclusive") == 40 * 17' 'metric(%{S}, "task (create)", 40) == 40 * 3' \
// RUN:   'metric(%{S}, "region(in task)") == 40 * 8' \
// RUN:   'metric(%{S}, "parallel", 50) == 2 * 9'
//
// Without OMPT, threads stand for members.
// RUN: %{run} OMP_TOOL=disabled POMP_EXPERIMENT_DIR=n POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a > all 2> err && count 0 < err
// RUN: %check n %{checks} 'metric(%{S}, "for") == 6200' 'metric(%{S}, "task", 40) == 40 * 9' 'metric(%{S}, "taskwait", 41) == 0' 'metrics[0]["outside"] == 0'
//
// With the other clock the values are the same.
// RUN: %{run} POMP_CLOCK=monotonic POMP_EXPERIMENT_DIR=m POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a > all 2> err && count 0 < err
// RUN: %check m %{checks} %{moved} 'metric(%{S}, "for") == 6200' 'metric(%{S}, "task", 40) == 40 * 9'
#include "regions.h"
#include <omp.h>
#include <pthread.h>
#include <sde_lib.h>
#include <stdio.h>
#include <time.h>

REGION_AT(outer, "region", "outer", 1);
REGION_AT(inner, "region", "inner", 2);
REGION_AT(again, "region", "again", 3);
REGION_AT(off, "region", "off", 4);
REGION_AT(sleeps, "region", "sleeps", 5);
REGION_AT(in_task, "region", "in task", 6);
REGION(team, "parallel", 10);
REGION(subteam, "parallel", 20);
REGION(loop, "for", 30);
REGION(task, "task", 40);
REGION(wait, "taskwait", 41);
REGION(taskteam, "parallel", 50);
REGION(shared, "parallel", 70);
REGION(guarded, "critical", 71);
REGION(once, "single", 72);
REGION(parts, "sections", 73);
REGION(node, "task", 80);
REGION(below, "taskwait", 81);
REGION(untied, "task", 82);
REGION(others, "parallel", 85);

static _Thread_local long long steps;
static long long all;
static long long own_steps(void *unused) {
  (void)unused;
  return steps;
}
static void step(int count) {
  steps += count;
  __atomic_fetch_add(&all, count, __ATOMIC_RELAXED);
}

static void regions(void) {
  for (int i = 0; i < 100; i++) {
    POMP_Begin(&outer);
    step(3);
    POMP_Begin(&inner);
    step(5);
    POMP_End(&inner);
    step(4);
    POMP_End(&outer);
  }
}

static void recurse(int depth) {
  POMP_Begin(&again);
  step(depth);
  if (depth < 4)
    recurse(depth + 1);
  POMP_End(&again);
}

static void on_and_off(void) {
  POMP_Begin(&off);
  step(10);
  POMP_Off();
  POMP_Begin(&inner);
  step(20);
  POMP_End(&inner);
  POMP_On();
  step(30);
  POMP_End(&off);
}

static void sleep_five_times(void) {
  POMP_Begin(&sleeps);
  for (int i = 0; i < 5; i++)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  POMP_End(&sleeps);
}

static void barrier(struct ompregdescr *d) {
  POMP_Barrier_enter(d);
#pragma omp barrier
  POMP_Barrier_exit(d);
}

static void nested(void) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
  {
    int above = omp_get_thread_num();
    POMP_Parallel_begin(&team);
    step(7);
    POMP_Parallel_fork(&subteam);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&subteam);
      step(1);
      POMP_For_enter(&loop);
      step(100 + 100 * above + 10 * omp_get_thread_num());
      POMP_For_exit(&loop);
      barrier(&subteam);
      POMP_Parallel_end(&subteam);
    }
    POMP_Parallel_join(&subteam);
    barrier(&team);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

static void create(void) {
  for (int i = 0; i < 40; i++) {
    POMP_Task_create_begin(&task);
    step(2);
#pragma omp task
    {
      POMP_Task_begin(&task);
      step(6);
      POMP_Begin(&in_task);
      step(8);
      busy(0.1);
      POMP_End(&in_task);
      step(3);
      POMP_Task_end(&task);
    }
    step(1);
    POMP_Task_create_end(&task);
  }
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  POMP_Taskwait_end(&wait);
}

static void share(void) {
  POMP_Parallel_fork(&shared);
#pragma omp parallel num_threads(4)
  {
    POMP_Parallel_begin(&shared);
    POMP_Critical_enter(&guarded);
#pragma omp critical
    {
      POMP_Critical_begin(&guarded);
      step(3);
      POMP_Critical_end(&guarded);
    }
    POMP_Critical_exit(&guarded);
    POMP_Sections_enter(&parts);
#pragma omp sections nowait
    {
#pragma omp section
      {
        POMP_Section_begin(&parts);
        step(200);
        POMP_Section_end(&parts);
      }
    }
    POMP_Sections_exit(&parts);
    POMP_Single_enter(&once);
#pragma omp single nowait
    {
      POMP_Single_begin(&once);
      step(7);
      POMP_Single_end(&once);
    }
    POMP_Single_exit(&once);
    barrier(&shared);
    POMP_Parallel_end(&shared);
  }
  POMP_Parallel_join(&shared);
}

static void tree(int depth) {
  POMP_Task_create_begin(&node);
#pragma omp task
  {
    POMP_Task_begin(&node);
    step(1);
    for (int i = 0; depth && i < 2; i++)
      tree(depth - 1);
    POMP_Task_end(&node);
  }
  POMP_Task_create_end(&node);
  POMP_Taskwait_begin(&below);
#pragma omp taskwait
  POMP_Taskwait_end(&below);
}

static void grow(void) {
  tree(10);
  for (int i = 0; i < 50; i++) {
    POMP_Task_create_begin(&untied);
#pragma omp task untied
    {
      POMP_Task_begin(&untied);
      step(2);
#pragma omp taskyield
      step(3);
      POMP_Task_end(&untied);
    }
    POMP_Task_create_end(&untied);
  }
}

/* A team, of which member 0 does something else than the others. */
static void team_of(int size, struct ompregdescr *of, void (*first)(void), int steps_of_each) {
  POMP_Parallel_fork(of);
#pragma omp parallel num_threads(size)
  {
    POMP_Parallel_begin(of);
    step(steps_of_each);
    if (first && omp_get_thread_num() == 0)
      first();
    barrier(of);
    POMP_Parallel_end(of);
  }
  POMP_Parallel_join(of);
}

static void *other(void *unused) {
  team_of(2, &others, NULL, 5);
  return unused;
}

int main(void) {
  papi_handle_t handle = papi_sde_init("program");
  papi_sde_register_counter_cb(handle, "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, own_steps, NULL);
  papi_sde_register_counter(handle, "all", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &all);
  omp_set_max_active_levels(2);
  regions();
  recurse(1);
  on_and_off();
  sleep_five_times();
  for (int i = 0; i < 10; i++)
    nested();
  team_of(2, &taskteam, create, 9);
  for (int i = 0; i < 20; i++)
    share();
  team_of(3, &shared, grow, 0);
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
  }
  printf("%lld\n", all);
  return 0;
}
