/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* uninstrumented.c - parallel regions of code that was not instrumented, such as libraries that use OpenMP, and the
 * teams of a league, whose begin and end have no events of POMP. They are measured by OMPT's events, as their members
 * would seem idle otherwise. Not here: the fork's event (construct_events.c), members' locations and the barrier at the
 * end (team.c). */
#include "teams/uninstrumented.h"
#include "teams/team.h"
#include "teams/told.h"
#include "visits/visit.h"

#define ROLE_BITS 63u /* of a skipped enter's name */

/* A fork is announced by the event before it, which may have come while events were not recorded. */
static bool is_announced(const struct pomp_thread *t, enum pomp_role role) {
  uint32_t skipped = pomp_tls.skipped;
  if (skipped && skipped <= POMP_SKIP_MAX && (pomp_tls.skip[skipped - 1] & ROLE_BITS) == role)
    return true;
  return t && t->current != t->base && POMP_KEY_ROLE(t->current->key) == role;
}

bool pomp_uninstrumented_is_next(bool league) {
  if (is_announced(pomp_tls.here, pomp_fork_role(league)))
    return false;
  return pomp_is_on() || pomp_gate_awaits_event(pomp_gate_masked());
}

uint64_t pomp_uninstrumented_join(struct pomp_thread *t) {
  struct pomp_path *p = t->forked_unannounced;
  t->forked_unannounced = NULL;
  if (!p || !pomp_is_measuring() || pomp_open_path(t, p->key) != p)
    return 0;
  pomp_switches_look();
  uint64_t now = pomp_now(t);
  if (t->current != p)
    pomp_close_inside(t, p, now);
  pomp_visit_leave(t, p, now);
  return now;
}

void pomp_uninstrumented_begin(struct pomp_thread *c) {
  struct pomp_path *p =
      pomp_is_on() ? pomp_child_get(c, POMP_KEY(POMP_KEY_CONSTRUCT(c->current->key), POMP_ROLE_TEAM)) : NULL;
  c->unannounced = p;
  if (!p)
    return;
  pomp_team_begins(c);
  uint64_t now = pomp_visit_begin(c, p, pomp_node_of(p), pomp_clock());
  pomp_metric_enter(c, p, true);
  pomp_trace_if_enter(c, p, now);
  pomp_team_begun(c, now);
}

struct pomp_thread *pomp_uninstrumented_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !t->unannounced || t->task || t->saved_count || pomp_tls.unlocated || !pomp_is_measuring())
    return NULL;
  struct pomp_path *p = t->unannounced;
  t->unannounced = NULL;
  if (pomp_open_path(t, p->key) != p)
    return NULL;
  pomp_told_close(t);
  if (t->current != p)
    pomp_close_inside(t, p, pomp_now(t));
  return t;
}
