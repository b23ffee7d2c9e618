// What the kernel does for the program that it could do without is a finding, with the cause by what happened there: memory that comes
// again and again, locks of libraries that make threads sleep or not, writes, memory that one thread touches first. The fixed programs
// do the same work without, and what is left of serial code then is nothing to be made parallel. What a thread that waits leaves to the kernel is none, nor is memory that is touched once, by all.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 again
// RUN: %pair ./bad ./fixed 2 mapped
// RUN: %pair ./bad ./fixed 2 mutex
// RUN: %pair ./bad ./fixed 2 rand
// RUN: %pair ./bad ./fixed 2 prints
// RUN: %pair ./bad ./fixed 2 log
// Kernel time that nothing explains is no lock: the finding says how to find out, and is not judged. Kernel time of the OpenMP runtime for its constructs is in no finding, however often it comes.
// RUN: %pair ./bad ./fixed 2 calls
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=constructs OMP_NUM_THREADS=2 ./bad constructs && %pomp_report --diagnose constructs > constructs.txt
// RUN: grep "in the kernel 50.0 %" constructs.txt && not grep "time in the kernel" constructs.txt
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=touch OMP_NUM_THREADS=2 ./bad touch && %pomp_report --diagnose --json touch > touch.json
// RUN: FileCheck %s < touch.json && not grep -E "serial_(time|initialisation)" touch.json
// CHECK: "findings": [
// CHECK-NEXT: {
// CHECK-NEXT: "property": "kernel_time",
// CHECK-NEXT: "title": "time in the kernel",
// CHECK-NEXT: "region": "(outside regions)",
// CHECK: "severity_s": 0.1{{(0+1)?,}}
// CHECK: "saving_s": 0.05{{(0+[0-9])?,}}
// CHECK: "kernel_ns": 100000000.0,
// CHECK: "advice": "One thread touches the memory first
// RUN: %python %S/Inputs/healthy.py %pomp_report ./bad 2 once little
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=waits OMP_NUM_THREADS=2 ./bad waits && %pomp_report --diagnose waits > waits.txt
// RUN: grep "in the kernel 20.0 %" waits.txt && not grep "time in the kernel" waits.txt
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { STEPS = 20 };
static const char *how;
static bool is(const char *mode) { return strcmp(how, mode) == 0; }

static void computes(uint64_t us) {
  __atomic_fetch_add(&__pomp_kernel.user, us * CLOCK_US, __ATOMIC_RELAXED);
  work(us);
}

#ifdef FIXED
#define KERNEL(us, ...) ((void)0)
#else
#define KERNEL(us, ...) clock_in_kernel((us)*CLOCK_US, (struct clock_kernel){__VA_ARGS__})
#endif

static void member(void) {
  if (is("again"))
    KERNEL(15000, .faults = 10000);
  if (is("mapped")) /* threads sleep for the kernel's lock of the memory */
    KERNEL(15000, .faults = 10000, .sleeps = 1400);
  if (is("mutex"))
    KERNEL(6000, .sleeps = 2000);
  if (is("rand"))
    KERNEL(6000, .sleeps = 5);
  if (is("calls"))
    KERNEL(6000, .faults = 3);
  if (is("prints"))
    KERNEL(6000, .writes = 3000);
  if (is("once"))
    KERNEL(2000, .faults = 500);
  if (is("little"))
    KERNEL(400, .sleeps = 2000);
  computes(5000);
}

/* Thread 0 waits for the other one for 4 ms, all of which are the kernel's. */
static void waits(void) {
#pragma omp parallel
  {
    computes(omp_get_thread_num() ? 9000 : 5000);
    MEET();
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      clock_kernel_add(&clock_kernel_own, &(struct clock_kernel){0}, 4 * CLOCK_MS);
      clock_kernel_add(&__pomp_kernel, &(struct clock_kernel){0}, 4 * CLOCK_MS);
    }
    computes(1000);
    MEET();
  }
}

/* So many short visits, half of whose time is the kernel's, are at most what forks, joins and criticals take. */
static void constructs(void) {
  for (int i = 0; i < 200; i++) {
#pragma omp parallel
    {
#pragma omp critical
      KERNEL(10, .sleeps = 1);
      computes(10);
      MEET();
    }
  }
}

#line 80
static void step(void) {
  static struct clock_meeting end;
  static __thread int n;
  if (is("again") || is("mapped"))
    KERNEL(5000, .sleeps = 0); /* munmap */
  if (is("log")) { /* serial code writes, while the other thread waits in the kernel, too */
    KERNEL(6000, .writes = 3000);
    clock_kernel_add(&__pomp_kernel, &(struct clock_kernel){0}, 4 * CLOCK_MS);
  }
#line 100
#pragma omp parallel for
  for (int i = 0; i < 2; i++) {
    member();
    meet(&end, n++);
  }
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  clock_kernel_start();
  pair_begin();
#line 200
  if (is("touch"))
    KERNEL(100000, .faults = 100000);
  for (int i = 0; i < STEPS; i++)
    is("waits") ? waits() : is("constructs") ? constructs() : step();
  __pomp_kernel.resident = is("touch") || is("once") ? 100000 * 4096 : 10000 * 4096;
  if (is("calls"))
    PAIR_TRUTH("kernel_time", 100, STEPS * 2 * 6 * CLOCK_MS, ", \"judged\": false, \"advice\": \"POMP_SAMPLE=1\"");
  else if (is("log"))
    pair_advice("kernel_time", 80, STEPS * 6 * CLOCK_MS, "std::endl");
  else if (is("again") || is("mapped"))
    pair_advice("kernel_time", 100, STEPS * (5 + 2 * 15) * CLOCK_MS, "MALLOC_MMAP_THRESHOLD_");
  else
    pair_advice("kernel_time", 100, STEPS * 2 * 6 * CLOCK_MS,
                is("mutex") ? "Threads stop and are woken again" : is("rand") ? "rand_r" : "std::endl");
  return 0;
}
