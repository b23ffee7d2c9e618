/* groups.c - teams whose members belong to known groups. Each member tells what it is, by the name of its place and the
 * CPU time that it worked for: "PLACE GROUP NS". */
#define _GNU_SOURCE
#include "regions.h"
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(first, "for", 3);
REGION(second, "for", 4);
REGION(meet, "barrier", 5);

static long long cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long work(struct ompregdescr *loop, long long ms) {
  POMP_For_enter(loop);
  long long begin = cpu();
  while (cpu() - begin < ms * 1000000)
    ;
  POMP_For_exit(loop);
  return cpu() - begin;
}

/* An outer team of 2 has inner teams of 4, which work in different loops. */
static void nested(void) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    int above = omp_get_thread_num();
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(4)
    {
      POMP_Parallel_begin(&inner);
      printf("0>%d>%d %s %lld\n", above, omp_get_thread_num(), above ? "second" : "first",
             work(above ? &second : &first, 120));
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

enum { LOADS = 3 };
static pid_t loads[LOADS];
static cpu_set_t processors[2];

/* The last processor is shared with other processes, and the first one isn't. */
static void load_one_processor(void) {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &all)) {
      CPU_ZERO(&processors[1]);
      CPU_SET(cpu, &processors[1]);
      if (!CPU_COUNT(&processors[0]))
        processors[0] = processors[1];
    }
  for (int i = 0; i < LOADS; i++)
    if (!(loads[i] = fork())) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      sched_setaffinity(0, sizeof processors[1], &processors[1]);
      for (;;)
        ;
    }
}

static void end_load(void) {
  for (int i = 0; i < LOADS; i++) {
    kill(loads[i], SIGKILL);
    waitpid(loads[i], NULL, 0);
  }
}

/* A team of 2, in which one member does four times what the other one does; or both the same. If there is a load, only
 * the first member has a processor of its own, so that it waits for the other one most of the time. */
static void flat(int uneven) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    if (loads[0])
      sched_setaffinity(0, sizeof processors[0], &processors[omp_get_thread_num()]);
    int heavy = uneven && omp_get_thread_num() == 0;
    long long sum = 0;
    for (int round = 0; round < 5; round++) {
      sum += work(&first, heavy ? 80 : 20);
      POMP_Barrier_enter(&meet);
#pragma omp barrier
      POMP_Barrier_exit(&meet);
    }
    printf("0>%d %s %lld\n", omp_get_thread_num(), heavy ? "heavy" : "light", sum);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "even";
  if (strcmp(mode, "load") == 0)
    load_one_processor();
  omp_set_max_active_levels(2);
  if (strcmp(mode, "nested") == 0)
    nested();
  else
    flat(strcmp(mode, "uneven") == 0);
  if (loads[0])
    end_load();
  return 0;
}
