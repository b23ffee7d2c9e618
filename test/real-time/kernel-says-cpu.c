// How long threads were on a processor, how long they were ready without one, and how long they slept, against what the program
// reads itself of its CPU clocks and of /proc/self/task/TID/schedstat. It reads them shortly before and after each moment
// at which the library does, so that what the library says lies between two figures of the program's own, however busy
// the machine is: [at least, at most]. The parts are no more than the whole, but for what two clocks may be apart.
// It is about what the kernel says of threads, so that the clock is the real one; what follows from it is in test/runtime/on-cpu.c.
//
// Four threads on whatever processors there are, each of them busy for 100 ms of its own CPU time.
// RUN: %fresh && %program -O2 %s -o a && env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e ./a busy > truth 2> err
// RUN: %check e 'within(experiment["scheduled"]["on_cpu_ns"], file("truth")["on_cpu"])' \
// RUN:   'within(experiment["scheduled"]["ready_ns"], file("truth")["ready"])' \
// RUN:   '1 <= sum(experiment["scheduled"][k] for k in ("on_cpu_ns", "ready_ns", "asleep_ns")) / experiment["scheduled"]["lived_ns"] < 1.002' \
// RUN:   'region("parallel")["cpu"]["visits"] == region("parallel")["visits"] == 20 and region("parallel")["cpu"]["teams"] == 5' \
// RUN:   'within(region("parallel")["cpu"]["on_cpu_ns"], file("truth")["team_cpu"])' \
// RUN:   'within(region("parallel")["cpu"]["span_ns"], file("truth")["team_wall"])' \
// RUN:   'experiment["cpus"] == file("truth")["cpus"]' \
// RUN:   'experiment["crowded"] == (experiment["scheduled"]["ready_ns"] > 0.05 * (experiment["in_regions_ns"] + experiment["outside_ns"]))'
//
// The same on one processor: three threads are ready while one is on it, whatever else runs there.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=o ./a bound > truth 2> err
// RUN: %check o 'experiment["cpus"] == 1 and experiment["crowded"]' \
// RUN:   'within(experiment["scheduled"]["on_cpu_ns"], file("truth")["on_cpu"])' \
// RUN:   'within(experiment["scheduled"]["ready_ns"], file("truth")["ready"])' \
// RUN:   'experiment["scheduled"]["ready_ns"] > 2 * experiment["scheduled"]["on_cpu_ns"]' \
// RUN:   'within(region("parallel")["cpu"]["on_cpu_ns"], file("truth")["team_cpu"])'
//
// Twenty processes that spin beside it.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=l ./a load > truth 2> err
// RUN: %check l 'experiment["crowded"]' 'within(experiment["scheduled"]["on_cpu_ns"], file("truth")["on_cpu"])' \
// RUN:   'within(experiment["scheduled"]["ready_ns"], file("truth")["ready"])' \
// RUN:   'within(region("parallel")["cpu"]["on_cpu_ns"], file("truth")["team_cpu"])'
//
// Threads that sleep are not ready, but for the time from their waking to their being on a processor again.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=s ./a sleep > truth 2> err
// RUN: %check s 'within(experiment["scheduled"]["on_cpu_ns"], file("truth")["on_cpu"])' \
// RUN:   'within(experiment["scheduled"]["ready_ns"], file("truth")["ready"])' 'experiment["scheduled"]["asleep_ns"] > 790e6'
//
// Members with 5, 15, 25 and 35 ms to do: the wall clock may say anything of their imbalance, and their CPU clocks say it.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=u ./a uneven > truth 2> err
// RUN: %check u 'abs(region("parallel")["cpu"]["imbalance"] - file("truth")["imbalance"]) < 0.02' \
// RUN:   'abs(file("truth")["imbalance"] - 15 / 35) < 0.05'
//
// Short teams, of which each twentieth is longer: a part is measured, and that part is like the whole.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=p ./a short > truth 2> err
// RUN: %check p 'region("parallel")["cpu"]["visits"] == 4 * region("parallel")["cpu"]["teams"] <= region("parallel")["visits"] == 32000' \
// RUN:   'abs(region("parallel")["cpu"]["on_cpu_ns"] / region("parallel")["cpu"]["visits"] / (sum(file("truth")["team_cpu"]) / 2 / 32000) - 1) < 0.25'
#define _GNU_SOURCE
#include "regions.h"
#include <dirent.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

REGION(team, "parallel", 10);

static double ns_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* How long a thread of this process was on a processor, and ready. */
static void read_thread(int thread, double *on_cpu, double *ready) {
  char path[64];
  double ran = 0, queued = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "%lf %lf", &ran, &queued) != 2)
    exit(1);
  fclose(f);
  *on_cpu += ns_of((clockid_t)(~(unsigned)thread << 3 | 6));
  *ready += queued;
}

/* The sums over all threads of the process. */
struct sums {
  double on_cpu, ready;
};
static struct sums read_all(void) {
  struct sums s = {0, 0};
  DIR *all = opendir("/proc/self/task");
  for (struct dirent *d; all && (d = readdir(all));)
    if (d->d_name[0] != '.')
      read_thread(atoi(d->d_name), &s.on_cpu, &s.ready);
  closedir(all);
  return s;
}

/* Works for so many ms of the thread's own CPU time. */
static void burn(double ms) {
  double end = ns_of(CLOCK_THREAD_CPUTIME_ID) + ms * 1e6;
  while (ns_of(CLOCK_THREAD_CPUTIME_ID) < end)
    for (volatile int i = 0; i < 20000; i++)
      ;
}

static void rest(double ms) {
  struct timespec t = {0, (long)(ms * 1e6)};
  nanosleep(&t, NULL);
}

/* This is what was measured between the events, and around them; then the sums of what the slowest members took, and of the
 * means. */
static double cpu_within, cpu_around, wall_within, wall_around, sum_of_max, sum_of_mean;
/* This is what threads had when they were surely known to the library; nothing had been counted of them before they began. */
static struct sums known;
static _Thread_local int is_known;

/* One team, whose member i does what `work` says, `ms` times one and `more` times i. */
static void run_team(void (*work)(double), double ms, double more) {
  double cpu[2] = {0, 0}, wall[2] = {0, 0}, max = 0;
  int size = 0;
  POMP_Parallel_fork(&team);
#pragma omp parallel reduction(+ : cpu[ : 2], wall[ : 2], size) reduction(max : max)
  {
    double clocks[8];
    clocks[0] = ns_of(CLOCK_MONOTONIC), clocks[1] = ns_of(CLOCK_THREAD_CPUTIME_ID);
    POMP_Parallel_begin(&team);
    clocks[2] = ns_of(CLOCK_MONOTONIC), clocks[3] = ns_of(CLOCK_THREAD_CPUTIME_ID);
    if (!is_known) {
#pragma omp critical
      read_thread((int)syscall(SYS_gettid), &known.on_cpu, &known.ready);
      is_known = 1;
    }
    work(ms + more * omp_get_thread_num());
    clocks[4] = ns_of(CLOCK_THREAD_CPUTIME_ID), clocks[5] = ns_of(CLOCK_MONOTONIC);
    POMP_Parallel_end(&team);
    clocks[6] = ns_of(CLOCK_THREAD_CPUTIME_ID), clocks[7] = ns_of(CLOCK_MONOTONIC);
    cpu[0] = clocks[4] - clocks[3], cpu[1] = clocks[6] - clocks[1];
    wall[0] = clocks[5] - clocks[2], wall[1] = clocks[7] - clocks[0];
    max = cpu[0];
    size = 1;
  }
  POMP_Parallel_join(&team);
  cpu_within += cpu[0], cpu_around += cpu[1];
  wall_within += wall[0], wall_around += wall[1];
  sum_of_max += max;
  sum_of_mean += cpu[0] / size;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "busy";
  cpu_set_t cpus;
  pid_t load[20];
  int loads = strcmp(mode, "load") == 0 ? 20 : 0;
  for (int i = 0; i < loads; i++)
    if (!(load[i] = fork())) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;)
        ;
    }
  if (strcmp(mode, "bound") == 0) {
    sched_getaffinity(0, sizeof cpus, &cpus);
    int first = 0;
    while (!CPU_ISSET(first, &cpus))
      first++;
    CPU_ZERO(&cpus);
    CPU_SET(first, &cpus);
    sched_setaffinity(0, sizeof cpus, &cpus);
  }
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Register_regions(&team, 1, sizeof team);
  if (strcmp(mode, "sleep") == 0)
    for (int i = 0; i < 5; i++)
      run_team(rest, 40, 0);
  else if (strcmp(mode, "uneven") == 0)
    for (int i = 0; i < 10; i++)
      run_team(burn, 5, 10);
  else if (strcmp(mode, "short") == 0)
    for (int i = 0; i < 8000; i++)
      run_team(burn, i % 20 ? 0 : 0.2, 0);
  else
    for (int i = 0; i < 5; i++)
      run_team(burn, loads ? 5 : 20, 0);
  sched_getaffinity(0, sizeof cpus, &cpus);
  struct sums before = read_all();
  POMP_Finalize();
  struct sums after = read_all();
  for (int i = 0; i < loads; i++) {
    kill(load[i], SIGKILL);
    waitpid(load[i], NULL, 0);
  }
  printf("{\"on_cpu\": [%.0f, %.0f], \"ready\": [%.0f, %.0f], ", before.on_cpu - known.on_cpu, after.on_cpu,
         before.ready - known.ready, after.ready);
  printf("\"team_cpu\": [%.0f, %.0f], \"team_wall\": [%.0f, %.0f], ", cpu_within, cpu_around, wall_within, wall_around);
  printf("\"imbalance\": %.6f, \"cpus\": %d}\n", (sum_of_max - sum_of_mean) / sum_of_max, CPU_COUNT(&cpus));
  return fflush(stdout) != 0;
}
