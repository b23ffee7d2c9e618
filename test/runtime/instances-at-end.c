// Member 0 compares the members now and then, and at the end of the team. A program that ends inside a parallel region,
// by member 0, has all instances that all members have met. One that ends by another member lacks no more than the last
// 64, and says how many visits that are. Traced, it lacks them always, as no thread may write the trace of another: a loop
// that has none left is judged by the sums of its times.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=first-1 POMP_SUMMARY=0 ./a 1 0
// RUN: %check first-1 'region("for", 1)["balance"]["instances"] == 1' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=first-31 POMP_SUMMARY=0 ./a 31 0
// RUN: %check first-31 'region("for", 1)["balance"]["instances"] == 31' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=first-32 POMP_SUMMARY=0 ./a 32 0
// RUN: %check first-32 'region("for", 1)["balance"]["instances"] == 32' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=first-33 POMP_SUMMARY=0 ./a 33 0
// RUN: %check first-33 'region("for", 1)["balance"]["instances"] == 33' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=first-500 POMP_SUMMARY=0 ./a 500 0
// RUN: %check first-500 'region("for", 1)["balance"]["instances"] == 500' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=other-20 POMP_SUMMARY=0 ./a 20 1
// RUN: %check other-20 'region("for", 1)["balance"]["instances"] == 20' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=other-500 POMP_SUMMARY=0 ./a 500 1
// RUN: %check other-500 '500 - 64 <= region("for", 1)["balance"]["instances"] <= 500' \
// RUN:   'region("for", 1)["balance"]["visits_missing"] == 3 * (500 - region("for", 1)["balance"]["instances"])'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=traced-20 POMP_SUMMARY=0 POMP_TRACE=1 ./a 20 1
// RUN: %check traced-20 'region("for", 1)["balance"]["by"] == "sums"' 'region("for", 1)["visits"] == 60'
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=traced-500 POMP_SUMMARY=0 POMP_TRACE=1 ./a 500 1
// RUN: %check traced-500 '500 - 64 <= region("for", 1)["balance"]["instances"] <= 500' \
// RUN:   'region("for", 1)["balance"]["visits_missing"] == 3 * (500 - region("for", 1)["balance"]["instances"])'
#include "regions.h"
#include <omp.h>
#include <stdlib.h>

REGION(par, "parallel", 100);
REGION(loop, "for", 1);

int main(int argc, char **argv) {
  int instances = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < instances; i++) {
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
#pragma omp barrier
    }
    if (omp_get_thread_num() == last)
      exit(0);
#pragma omp barrier
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
