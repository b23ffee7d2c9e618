// The kernel's own counters count events that are caused on purpose: page faults and context switches; by region and
// thread, from perf_event_open and getrusage at once. (CPU time is in test/real-time/metrics-cpu.c.)
// REQUIRES: perf
// A sanitizer has page faults of its own.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %s -o a
// RUN: env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_METRICS=perf:page-faults,perf:minor-faults,rusage:minflt,perf:context-switches,rusage:nvcsw,perf:task-clock,perf:major-faults ./a 2> err && count 0 < err
//
// Fresh pages make one fault each: 250 in all on the first thread, in visits of 25; in a team, 100 and 200 on the members.
// RUN: %check e 'metric("perf:page-faults", "region(pages)") == metric("perf:minor-faults", "region(pages)") == metric("rusage:minflt", "region(pages)") == 250' \
// RUN:   'metric("perf:major-faults", "region(pages)") == 0' \
// RUN:   'sorted((locations[s["location"]]["name"], s["metrics"]["perf:page-faults"]["exclusive"]) for s in region("for")["locations"]) == [("0→0", 100), ("0→1", 200)]' \
// RUN:   'sorted((locations[s["location"]]["name"], s["metrics"]["rusage:minflt"]["exclusive"]) for s in region("for")["locations"]) == [("0→0", 100), ("0→1", 200)]' \
// RUN:   'metric("perf:page-faults", "region(none)") == 0' \
// Sleeping five times is five switches; other programs may make more.
// RUN:   'metric("rusage:nvcsw", "region(sleeps)") == 5' 'metric("perf:context-switches", "region(sleeps)") >= 5' \
// RUN:   '{m["unit"] for m in metrics if m["name"] == "perf:task-clock"} == {"ns"}' 'all(m["source"] == m["name"].split(":")[0] for m in metrics)'
//
// Each of them alone, in the other order, and in turns measures the same.
// RUN: env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=o POMP_METRICS=perf:page-faults ./a
// RUN: %check o 'metric("perf:page-faults", "region(pages)") == 250' 'len(metrics) == 1'
// RUN: env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t POMP_METRICS=perf:task-clock,perf:page-faults POMP_METRICS_MULTIPLEX=1 ./a
// RUN: %check t 'metric("perf:page-faults", "region(pages)") == 250'
//
// A program closes all descriptors: the rest is measured, and the report says what is missing.
// RUN: env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=c POMP_METRICS=perf:page-faults,rusage:minflt ./a close 2> err && count 1 < err && grep -x "pomp: POMP_METRICS: the program has switched off or closed what counts its metrics: they are missing from then on" err
// RUN: %check c 'metric("rusage:minflt", "region(pages)") == 250' 'metric("perf:page-faults", "region(pages)") == 0' \
// RUN:   '[m["incomplete"] for m in metrics] == [True, False]'
// RUN: %pomp_report --all c | grep -x "perf:page-faults: missing on some thread, which could not count it."
//
// No more descriptors can be had: a line says so, and all else goes on.
// RUN: sh -c "ulimit -n 4 && POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=d POMP_METRICS=perf:page-faults,perf:task-clock,rusage:minflt ./a" 2> err
// RUN: FileCheck %s --check-prefix=FILES < err
// FILES: pomp: POMP_METRICS: perf:{{.*}} is left out: the process may open no more files (ulimit -n); the rest is measured
// RUN: %check d 'metric("rusage:minflt", "region(pages)") >= 250' 'metrics[-1]["name"] == "rusage:minflt"'
#define _GNU_SOURCE
#include "regions.h"
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

REGION_AT(pages, "region", "pages", 1);
REGION_AT(none, "region", "none", 2);
REGION_AT(sleeps, "region", "sleeps", 3);
REGION_AT(warm, "region", "warm", 5);
REGION(team, "parallel", 10);
REGION(loop, "for", 20);

enum { PAGE = 4096, ROUNDS = 10 };

static volatile char *fresh(int count) {
  char *at = mmap(NULL, (size_t)count * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    exit(1);
  madvise(at, (size_t)count * PAGE, MADV_NOHUGEPAGE);
  return at;
}
/* A sanitizer would touch pages of its own. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static void touch(volatile char *at, int count) {
  for (int i = 0; i < count; i++)
    at[(size_t)i * PAGE] = 1;
}

static void faults(struct ompregdescr *d) {
  volatile char *at = fresh(25 * ROUNDS);
  for (int i = 0; i < ROUNDS; i++) {
    POMP_Begin(&none);
    POMP_End(&none);
    POMP_Begin(d);
    touch(at + (size_t)i * 25 * PAGE, 25);
    POMP_End(d);
  }
}

static void in_team(struct ompregdescr *d) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&team);
    int count = 100 + 100 * omp_get_thread_num();
    volatile char *at = fresh(count);
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); /* then each has a processor */
    POMP_For_enter(d);
    touch(at, count);
    POMP_For_exit(d);
    POMP_Barrier_enter(&team);
#pragma omp barrier
    POMP_Barrier_exit(&team);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

int main(int argc, char **argv) {
  /* Where it may, it keeps its processors: to count for what it lost one takes memory, which makes faults. */
  (void)sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1});
  POMP_Begin(&warm); /* this allocates all that is made only once */
  POMP_End(&warm);
  if (argc > 1 && strcmp(argv[1], "close") == 0)
    for (int fd = 3; fd < 2000; fd++)
      close(fd);
  faults(&pages);
  in_team(&loop);
  POMP_Begin(&sleeps);
  for (int i = 0; i < 5; i++)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  POMP_End(&sleeps);
  return 0;
}
