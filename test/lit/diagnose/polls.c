// Threads that ask again and again, for a value or a lock, take more of what is measured than what they wait for: it is said what waits
// without. As in disturbed.c, a pair of events takes 200 ns.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// RUN: sh -c 'for mode in value lock; do POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=$mode OMP_NUM_THREADS=2 ./a $mode && %pomp_report --diagnose $mode > $mode.txt || exit 1; done'
// RUN: FileCheck %s --check-prefix=VALUE < value.txt && FileCheck %s --check-prefix=LOCK < lock.txt
// VALUE: A value is read again and again: atomic (a.c:100)
// LOCK: Threads ask for a lock again and again until it is free: omp_test_lock (a.c:200)
#include "pair.h"
#include <omp.h>
#include <string.h>

uint64_t __pomp_atomic = 20;

uint64_t (*__pomp_ask)(void) = later_at_each_reading;

int main(int argc, char **argv) {
  static int ready;
  int seen = 0, is_lock = argc > 1 && strcmp(argv[1], "lock") == 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  pair_begin();
#pragma omp parallel firstprivate(seen)
  {
    for (int i = 0; i < 10000 && !is_lock; i++) {
#line 100
#pragma omp atomic read
      seen = ready;
      cost(400);
    }
    for (int i = 0; i < 10000 && is_lock && !seen; i++) {
      cost(400);
#line 200
      seen = omp_test_lock(&lock);
    }
    MEET();
  }
  omp_unset_lock(&lock);
  return seen;
}
