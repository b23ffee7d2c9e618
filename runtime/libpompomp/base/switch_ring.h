/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* switch_ring.h - when a thread lost its processor, or gave it up, and when it had one again, as the kernel writes it
 * into memory that the thread reads without a system call and without a signal.
 * Not here: which call path that time belongs to (records/switches.h). */
#ifndef POMP_SWITCH_RING_H
#define POMP_SWITCH_RING_H

#include <stdbool.h>
#include <stdint.h>

/* It is one thread's. All zeros: there is none. Its times are in ns of CLOCK_MONOTONIC. */
struct pomp_switch_ring {
  void *at;             /* a page of the kernel's, and one of records; NULL: there is no ring */
  uint64_t left;        /* when the thread left its processor, if it is not known yet when it came back; or 0 */
  bool left_ready;      /* it had something to do then */
  bool full;            /* the kernel has found no room for records */
  uint64_t since, used; /* from here on, and the thread's CPU time then, all of its time is accounted for: */
  uint64_t off;         /* so much of it without a processor */
  uint64_t read_ready, read_asleep; /* what was read since it was looked last whether records are missing */
  uint64_t tick, ns;                /* the same moment on both clocks, while records are read; or 0 */
};

/* The thread was without a processor. Times are in ticks. */
struct pomp_switch_off {
  uint64_t from, to;
  bool ready; /* it had something to do */
};

/* Asks the kernel for records of the calling thread. 0 or a negative errno. */
int pomp_switch_ring_open(struct pomp_switch_ring *r);
/* Returns the word that changes with each record. */
const uint64_t *pomp_switch_ring_head(const struct pomp_switch_ring *r);
/* Reads the next time without a processor. False: there is none. Where the ring was full, and records are missing, one
 * time stands for all that the thread's CPU clock has beside the others. */
bool pomp_switch_ring_next(struct pomp_switch_ring *r, struct pomp_switch_off *off);
/* True if the kernel has told the calling thread little of the time that its CPU clock has, as the program has switched
 * the records off. */
bool pomp_switch_ring_stood_still(const struct pomp_switch_ring *r);
void pomp_switch_ring_close(struct pomp_switch_ring *r);

#endif
