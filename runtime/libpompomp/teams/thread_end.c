/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_end.c - what is done when a thread of the program ends.
 * Not here: what becomes of its location (location.c). */
#include "teams/thread_end.h"
#include "state/death_mark.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "teams/rwlock_holders.h"
#include "teams/task.h"
#include "teams/team.h"
#include "visits/visit.h"

void pomp_thread_ends(void *tls) {
  if (tls != &pomp_tls)
    return;
  if (!pomp_is_measuring()) { /* nothing is to be counted, and in a sandbox no call is to be made */
    pomp_switches_thread_end();
    pomp_tls.here = pomp_tls.own = NULL;
    pomp_tls.counted = false;
    return;
  }
  pomp_waits_settle(pomp_tls.here);
  pomp_team_leave_all(); /* before the slow lock, which is taken while a member's lock is held */
  if (!pomp_slow_begin())
    return;
  struct pomp_thread *t = pomp_tls.own;
  if (pomp_is_measuring() && t) {
    uint64_t now = pomp_now(t);
    pomp_task_unwind(t, now);
    pomp_location_leave(t, now);
  }
  if (pomp_is_measuring()) {
    pomp_death_mark_leave();
    pomp_rwlock_thread_ends();
    pomp_location_uncount();
  }
  pomp_tls.here = pomp_tls.own = NULL;
  pomp_tls.counted = false;
  pomp_slow_end();
}
