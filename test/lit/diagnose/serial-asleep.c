// A thread that sleeps outside of teams waits for something that more threads make no shorter: that is said, in functions and outside of them. Where the
// program has several threads of its own, one that sleeps outside of regions keeps nobody from work: there is no serial code, which there is if it works.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a && %pomp_clang -O1 -g --pomp-functions=none %pair_flags a.c -o b
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_SUMMARY=0
// RUN: %{run} POMP_EXPERIMENT_DIR=s ./a sleeps && %pomp_report --diagnose s | FileCheck %s --check-prefixes=SLEEPS
// RUN: %{run} POMP_EXPERIMENT_DIR=o ./b sleeps && %pomp_report --diagnose o | FileCheck %s --check-prefixes=SLEEPS
// RUN: %{run} POMP_EXPERIMENT_DIR=w ./b works && %pomp_report --diagnose w | FileCheck %s --check-prefixes=WORKS
// RUN: %{run} POMP_EXPERIMENT_DIR=js ./b sleeps join && %pomp_report --diagnose js | FileCheck %s --check-prefixes=JOINS
// RUN: %{run} POMP_EXPERIMENT_DIR=jw ./b works join && %pomp_report --diagnose jw | FileCheck %s --check-prefixes=WORKS
// SLEEPS: serial code while threads are idle
// SLEEPS-NEXT: sleeps for {{9[0-9]|100}} % of its time
// SLEEPS: evidence: {{.*}}asleep =
// WORKS: serial code while threads are idle
// WORKS-NEXT: No region says
// JOINS-NOT: serial code
#include "pair.h"
#include <omp.h>
#include <pthread.h>

enum { ROUNDS = 20 };
static bool sleeps;
struct clock_switches *(*__pomp_switches_of_thread)(void) = clock_switches_of_thread;

static void alone(uint64_t us) {
  if (!sleeps) {
    work(us);
    return;
  }
  clock_without_processor(us * CLOCK_US, false);
  __pomp_slept += us * CLOCK_US;
}

static void *teams(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
#pragma omp parallel
    {
      work(1000);
      MEET();
    }
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t other;
  sleeps = argv[1][0] == 's';
  pair_begin();
  alone(ROUNDS * 2000);
  if (argc < 3)
    teams(NULL);
  else if (pthread_create(&other, NULL, teams, NULL) == 0)
    pthread_join(other, NULL);
  return 0;
}
