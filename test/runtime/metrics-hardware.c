// The processor's own counters count, where they can be seen, instructions of a loop whose number is known; the report has
// what follows from them; and more are asked for than fit at once.
// REQUIRES: pmu
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/hardware.py %check e '1000000 * 4 <= metric("perf:instructions", "region(loop)") <= 1000000 * 4 + 200000' \
// RUN:   'metric("perf:cycles", "region(loop)") > 0' 'region("region(loop)")["derived"]["IPC"]["exclusive"] > 0' 'not any(m["estimate"] for m in metrics)'
// RUN: %pomp_report --all e | grep "IPC"
// With too many at once, those that don't fit are named; in turns all are counted, and the report says that they are estimates.
// DEFINE: %{all} = perf:instructions,perf:cycles,perf:branches,perf:branch-misses,perf:cache-references,perf:cache-misses,perf:L1-dcache-loads,perf:L1-dcache-load-misses,perf:dTLB-loads,perf:dTLB-load-misses,perf:iTLB-load-misses,perf:LLC-loads,perf:LLC-load-misses
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=m POMP_METRICS=%{all} ./a 2> err
// RUN: %check m 'len(metrics) >= 2' && not grep -v "is left out: .*; the rest is measured" err
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t POMP_METRICS=%{all} POMP_METRICS_MULTIPLEX=1 ./a 2> err
// RUN: %check t 'len(metrics) >= 2' 'all(m["estimate"] for m in metrics)' && %pomp_report --all t | grep "counted in turns with others"
#include "regions.h"

REGION_AT(loop, "region", "loop", 1);

int main(void) {
  POMP_Begin(&loop);
#if defined(__x86_64__)
  long n = 1000000;
  __asm__ volatile("1: nop; nop; dec %0; jnz 1b" : "+r"(n) : : "cc");
#endif
  POMP_End(&loop);
  return 0;
}
