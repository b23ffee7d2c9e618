// Metrics of a program with real constructs are exact where the program counts by itself, with explicit barriers and with
// OMPT's, with tasks that move and wait, nested teams, worksharing, and in other threads.
// REQUIRES: papi
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{S} = "sde:::program::steps"
// DEFINE: %{run} = env POMP_SUMMARY=0 POMP_METRICS=sde:::program::steps
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang -fopenmp -O1 %s -o plain -lsde -pthread && %pomp_clang -O1 %s -o a -lsde -pthread && %pomp_clang --pomp-barriers=ompt -O1 %s -o b -lsde -pthread
// RUN: ./plain > expected && %{run} POMP_EXPERIMENT_DIR=e ./a > out && diff out expected && %{run} POMP_EXPERIMENT_DIR=o ./b > out && diff out expected
// DEFINE: %{checks} = 'metric(%{S}, "for") == 20 * 1000' 'metric(%{S}, "critical (block)") == 20 * 4 * 3' 'metric(%{S}, "critical") == 0' \
// DEFINE:   'metric(%{S}, "section", 110) == 20 * 100' 'metric(%{S}, "section", 112) == 20 * 200' 'metric(%{S}, "single (block)", 115) == 20 * 7' 'metric(%{S}, "sections") == metric(%{S}, "single", 115) == 0' \
// DEFINE:   'sum(r["metrics"][%{S}]["exclusive"] for r in regions if r["role"] in ("barrier", "taskwait", "fork", "task create")) == 0' \
// DEFINE:   'metric(%{S}, "task", 33) == 2 ** 11 - 1' 'metric(%{S}, "task", 44) == 50 * 5' \
// DEFINE:   'sorted((l["thread_num"], s["metrics"][%{S}]["exclusive"]) for s in region("parallel", 67)["locations"] for l in [locations[s["location"]]]) == [(0, 10 * 11), (0, 10 * 11), (1, 10 * 22), (1, 10 * 22)]' \
// DEFINE:   'metric(%{S}, "parallel", 75) == 3 * 2 * 5' \
// Nothing is lost, nothing is twice.
// DEFINE:   'metrics[0]["outside"] == 0' 'metrics[0]["in_regions"] == file("expected")["all"]' 'metrics[0]["incomplete"] is False'
// RUN: %{check} e %{checks}
// RUN: %{check} o %{checks}
#include <omp.h>
#include <pthread.h>
#include <sde_lib.h>
#include <stdio.h>

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

/* Before main's first event, an event set that is not there yet is -1 to PAPI. */
__attribute__((constructor)) static void export_steps(void) {
  papi_sde_register_counter_cb(papi_sde_init("program"), "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, own_steps, NULL);
}

#line 30
static void tree(int depth) {


#pragma omp task
  {
    step(1);
    if (depth) {
      tree(depth - 1);
      tree(depth - 1);
    }
  }
#pragma omp taskwait
}
static void yields(void) {
#pragma omp task untied
  {
    step(2);
#pragma omp taskyield
    step(3);
  }
}














static void nested(void) {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  step(11 + 11 * omp_get_thread_num());
}


static void *thread(void *unused) {


#pragma omp parallel num_threads(2)
  step(5);
  return unused;
}

#line 100
static void work(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < 1000; i++)
      step(1);
#pragma omp critical
    step(3);
#pragma omp sections
    {
#pragma omp section
      step(100);
#pragma omp section
      step(200);
    }
#pragma omp single
    step(7);
#pragma omp barrier
  }
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(3);
  for (int i = 0; i < 20; i++)
    work();
#pragma omp parallel num_threads(3)
#pragma omp single
  tree(10);
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 50; i++)
    yields();
  for (int i = 0; i < 10; i++)
    nested();
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
  }
  printf("{\"all\": %lld}\n", all);
  return 0;
}
