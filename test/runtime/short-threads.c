// Threads that the program has started count from their begin to their end: those that are gone are not idle, in the head, the
// efficiency and the findings. A thread of the OpenMP runtime counts for the whole run.
// RUN: %fresh && %clocked %s -o a
// Eight threads live for 100 ms, and the program goes on alone for 1 s: nobody was idle.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e ./a 2> err && FileCheck %s --input-file err
// RUN: %check e 'experiment["wall_ns"] == (100 + 1000) * 1000000' 'experiment["idle_ns"] == 0' 'experiment["threads"] == 9' \
// RUN:   'experiment["thread_wall_ns"] == (8 * 100 + 1100) * 1000000' 'region("region")["exclusive_ns"] == (8 * 100 + 1000) * 1000000' \
// RUN:   'all(l["idle_ns"] == 0 for l in locations)'
// RUN: %pomp_report --all e | FileCheck %s
// RUN: %pomp_report --all --from-trace e | FileCheck %s
// CHECK: 9 threads, not all of them all the time · 1.10 s wall
// CHECK: 1.90 s threads × wall
// CHECK: idle 0.0 %
// RUN: %pomp_report --efficiency --json e > e.json
// RUN: grep '"parallel_efficiency": 1.0,' e.json
// RUN: %pomp_report --diagnose e > findings && grep "nothing that costs a hundredth of the wall time was found" findings
// A team of two comes after them: its worker was idle before.
// RUN: env POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a team
// RUN: %check t 'experiment["wall_ns"] == 1150 * 1000000' 'experiment["idle_ns"] == 1100 * 1000000' \
// RUN:   'experiment["thread_wall_ns"] == (8 * 100 + 2 * 1150) * 1000000' 'sum(i["idle_ns"] for i in idle if i["during"] == "serial") > 0'
// Threads that follow one another are one location: together they lived for 8 times 100 ms.
// RUN: env POMP_EXPERIMENT_DIR=s POMP_SUMMARY=0 ./a one
// RUN: %check s 'experiment["wall_ns"] == 1800 * 1000000' 'experiment["idle_ns"] == 0' 'experiment["threads"] == 2' \
// RUN:   'experiment["thread_wall_ns"] == (8 * 100 + 1800) * 1000000' 'len(locations) == 2'
#include "regions.h"
#include "test_clock.h"
#include <pthread.h>
#include <string.h>

enum { THREADS = 8 };

REGION(work, "region", 1);
REGION(team, "parallel", 2);

static void region(uint64_t ns) {
  POMP_Begin(&work);
  clock_set(clock_now() + ns);
  POMP_End(&work);
}

static pthread_barrier_t all;
static bool one;

static void *short_life(void *begin) {
  clock_set(*(uint64_t *)begin);
  region(100 * CLOCK_MS);
  if (!one)
    pthread_barrier_wait(&all);
  return begin;
}

static void in_team(void) {
  static struct clock_meeting end;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  clock_fork();
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&team);
    clock_work(50 * CLOCK_MS);
    POMP_Parallel_end(&team);
    clock_meet(&end, 0);
  }
  POMP_Parallel_join(&team);
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  one = argc > 1 && strcmp(argv[1], "one") == 0;
  pthread_barrier_init(&all, NULL, THREADS);
  clock_start();
  uint64_t begin = clock_now();
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&threads[i], NULL, short_life, &begin);
    if (one) {
      pthread_join(threads[i], NULL);
      begin += 100 * CLOCK_MS;
    }
  }
  for (int i = 0; i < THREADS && !one; i++)
    pthread_join(threads[i], NULL);
  clock_set(one ? begin : begin + 100 * CLOCK_MS);
  region(1000 * CLOCK_MS);
  if (argc > 1 && !one)
    in_team();
  return 0;
}
