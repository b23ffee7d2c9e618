/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_wait.c - waits for tasks and for iterations that no events of their own bracket.
 * Not here: implicit barriers (implicit_barrier.c), waits for locks (lock_holders.c). */
#include "teams/group_wait.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "visits/visit.h"

static bool is_wait_of_loop(const struct pomp_thread *t) {
  const struct pomp_path *p = t->current;
  return p != t->base && p->parent != t->base && POMP_KEY_ROLE(p->key) == POMP_ROLE_TASKWAIT &&
         POMP_KEY_ROLE(p->parent->key) == POMP_ROLE_TASKLOOP;
}

void pomp_group_wait_begin(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || pomp_tls.skipped || !pomp_is_on() || t->current == t->base ||
      POMP_KEY_ROLE(t->current->key) != POMP_ROLE_TASKLOOP)
    return;
  struct pomp_path *p = pomp_child_get(t, POMP_KEY(POMP_KEY_CONSTRUCT(t->current->key), POMP_ROLE_TASKWAIT));
  if (!p)
    return;
  uint64_t now = pomp_visit_begin(t, p, pomp_node_of(p), pomp_now(t));
  pomp_metric_begin(t, p);
  pomp_trace_if_enter(t, p, now);
}

void pomp_group_wait_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && pomp_is_measuring() && is_wait_of_loop(t))
    pomp_visit_leave(t, t->current, pomp_now(t));
}

#define OWN_COST 16 /* pairs of events: more than it takes to fetch what another processor has just written */

void pomp_wait_for_iterations(struct pomp_thread *t, struct pomp_path *p, uint64_t time) {
  uint64_t pairs = pomp_location_pair_cost(); /* of 1000 */
  if (time > pairs * OWN_COST / 1000)
    pomp_wait_for_nobody(t, p, time - pairs / 1000);
}
