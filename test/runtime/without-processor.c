// For how long a thread had no processor, as the kernel's records tell it, is what its clocks tell: pushed off a processor that two
// other programs want, and asleep. These belong to the test and have the same processor, so that the test needs no other load, and
// allows it. A forked child has not the memory of the kernel's records, and lives on.
// REQUIRES: perf
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth
// RUN: %check e 'all(abs(region("region(" + t["region"] + ")")["pushed_off_ns"] + region("region(" + t["region"] + ")")["asleep_ns"] - t["off"]) < 0.02 * t["off"] + 2e6 for t in file("truth"))' \
// RUN:   'region("region(pushed)")["pushed_off_ns"] > 50e6 and region("region(pushed)")["asleep_ns"] < 0.1 * region("region(pushed)")["pushed_off_ns"]' \
// RUN:   'region("region(many)")["pushed_off_ns"] > 1000e6' 'region("region(asleep)")["asleep_ns"] >= 60e6' \
// RUN:   'all(r["pushed_off_ns"] + r["asleep_ns"] <= r["exclusive_ns"] for r in regions)'
#define _GNU_SOURCE
#include "regions.h"
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SPINNING = 2 };
REGION_AT(pushed, "region", "pushed", 1);
REGION_AT(many, "region", "many", 2);
REGION_AT(asleep, "region", "asleep", 3);
REGION_AT(forked, "region", "forked", 4);
static pid_t others[SPINNING];

static double ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static double without(void) { return ns(CLOCK_MONOTONIC) - ns(CLOCK_THREAD_CPUTIME_ID); }

/* The others end with the program. */
static bool spin_beside(void) {
  const pid_t program = getpid();
  cpu_set_t all, one;
  int cpu = 0;
  if (sched_getaffinity(0, sizeof all, &all))
    return false;
  while (!CPU_ISSET(cpu, &all))
    cpu++;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  if (sched_setaffinity(0, sizeof one, &one))
    return false;
  for (int i = 0; i < SPINNING; i++)
    if ((others[i] = fork()) == 0)
      for (volatile uint64_t turns = 0;; turns++)
        if (turns % 10000000 == 0 && getppid() != program)
          _exit(0);
  return true;
}

/* The thread takes so much CPU time, or sleeps so often for 20 ms. */
static void in_region(struct ompregdescr *d, double work, int sleeps) {
  static const struct timespec moment = {0, 20000000};
  POMP_Begin(d);
  const double before = without(), until = ns(CLOCK_THREAD_CPUTIME_ID) + work;
  while (ns(CLOCK_THREAD_CPUTIME_ID) < until)
    ;
  for (int i = 0; i < sleeps; i++)
    nanosleep(&moment, NULL);
  const double off = without() - before;
  POMP_End(d);
  printf("{\"region\": \"%s\", \"off\": %.0f}%s\n", d->sub_name, off, d == &many ? "]" : ",");
}

int main(void) {
  if (!spin_beside())
    return 1;
  printf("[");
  in_region(&pushed, 100e6, 0);
  in_region(&asleep, 0, 3);
  POMP_Begin(&forked);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    in_region(&pushed, 10e6, 0);
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  POMP_End(&forked);
  if (status)
    return 1;
  in_region(&many, 1000e6, 0); /* more switches than a page has room for */
  for (int i = 0; i < SPINNING; i++) {
    kill(others[i], SIGKILL);
    waitpid(others[i], NULL, 0);
  }
  return 0;
}
