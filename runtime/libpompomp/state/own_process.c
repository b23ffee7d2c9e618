/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_process.c - claims the page that a forked child finds wiped; own_process.h says why.
 * Not here: what is in the page. */
#include "state/own_process.h"
#include "base/clock.h"
#include "pomp_system.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "state/thread.h"

#include <string.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

/* It begins at a page and is not initialized, so that no page of the library's file has a part of it. */
union pomp_own_page pomp_own_page;
_Static_assert(sizeof pomp_own_page == POMP_OWN_PAGE, "nothing else is in the page");

/* The page was claimed before, by this process or by a process that it was forked from. */
static bool claimed_before;
static bool of_measured; /* this process was forked from a measured process */

/* A counter in memory that the measured process shares with its children. NULL: there is no such memory. */
static uint32_t *children;

void pomp_own_count_children(void) {
  void *at = NULL;
  if (pomp_sys_mmap(&at, pomp_sys_page(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == 0)
    children = at;
}

uint32_t pomp_own_children(void) { return children ? POMP_LOAD(*children) : 0; }

void pomp_own_tell_parent(void) {
  if (children)
    __atomic_fetch_add(children, 1, __ATOMIC_RELAXED);
}

/* A child of a measuring process measures nothing, and neither do its own children; the first event of each child
 * counts the child in the parent. If the parent had not begun to measure, the child may have an experiment of its own,
 * as many programs fork before they do anything else. The lock may be held by a thread that only the parent has. */
static void begin_as_child(void) {
  pomp_slow_forked();
  if (pomp_phase == POMP_UNSTARTED) {
    pomp_clock_load();
    return;
  }
  of_measured |= pomp_phase == POMP_RUNNING;
  pomp_gate_close(POMP_CLOSED);
  if (of_measured)
    POMP_STORE(pomp_gate_words.own, (uint32_t)POMP_GATE_FORKED);
  memset(&pomp_tls, 0, sizeof pomp_tls);
  pomp_tls.switch_head = &pomp_switch_none;
}

/* Another thread that comes at the same time waits; it holds no signal handler up, as signals are held back. */
static void claim_now(void) {
  uint32_t free = 0;
  if (!__atomic_compare_exchange_n(&pomp_own.claimed, &free, POMP_OWN_CLAIMING, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_ACQUIRE)) {
    while (__atomic_load_n(&pomp_own.claimed, __ATOMIC_ACQUIRE) == POMP_OWN_CLAIMING)
      pomp_sys_sched_yield();
    return;
  }
  if (claimed_before)
    begin_as_child();
  else
    pomp_sys_madvise(&pomp_own_page, sizeof pomp_own_page, MADV_WIPEONFORK); /* children inherit it */
  claimed_before = true;
  pomp_gate_set(&pomp_gate_words.own);
  __atomic_store_n(&pomp_own.claimed, (uint32_t)pomp_sys_getpid(), __ATOMIC_RELEASE);
}

void pomp_own_claim(void) {
  uint32_t claimed = __atomic_load_n(&pomp_own.claimed, __ATOMIC_ACQUIRE);
  if (__builtin_expect(claimed == 0 || claimed == POMP_OWN_CLAIMING, 0))
    claim_now();
}

void pomp_own_forked(void) {
  if (POMP_LOAD(pomp_own.claimed) == (uint32_t)pomp_sys_getpid()) /* an event has been there first */
    return;
  POMP_STORE(pomp_own.gate, 0); /* first, as an event in a signal handler may come in between */
  POMP_STORE(pomp_own.trace_on, 0);
  POMP_STORE(pomp_own.only_traced, false);
  POMP_STORE(pomp_own.measuring, false);
  __atomic_store_n(&pomp_own.claimed, 0, __ATOMIC_RELEASE);
}
