/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processors.c - stands for base/processors.c in the library for tests: each thread is on a processor whenever time
 * goes on and it does not sleep, and there are as many processors as the test says. Nothing here asks the system. */
#include "base/processors.h"
#include "base/clock.h"
#include "test_clock.h"

CLOCK_EXPORT uint32_t __pomp_cpus = 64;
CLOCK_EXPORT uint64_t __pomp_ready;
CLOCK_EXPORT uint64_t __pomp_slept;
CLOCK_EXPORT __thread uint64_t __pomp_asleep;
CLOCK_EXPORT __attribute__((weak)) uint32_t __pomp_online;
CLOCK_EXPORT uint64_t __pomp_atomic;
CLOCK_EXPORT __attribute__((weak)) uint32_t __pomp_quota;
CLOCK_EXPORT uint64_t __pomp_throttled;
CLOCK_EXPORT __attribute__((weak)) void (*__pomp_kernel_of_system_thread)(int, struct clock_kernel *);

struct pomp_processors_time pomp_processors_scheduled(pid_t thread) {
  const uint64_t ready = __atomic_load_n(&__pomp_ready, __ATOMIC_RELAXED), now = pomp_clock_of_test();
  const uint64_t off = ready + __atomic_load_n(&__pomp_slept, __ATOMIC_RELAXED);
  (void)thread;
  return (struct pomp_processors_time){
      .on_cpu = now > off ? now - off : 0, .ready = ready, .known = true, .ready_known = true};
}

struct pomp_processors_time pomp_processors_time(pid_t thread) {
  struct pomp_processors_time t = pomp_processors_scheduled(thread);
  struct clock_kernel own = {0};
  t.kernel_known = __pomp_kernel_of_system_thread != NULL;
  if (t.kernel_known)
    __pomp_kernel_of_system_thread((int)thread, &own);
  t.system = own.system;
  t.faults = own.faults;
  t.major_faults = own.major_faults;
  t.switches = own.sleeps + own.preempted;
  return t;
}

uint64_t pomp_processors_own_time(void) { return pomp_processors_time(0).on_cpu - __pomp_asleep; }

bool pomp_processors_add(pid_t thread, uint64_t *set) {
  (void)thread;
  for (uint32_t i = 0; i < __pomp_cpus; i++)
    set[i / 64] |= 1ull << i % 64;
  return true;
}

uint32_t pomp_processors_count(const uint64_t *set) {
  uint32_t count = 0;
  for (int i = 0; i < POMP_CPU_WORDS; i++)
    count += (uint32_t)__builtin_popcountll(set[i]);
  return count;
}

uint32_t pomp_processors_online(void) { return __pomp_online; }

uint32_t pomp_processors_quota(void) { return __pomp_quota; }
uint64_t pomp_processors_throttled(void) { return __atomic_load_n(&__pomp_throttled, __ATOMIC_RELAXED); }
uint64_t pomp_processors_atomic_cost(void) { return 1000 * __atomic_load_n(&__pomp_atomic, __ATOMIC_RELAXED); }
