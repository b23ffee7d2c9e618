/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_time.c - the process's figures, less those of the library's own start.
 *
 * Each figure only grows. So the part that doesn't count is one number for each figure: its value when the library was
 * loaded, plus its growth while the library started. */
#include "teams/kernel_time.h"
#include "base/arena.h"
#include "base/processors.h"
#include "pomp_system.h"

static struct pomp_kernel_use out, noted; /* what doesn't count; what did, as of the last note */
static struct pomp_kernel_use use_left;   /* of the thread that begins the measurement; others may go on */
static struct pomp_kernel_calls calls_out, calls_left;
static uint64_t pages_before;

static uint64_t grown(uint64_t from, uint64_t to) { return to > from ? to - from : 0; }

static struct pomp_kernel_use less(const struct pomp_kernel_use *a, const struct pomp_kernel_use *b) {
#define LESS(sum) .sum = grown(b->sum, a->sum),
  return (struct pomp_kernel_use){POMP_KERNEL_SUMS(LESS) LESS(preempted) /* and what is no sum: */
                                      .resident = a->resident,
                                  .known = a->known && b->known};
}

static void add(struct pomp_kernel_use *to, const struct pomp_kernel_use *what) {
#define ADD(sum) to->sum += what->sum;
  POMP_KERNEL_SUMS(ADD)
  ADD(preempted)
}

/* Each page that the library takes is a page fault at most. Those of a trace are made without one where the kernel can
 * do that. */
static uint64_t own_pages(void) { return (pomp_arena_limit() - pomp_arena_left()) / pomp_sys_page(); }

void pomp_kernel_time_load(void) { out = pomp_kernel_use_of_process(); }

/* Linux has a thread's CPU time there as of its last tick, unless its CPU clock was read just before. */
static struct pomp_kernel_use use_of_thread(void) {
  (void)pomp_processors_own_time();
  return pomp_kernel_use_of_thread();
}

void pomp_kernel_time_leave(void) {
  use_left = use_of_thread();
  calls_left = pomp_kernel_calls();
}

struct pomp_kernel_use pomp_kernel_time_return(void) {
  const struct pomp_kernel_use now = use_of_thread(), took = less(&now, &use_left);
  const struct pomp_kernel_calls calls = pomp_kernel_calls();
  add(&out, &took);
  calls_out = (struct pomp_kernel_calls){grown(calls_left.reads, calls.reads), grown(calls_left.writes, calls.writes),
                                         calls_left.known && calls.known};
  pages_before = own_pages();
  return took;
}

void pomp_kernel_time_note(void) {
  struct pomp_header *h = pomp_file();
  const struct pomp_kernel_use now = pomp_kernel_use_of_process();
  const struct pomp_kernel_calls calls = pomp_kernel_calls();
  noted = less(&now, &out);
#define STORE(sum) POMP_STORE(h->sum, noted.sum);
  POMP_KERNEL_SUMS(STORE)
  POMP_STORE(h->resident, noted.resident);
  POMP_STORE(h->own_pages, grown(pages_before, own_pages()));
  const bool is_known = calls.known && calls_out.known;
  POMP_STORE(h->reads, is_known ? grown(calls_out.reads, calls.reads) : 0);
  POMP_STORE(h->writes, is_known ? grown(calls_out.writes, calls.writes) : 0);
  POMP_STORE(h->kernel_flags, (noted.known ? POMP_KERNEL_USE : 0u) | (is_known ? (uint32_t)POMP_KERNEL_CALLS : 0u));
}

const struct pomp_kernel_use *pomp_kernel_time_noted(void) { return &noted; }
