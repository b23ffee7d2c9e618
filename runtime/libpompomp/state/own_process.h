/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_process.h - which process measures: what a forked child must not go on with lies in a page that it finds wiped.
 * Not here: the gate that each event looks at (gate.h), the lock of the slow paths (slow_lock.h).
 *
 * A child of fork() can be informed by a handler (pthread_atfork), but none is called for _Fork(), clone() and the
 * system call itself. Such a child has a copy of its parent's memory and shares the mapped file, and would count into
 * it. So all that lets an event be recorded lies in one page, which the kernel hands to a child as zeros
 * (MADV_WIPEONFORK, Linux 4.14). Zeros say that no process has claimed the page: the next event takes the slow path,
 * and that begins with a claim. A child that shares its parent's memory, as vfork() makes it, shares this page, too,
 * and changes nothing. An older kernel wipes nothing; there, the children of fork() alone are informed. */
#ifndef POMP_OWN_PROCESS_H
#define POMP_OWN_PROCESS_H

#include "base/atomics.h"
#include "pomp_arch.h"

#include <stdbool.h>
#include <stdint.h>

#define POMP_OWN_PAGE POMP_PAGE_MOST /* a smaller page leaves the rest unused */

struct pomp_own {
  uint64_t gate;     /* how far the control word is from pomp_gate_words.unclaimed (gate.h) */
  uint32_t trace_on; /* see trace.h */
  bool measuring;    /* see gate.h */
  bool only_traced;  /* see gate.h */
  uint32_t claimed;  /* the process that has claimed the page, POMP_OWN_CLAIMING, or 0 */
};
#define POMP_OWN_CLAIMING UINT32_MAX

/* The page has nothing else in it, and no file behind it. */
extern union pomp_own_page {
  struct pomp_own own;
  char bytes[POMP_OWN_PAGE];
} pomp_own_page POMP_HIDDEN __attribute__((aligned(POMP_OWN_PAGE)));
#define pomp_own pomp_own_page.own

/* Claims the page for this process, if that has not been done yet. In a child of a process that measures, the
 * measurement is over then; in any other, it may still begin. Each slow path begins with it, with all signals held
 * back. */
void pomp_own_claim(void);

/* Lets children be counted, from the begin of the measurement on. Under the slow lock. */
void pomp_own_count_children(void);
/* How many children have had events, with theirs. */
uint32_t pomp_own_children(void);
/* Counts this process for the one that is measured. Under the slow lock, in a child, once. */
void pomp_own_tell_parent(void);

/* Wipes the page in a child of fork(), as the kernel may be too old to do it. */
void pomp_own_forked(void);

#endif
