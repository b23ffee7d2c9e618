/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_use.c - stands for base/kernel_use.c in the library for tests: the kernel does what the test says. Nothing
 * here asks the system. */
#include "base/kernel_use.h"
#include "test_clock.h"

#include <stddef.h>

CLOCK_EXPORT struct clock_kernel __pomp_kernel;
CLOCK_EXPORT void (*__pomp_kernel_of_thread)(struct clock_kernel *);

static struct pomp_kernel_use use_of(const struct clock_kernel *k, bool known) {
#define SAME(sum) .sum = k->sum,
  return (struct pomp_kernel_use){POMP_KERNEL_SUMS(SAME).preempted = k->preempted, .resident = k->resident,
                                  .known = known};
}

struct pomp_kernel_use pomp_kernel_use_of_process(void) { return use_of(&__pomp_kernel, true); }

struct pomp_kernel_use pomp_kernel_use_of_thread(void) {
  struct clock_kernel own = {0};
  if (__pomp_kernel_of_thread)
    __pomp_kernel_of_thread(&own);
  return use_of(&own, __pomp_kernel_of_thread != NULL);
}

struct pomp_kernel_calls pomp_kernel_calls(void) {
  return (struct pomp_kernel_calls){__pomp_kernel.reads, __pomp_kernel.writes, true};
}
