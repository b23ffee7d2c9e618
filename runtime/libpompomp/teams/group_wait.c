/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_wait.c - waits for tasks and for iterations that no events of their own bracket.
 * Not here: implicit barriers (implicit_barrier.c), waits for locks (lock_holders.c). */
#include "teams/group_wait.h"
#include "definitions/region.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "teams/told.h"
#include "visits/visit.h"

static bool is_wait_of_loop(const struct pomp_thread *t) {
  const struct pomp_path *p = t->current;
  return p != t->base && p->parent != t->base && POMP_KEY_ROLE(p->key) == POMP_ROLE_TASKWAIT &&
         POMP_KEY_ROLE(p->parent->key) == POMP_ROLE_TASKLOOP;
}

struct pomp_path *pomp_part_begin(struct pomp_thread *t, enum pomp_role role) {
  pomp_switches_look();
  struct pomp_path *p = pomp_child_get(t, POMP_KEY(POMP_KEY_CONSTRUCT(t->current->key), role));
  if (!p)
    return NULL;
  uint64_t now = pomp_visit_begin(t, p, pomp_node_of(p), pomp_now(t));
  pomp_metric_begin(t, p);
  pomp_trace_if_enter(t, p, now);
  return p;
}

void pomp_part_end(struct pomp_thread *t) {
  pomp_switches_look();
  pomp_visit_leave(t, t->current, pomp_now(t));
}

static bool is_at_construct(const struct pomp_thread *t) {
  return t && !pomp_tls.skipped && pomp_is_on() && t->current != t->base;
}

void pomp_group_wait_begin(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (is_at_construct(t) && POMP_KEY_ROLE(t->current->key) == POMP_ROLE_TASKLOOP)
    pomp_part_begin(t, POMP_ROLE_TASKWAIT);
}

void pomp_reduction_begin(bool after_work) {
  struct pomp_thread *t = pomp_tls.here;
  if (is_at_construct(t) && t->team_size > 1 &&
      pomp_role_is(POMP_KEY_ROLE(t->current->key), after_work ? POMP_IS_SHARED : POMP_IS_WAITING) &&
      (pomp_told_has_barrier(t) ||
       pomp_region_schedule(POMP_KEY_CONSTRUCT(t->current->key)).facts & POMP_RD_REDUCES_ARRAY))
    pomp_part_begin(t, POMP_ROLE_REDUCTION);
}

void pomp_reduction_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && pomp_is_measuring() && t->current != t->base && POMP_KEY_ROLE(t->current->key) == POMP_ROLE_REDUCTION)
    pomp_part_end(t);
}

void pomp_group_wait_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && pomp_is_measuring() && is_wait_of_loop(t))
    pomp_part_end(t);
}

#define OWN_COST 16 /* pairs of events: more than it takes to fetch what another processor has just written */

void pomp_wait_for_iterations(struct pomp_thread *t, struct pomp_path *p, uint64_t time) {
  const uint64_t pairs = pomp_location_pair_costs()->apart; /* of 1000 */
  if (time > pairs * OWN_COST / 1000)
    pomp_wait_for_nobody(t, p, time - pairs / 1000);
}
