// A program that switches off or closes the perf events that its threads have opened is told that samples and metrics are missing from then on; a program that
// does not, whose samples come by timers, whose threads have ended, or who gives its processor to another process 100,000 times, is not told.
// REQUIRES: perf
// A program that imports what sets signals, as sanitizers do, has its samples by timers.
// UNSUPPORTED: traced, sanitized
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=off POMP_SAMPLE=1 POMP_METRICS=perf:task-clock ./a off 2> err
// RUN: grep -c -x -e "pomp: POMP_METRICS: the program has switched off or closed what counts its metrics: they are missing from then on" -e "pomp: POMP_SAMPLE: the program has switched off or closed what takes its samples: they are missing from then on" err | grep -x 2
// Who closes all descriptors is told the same, and what was due counts as lost.
// RUN: env POMP_EXPERIMENT_DIR=closed POMP_SAMPLE=1 ./a closed 2> err && grep -x "pomp: POMP_SAMPLE: the program has switched off or closed what takes its samples: they are missing from then on" err
// RUN: %check closed 'experiment["sampled"]["lost"] > 20'
// RUN: env POMP_EXPERIMENT_DIR=on POMP_SAMPLE=1 POMP_METRICS=perf:task-clock ./a 2> err && not grep "switched off" err
// RUN: env POMP_EXPERIMENT_DIR=yields POMP_SAMPLE=1 ./a yields 2> err && not grep "switched off" err
// RUN: env POMP_EXPERIMENT_DIR=wall POMP_SAMPLE=wall:1ms ./a off 2> err && not grep "switched off" err
#define _GNU_SOURCE
#include "pomp.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static struct ompregdescr region = {.name = "region", .sub_name = "r", .file_name = "test.c", .function_name = "main", .version = POMP_RD_VERSION};

/* Takes so much CPU time, which is what is lost, in visits. */
static void work(double seconds) {
  const double end = seconds + clock() / (double)CLOCKS_PER_SEC;
  while (clock() / (double)CLOCKS_PER_SEC < end) {
    POMP_Begin(&region);
    for (volatile int i = 0; i < 100000; i++)
      ;
    POMP_End(&region);
  }
}

/* A thread that ends before the program, and is found by looking for threads. */
static volatile int is_over;
static void *thread(void *nothing) {
  while (!is_over)
    sched_yield();
  return nothing;
}

/* Shares a processor with a process that does not want it either: the kernel's switches take a third of the CPU time. */
static int yields(void) {
  const double end = 0.4 + clock() / (double)CLOCKS_PER_SEC;
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(sched_getcpu(), &first);
  if (sched_setaffinity(0, sizeof first, &first))
    return 1;
  const pid_t parent = getpid(), other = fork();
  if (!other) {
    while (getppid() == parent)
      sched_yield();
    _exit(0);
  }
  POMP_Begin(&region);
  while (clock() / (double)CLOCKS_PER_SEC < end)
    sched_yield();
  POMP_End(&region);
  return 0;
}

int main(int argc, char **argv) {
  pthread_t t;
  if (argc > 1 && *argv[1] == 'y')
    return yields();
  work(0.01); /* the thread that begins opens its events, and switches off its own */
  if (pthread_create(&t, NULL, thread, NULL))
    return 1;
  work(0.1);
  if (argc > 1 && *argv[1] == 'c')
    closefrom(3);
  else if (argc > 1)
    prctl(PR_TASK_PERF_EVENTS_DISABLE);
  work(0.3);
  is_over = 1;
  return pthread_join(t, NULL);
}
