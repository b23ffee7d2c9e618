// On a busy machine, a finding is judged if the kernel tells that threads had their processors where it is: what they lost in serial code is
// no reason for it. By the clock that the test sets, a member waits 100 ms for a lock, and the first thread is pushed off for longer in serial
// code. The argument says how many of the 100 ms the lock's holder was pushed off: what is left is sure, if it is more than a hundredth of the run.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// RUN: sh -c 'for ms in 0 70 99; do env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e$ms ./a $ms || exit 1; done'
// RUN: %pomp_report --json e0 | grep -E '"crowded": ?true'
// RUN: %pomp_report --diagnose e0 | FileCheck %s --check-prefix=ALL
// RUN: %pomp_report --diagnose e70 | FileCheck %s --check-prefix=LEAST
// RUN: %pomp_report --diagnose e99 | FileCheck %s --check-prefix=NONE
// RUN: %pomp_report e99 | FileCheck %s --check-prefix=SCREEN
// While a thread has lost its processor, the other one is idle or waits: that time is the machine's, and no balance of the program.
// RUN: %pomp_report --efficiency --json e70 | %python -c 'import json, sys; run = json.load(sys.stdin)["regions"][0]["runs"][0]; assert abs(run["time_s"]["machine"] - 0.9) < 1e-6 and run["factors"]["omp_machine"] < 1, run'
// RUN: %pomp_report --efficiency e70 | grep "    processors  "
// ALL: 1. waiting for a lock: omp_set_lock in main, a.c:100; fixing it saves 0.100 s at most
// LEAST: 1. waiting for a lock: omp_set_lock in main, a.c:100; fixing it saves at least 0.009 s
// NONE-NOT: waiting for a lock
// The first screen counts no finding that it does not name, and says what of the waiting is the machine's.
// SCREEN: Findings: none that can be told from that.
// SCREEN-NEXT: Explained by no finding: {{.*}} % at most as others
// SCREEN-NEXT: had no processor
#include "pair.h"
#include <omp.h>
#include <stdlib.h>

struct clock_switches *(*__pomp_switches_of_thread)(void) = clock_switches_of_thread;
static uint64_t is_free;
static int turn;

static void pushed_off(uint64_t ms) {
  clock_without_processor(ms * CLOCK_MS, true);
  __atomic_fetch_add(&__pomp_ready, ms * CLOCK_MS / 2, __ATOMIC_RELAXED); /* it is each of two threads' */
}

int main(int argc, char **argv) {
  const uint64_t pushed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  pair_begin();
  pushed_off(400);
#pragma omp parallel
  {
    comes(&turn, omp_get_thread_num());
    wait_for(&is_free);
#line 100
    omp_set_lock(&lock);
    work(100000 - pushed * 1000);
    if (omp_get_thread_num() == 0 && pushed)
      pushed_off(pushed);
    frees(&is_free);
    goes(&turn);
    omp_unset_lock(&lock);
    MEET();
  }
  omp_destroy_lock(&lock);
  return 0;
}
