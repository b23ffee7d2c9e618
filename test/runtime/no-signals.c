// With POMP_SIGNALS=none the library touches no signal of the program and makes no timer, whatever it does; otherwise it has a
// handler for SIGBUS, for SIGINT and SIGTERM, and a timer. What is measured is the same.
// An emulator has its own numbers for timers.
// UNSUPPORTED: sanitized, target={{aarch64.*}}
// RUN: %fresh && %program %s -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=n POMP_SIGNALS=none ./a none
// RUN: %check n 'experiment["state"] == "complete"' 'visits("parallel") == 4'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t POMP_TRACE=1 POMP_SIGNALS=none ./a none
// RUN: %check t 'experiment["state"] == "complete"'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=d ./a 2,7,15 && %check d 'visits("parallel") == 4'
#include "regions.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

enum { SIGNALS = 64 };
struct action { /* as the kernel has it, as glibc keeps two of its signals to itself */
  void *handler;
  unsigned long flags, more[2];
};

static void read_all(struct action *all) {
  for (int i = 1; i <= SIGNALS; i++)
    syscall(SYS_rt_sigaction, i, NULL, &all[i], 8);
}

static void *nothing(void *argument) { return argument; }

static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

/* The argument says which signals may have changed. */
int main(int argc, char **argv) {
  static struct action before[SIGNALS + 1], after[SIGNALS + 1];
  char changed[200] = "";
  struct sigevent none = {.sigev_notify = SIGEV_NONE};
  int timer = -1;
  pthread_t thread;
  signal(SIGINT, SIG_DFL); /* who runs tests in the background may have it ignored */
  /* glibc has a handler of its own as soon as there are threads. */
  if (pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL))
    return 2;
  read_all(before);
  team();
  team();
  read_all(after);
  for (int i = 1; i <= SIGNALS; i++)
    if (memcmp(&before[i], &after[i], sizeof before[i]) != 0)
      snprintf(changed + strlen(changed), sizeof changed - strlen(changed), "%s%d", *changed ? "," : "", i);
  /* The kernel counts the timers of a process from 0. */
  bool timers = syscall(SYS_timer_create, CLOCK_MONOTONIC, &none, &timer) == 0 && timer != 0;
  const char *expected = argc > 1 ? argv[1] : "";
  if (strcmp(*changed ? changed : "none", expected) == 0 && timers == (*changed != 0))
    return 0;
  fprintf(stderr, "changed: %s, expected: %s; the next timer is number %d\n", changed, expected, timer);
  return 1;
}
