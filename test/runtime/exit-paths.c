// However the program ends, the experiment is readable, and says how it ended.
// RUN: %fresh && %clocked %s -o a
// RUN: env POMP_EXPERIMENT_DIR=return ./a return 2> err && FileCheck %s --check-prefix=SUMMARY < err
// Destructors of the program are measured as well.
// RUN: %check return 'experiment["state"] == "complete"' 'visits("region(r)") == 1010' 'experiment["unfinished"] == 0'
// One thread calls exit() while the others work: their open regions count up to that moment.
// RUN: not env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=inside ./a inside 2> err && FileCheck %s --check-prefix=SUMMARY < err
// RUN: %check inside 'experiment["state"] == "complete"' 'visits("parallel") == 4' 'region("parallel")["unfinished"] == 4' \
// RUN:   'visits("region(r)") >= 1000' 'region("parallel (fork-join)")["unfinished"] == 1' \
// RUN:   'region("parallel")["inclusive_ns"] == 4 * experiment["wall_ns"] == 4 * 20000000'
// RUN: %pomp_report --all inside | FileCheck %s --check-prefix=OPEN
// RUN: env POMP_EXPERIMENT_DIR=_exit ./a _exit 2> err && count 0 < err
// RUN: %check _exit 'experiment["state"] == "killed"' 'visits("region(r)") == 1000' 'region("region(r)")["inclusive_ns"] == 20000000'
// RUN: not --crash env POMP_EXPERIMENT_DIR=abort ./a abort 2> err
// RUN: %check abort 'experiment["state"] == "killed"' 'visits("region(r)") == 1000' 'region("region(open)")["unfinished"] == 1'
// RUN: not --crash env POMP_EXPERIMENT_DIR=kill ./a kill 2> err
// RUN: %check kill 'experiment["state"] == "killed"' 'visits("region(r)") == 1000' 'region("region(open)")["unfinished"] == 1' \
// RUN:   'region("region(open)")["inclusive_ns"] == region("region(r)")["inclusive_ns"] == 20000000'
// RUN: %pomp_report --all kill | FileCheck %s --check-prefix=KILLED
// RUN: env POMP_EXPERIMENT_DIR=quick ./a quick_exit 2> err && FileCheck %s --check-prefix=SUMMARY < err
// RUN: %check quick 'experiment["state"] == "complete"' 'visits("region(r)") == 1000'
// Events after POMP_Finalize, and in destructors, do nothing; the summary is written once.
// RUN: env POMP_EXPERIMENT_DIR=final ./a finalize 2> err && grep -c "^pomp: experiment" err | grep -x 1
// RUN: %check final 'experiment["state"] == "complete"' 'visits("region(r)") == 1000'
// A thread that is not the first takes the other ways out, from inside a team.
// RUN: env POMP_EXPERIMENT_DIR=t_exit ./a team__exit 2> err && count 0 < err
// RUN: %check t_exit 'experiment["state"] == "killed"' 'region("parallel")["unfinished"] == 2' 'visits("region(r)") >= 1000'
// RUN: not --crash env POMP_EXPERIMENT_DIR=t_abort ./a team_abort 2> err
// RUN: %check t_abort 'experiment["state"] == "killed"' 'region("parallel")["unfinished"] == 2' 'visits("region(r)") >= 1000'
// RUN: env POMP_EXPERIMENT_DIR=t_quick ./a team_quick_exit 2> err && FileCheck %s --check-prefix=SUMMARY < err
// RUN: %check t_quick 'experiment["state"] == "complete"' 'region("parallel")["unfinished"] == 2' 'visits("region(r)") >= 1000'
// RUN: env POMP_EXPERIMENT_DIR=t_thread ./a team_pthread 2> err && FileCheck %s --check-prefix=SUMMARY < err
// RUN: %check t_thread 'experiment["state"] == "complete"' 'visits("region(r)") >= 1000'
// Nobody reads stderr any more: the exit status is the program's own.
// RUN: env POMP_EXPERIMENT_DIR=pipe %python -c 'import os, subprocess, sys; r, w = os.pipe(); os.close(r); sys.exit(subprocess.run(["./a"], stderr=w, preexec_fn=lambda: __import__("signal").signal(13, __import__("signal").SIG_DFL)).returncode)'
// RUN: %check pipe 'experiment["state"] == "complete"' 'visits("region(r)") == 1010'
// SUMMARY: pomp: a ·
// SUMMARY: region(r)
// SUMMARY: pomp: experiment
// OPEN-NOT: Events
// OPEN: Where the threads were when the measurement ended
// OPEN: 0 {{.*}} parallel (fork-join)
// OPEN: 0->3 {{.*}} parallel
// OPEN-NOT: Events
// KILLED: a · killed ·
// KILLED: The program did not end normally: it {{died at .* when the kernel marked that|is measured up to .*; it died then or later}}
#include "regions.h"
#include "test_clock.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);
REGION_AT(open_region, "region", "open", 2);
REGION(par, "parallel", 3);

/* Only who makes many of them spends time. */
static void events(int count) {
  for (int i = 0; i < count; i++) {
    POMP_Begin(&r);
    if (i == 0 && count == 1000)
      clock_work(20 * CLOCK_MS);
    POMP_End(&r);
  }
}

__attribute__((destructor)) static void late(void) { events(10); }

static void leave(const char *how) {
  if (strcmp(how, "_exit") == 0)
    _exit(0);
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "kill") == 0)
    raise(SIGKILL);
  if (strcmp(how, "quick_exit") == 0)
    quick_exit(0);
}

static void *exit_by_thread(void *unused) {
  (void)unused;
  events(1000);
  exit(0);
}

static void in_team(const char *how) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      events(1000);
      leave(how);
      pthread_t thread;
      pthread_create(&thread, NULL, exit_by_thread, NULL);
    }
    for (;;) {
      events(10);
      usleep(1000); /* no time by the program's clock: it bounds how many events there are */
    }
  }
}

static void exit_inside(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      events(1000);
      exit(3);
    }
    for (;;) {
      events(10);
      usleep(1000); /* no time by the program's clock: it bounds how many events there are */
    }
  }
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "return";
  clock_start();
  if (strcmp(how, "inside") == 0)
    exit_inside();
  if (strncmp(how, "team_", 5) == 0)
    in_team(how + 5);
  if (strcmp(how, "return") != 0)
    POMP_Begin(&open_region);
  events(1000);
  leave(how);
  if (strcmp(how, "finalize") == 0) {
    POMP_Finalize();
    events(10);
    POMP_On();
    POMP_Init();
    events(10);
  }
  return 0;
}
