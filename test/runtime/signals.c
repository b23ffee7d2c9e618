// Signal handlers have events, on two threads, whatever they interrupt: all are counted, and nothing is out of balance.
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("region(handler)") == file("signals")' 'experiment["lost"] == 0' 'file("signals") >= 200' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0' \
// RUN:   'visits("region(work)") == file("visits")' 'len(regions) > 2000'
// Handlers end what they interrupt by siglongjmp: the regions that they leave are repaired, or had ended already.
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=j POMP_SUMMARY=0 ./a jump
// RUN: %check j '0 <= file("visits") - visits("region(work)") <= experiment["lost"] + file("signals")' \
// RUN:   'visits("region(whole)") == 2' 'experiment["unfinished"] == 0' 'visits("region(jumps)") > 100' \
// RUN:   'experiment["repaired"] <= 3 * file("signals")'
// In a trace, a handler may take a record with it that was not written yet; the others are read.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a jump
// RUN: %pomp_report --all --from-trace t > out && grep "region(work)" out
#define _GNU_SOURCE
#include "regions.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(handler, "region", "handler", 2);
REGION_AT(whole, "region", "whole", 3);
REGION_AT(jumps, "region", "jumps", 4);

enum { NEW = 1000, SIGNALS = 200 };
static struct ompregdescr many[2][NEW];
static int signals, jump;
static _Thread_local sigjmp_buf *to;

static void on_signal(int unused) {
  (void)unused;
  __atomic_add_fetch(&signals, 1, __ATOMIC_RELAXED);
  if (to)
    siglongjmp(*to, 1);
  POMP_Begin(&handler);
  POMP_End(&handler);
}

static long events(int thread, int round) {
  struct ompregdescr *d = &many[thread][round % NEW];
  if (!d->name) {
    *d = work;
    d->name = "for";
    d->sub_name = "";
    d->data[0] = NULL;
    d->begin_line1 = round + thread * NEW;
  }
  POMP_For_enter(d);
  POMP_Begin(&work);
  POMP_End(&work);
  POMP_For_exit(d);
  return 1;
}

static void *run(void *number) {
  int thread = number != NULL;
  volatile long visits = 0;
  volatile int round = 0;
  POMP_Begin(&whole);
  while (__atomic_load_n(&signals, __ATOMIC_RELAXED) < SIGNALS || round < NEW) {
    if (!jump) {
      visits += events(thread, round++);
      continue;
    }
    /* Signals go to this block alone, and leave it. */
    sigjmp_buf here;
    POMP_Begin(&jumps);
    if (!sigsetjmp(here, 1)) {
      to = &here;
      for (int i = 0; i < 1000; i++) {
        visits++;
        POMP_Begin(&work);
        POMP_End(&work);
      }
    }
    to = NULL;
    round++;
    POMP_End(&jumps);
  }
  POMP_End(&whole);
  return (void *)visits;
}

/* libomp's threads are left out: it blocks no signals in them, but is not to be jumped out of either. */
int main(int argc, char **argv) {
  (void)argv;
  pthread_t other;
  void *its;
  jump = argc > 1;
  POMP_Begin(&jumps);
  POMP_End(&jumps);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  sigaction(SIGVTALRM, &action, NULL);
  if (pthread_create(&other, NULL, run, &other))
    return 1;
  /* Signals go to any thread by the wall clock, and to the one that runs by CPU time. */
  struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  setitimer(ITIMER_VIRTUAL, &often, NULL);
  long mine = (long)run(NULL);
  pthread_join(other, &its);
  setitimer(ITIMER_REAL, &never, NULL);
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  FILE *out = fopen("signals", "w");
  fprintf(out, "%d\n", signals);
  fclose(out);
  out = fopen("visits", "w");
  fprintf(out, "%ld\n", mine + (long)its);
  return fclose(out);
}
