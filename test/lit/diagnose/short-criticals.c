// A critical whose block does a single update, for which threads wait, is advised to be a reduction; where most of a region's time is said by nothing,
// and the compiler has seen that it takes mutexes, the next step is to measure these.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_SUMMARY=0
// RUN: %{run} POMP_EXPERIMENT_DIR=c ./a && %pomp_report --diagnose c | FileCheck %s --check-prefix=CRITICAL
// RUN: %{run} POMP_EXPERIMENT_DIR=m ./a mutex && %pomp_report m | tr '\n' ' ' | FileCheck %s --check-prefix=MUTEX
// With them measured, it is none.
// RUN: %pomp_clang -O1 -g %pair_flags --pomp-mutexes a.c -o a && %{run} POMP_EXPERIMENT_DIR=w ./a mutex && %pomp_report w | not grep pomp-mutexes
// CRITICAL: 1. waiting for a lock: critical(sum) in main, a.c:100
// CRITICAL-NEXT: Its block takes no more than 0.40 us, and to have the lock takes longer: use reduction for a sum
// MUTEX: link with --pomp-mutexes and run again: it tells who waits for the mutexes of parallel for (loop) (a.c:200)
#include "pair.h"
#include <omp.h>
#include <pthread.h>

int main(int argc, char **argv) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static uint64_t is_free;
  static int turn;
  double sum = 0;
  (void)argv;
  pair_begin();
#pragma omp parallel num_threads(argc > 1 ? 1 : 2)
  for (int i = 0; i < 200 && argc == 1; i++) {
    comes(&turn, 2 * i + omp_get_thread_num());
    wait_for(&is_free);
#line 100
#pragma omp critical(sum)
    {
      cost(400);
      sum += 1;
      frees(&is_free);
      goes(&turn);
    }
  }
  if (argc > 1)
#line 200
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
      pthread_mutex_lock(&mutex);
      sum += 1;
      pthread_mutex_unlock(&mutex);
      work(2000);
    }
  return sum < 100;
}
