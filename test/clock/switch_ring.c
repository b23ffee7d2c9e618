/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* switch_ring.c - stands for base/switch_ring.c in the library for tests: a thread is without a processor when the test
 * says so. Nothing here asks the system. */
#include "base/switch_ring.h"
#include "test_clock.h"

#include <errno.h>

CLOCK_EXPORT __attribute__((weak)) struct clock_switches *(*__pomp_switches_of_thread)(void);

int pomp_switch_ring_open(struct pomp_switch_ring *r) {
  r->at = __pomp_switches_of_thread ? __pomp_switches_of_thread() : NULL;
  return r->at ? 0 : -ENOSYS;
}

const uint64_t *pomp_switch_ring_head(const struct pomp_switch_ring *r) {
  const struct clock_switches *s = r->at;
  return &s->head;
}

bool pomp_switch_ring_next(struct pomp_switch_ring *r, struct pomp_switch_off *off) {
  struct clock_switches *s = r->at;
  if (s->read == s->head)
    return false;
  const struct clock_switch *next = &s->at[s->read++ % CLOCK_SWITCHES];
  *off = (struct pomp_switch_off){next->from, next->to, next->ready};
  return true;
}

bool pomp_switch_ring_stood_still(const struct pomp_switch_ring *r) { return !r; }

void pomp_switch_ring_close(struct pomp_switch_ring *r) { *r = (struct pomp_switch_ring){.at = NULL}; }
