// Metrics' values are known, by region, call path and thread: of PAPI's software-defined events, which the program
// exports itself, of perf's software events and of getrusage. It has nested teams, tasks, recursion, POMP_Off and POMP_On.
// REQUIRES: papi
// RUN: %fresh && %program %s -lsde -o a
// DEFINE: %{run} = env LD_BIND_NOW=1 OMP_NUM_THREADS=2 POMP_SUMMARY=0
//
// The counter of each thread does not move but where the program makes it go on: all is exact.
// RUN: %{run} POMP_EXPERIMENT_DIR=e POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a 2> err && count 0 < err
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
// DEFINE:   'metric(%{S}, "region(sleeps)") == 0 and 5 <= metric("rusage:nvcsw", "region(sleeps)") <= 5 + 1'
// RUN: %check e %{checks} \
// Teams in teams: members are 100 * outer + 10 * inner apart, whichever thread serves as them.
// RUN:   'sorted((locations[s["location"]]["name"], s["metrics"][%{S}]["exclusive"]) for s in region("for")["locations"]) == [("0→0→0", 1000), ("0→0→1", 1100), ("0→1→0", 2000), ("0→1→1", 2100)]' \
// RUN:   'metric(%{S}, "for") == 6200' 'metric(%{S}, "parallel", 20) == 4 * 10 and metric(%{S}, "parallel", 10) == 2 * 10 * 7' \
// RUN:   'metric(%{S}, "parallel", 10, kind="inclusive") == 2 * 10 * 7 + 1000 + 2000 + 2 * 10' \
// RUN:   'metric(%{S}, "parallel (fork-join)", 20) == metric(%{S}, "parallel (fork-join)", 10) == 0' \
// RUN:   'metric(%{S}, "barrier (implicit)", 10) == metric(%{S}, "barrier (implicit)", 20) == 0' \
// Tasks have their own counts, and take nothing from where they were created or executed, nor from outside of regions.
// RUN:   'metric(%{S}, "task") == 40 * 9 and metric(%{S}, "task", kind="inclusive") == 40 * 17' 'metric(%{S}, "task (create)") == 40 * 3' \
// RUN:   'metric(%{S}, "taskwait") == 0 and metric(%{S}, "region(in task)") == 40 * 8' \
// RUN:   'metric(%{S}, "barrier (implicit)", 50) == 0 and metric(%{S}, "parallel (fork-join)", 50) == 0' \
// RUN:   'metric(%{S}, "parallel", 50) == 2 * 9' 'metrics[0]["outside"] == 0'
//
// Without OMPT, threads stand for members.
// RUN: %{run} OMP_TOOL=disabled POMP_EXPERIMENT_DIR=n POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a 2> err && count 0 < err
// RUN: %check n %{checks} 'metric(%{S}, "for") == 6200' 'metric(%{S}, "task") == 40 * 9' 'metric(%{S}, "taskwait") == 0' 'metrics[0]["outside"] == 0'
//
// With the other clock the values are the same.
// RUN: %{run} POMP_CLOCK=monotonic POMP_EXPERIMENT_DIR=m POMP_METRICS=sde:::program::steps,rusage:nvcsw,sde:::program::all ./a 2> err && count 0 < err
// RUN: %check m %{checks} 'metric(%{S}, "for") == 6200' 'metric(%{S}, "task") == 40 * 9'
#include "regions.h"
#include <omp.h>
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

static void tasks(void) {
  POMP_Parallel_fork(&taskteam);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&taskteam);
    step(9);
    if (omp_get_thread_num() == 1)
      create();
    barrier(&taskteam);
    POMP_Parallel_end(&taskteam);
  }
  POMP_Parallel_join(&taskteam);
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
  tasks();
  return 0;
}
