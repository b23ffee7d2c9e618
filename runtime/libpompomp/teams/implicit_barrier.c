/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* implicit_barrier.c - visits of implicit barriers, below the worksharing region that has them.
 * Not here: barriers with events of their own (api.c). */
#include "teams/implicit_barrier.h"
#include "teams/sharing.h"
#include "visits/visit.h"

static inline struct pomp_path *barrier_of(struct pomp_thread *t, const struct pomp_path *p) {
  uint32_t key = POMP_KEY(POMP_KEY_CONSTRUCT(p->key), POMP_ROLE_BARRIER);
  struct pomp_path *barrier = pomp_child(t, key, POMP_ROLE_BARRIER);
  return POMP_LIKELY(barrier != NULL) ? barrier : pomp_child_get(t, key);
}

/* Tells whether the construct is open on the thread, perhaps with regions inside it that cancel or longjmp has left. */
static bool is_open(const struct pomp_thread *t, const struct pomp_path *construct) {
  const struct pomp_path *p = t->current;
  while (p != t->base && p != construct)
    p = p->parent;
  return p != t->base;
}

void pomp_barrier_note(struct pomp_thread *t) {
  struct pomp_path *p = t->waited;
  t->waited = NULL;
  pomp_note_extremes(pomp_node_of(p), t->waited_ticks);
  if (p->histogram)
    pomp_histogram_add_late(t, p->histogram, t->waited_ticks);
}

/* Ends the visit, or a part of it. How long it was is noted when it is whole. */
static void end_part(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  POMP_STORE(t->location->last, now);
  uint64_t time = pomp_visit_stop(pomp_node_of(p), now);
  t->waited_ticks = t->waited ? t->waited_ticks + time : time;
  t->waited = p;
  t->current = p->parent;
}

void pomp_barrier_begin(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !t->expecting || !is_open(t, t->expecting) || pomp_tls.skipped)
    return;
  bool plain = pomp_gate() == POMP_CONTROL_ON;
  if (!plain && !pomp_is_on())
    return;
  pomp_switches_look();
  /* The barrier of another construct can't come first: OpenMP nests none closely in one that has a barrier. */
  if (t->current != t->expecting)
    pomp_close_inside(t, t->expecting, pomp_now(t));
  struct pomp_path *construct = t->current;
  uint64_t now = pomp_follows(t) ? t->location->last : plain ? pomp_clock_tsc() : pomp_now(t);
  struct pomp_path *p = barrier_of(t, construct);
  if (!p)
    return;
  struct pomp_node *n = pomp_node_of(p);
  pomp_sharing_arrive(t, construct, now);
  bool again = pomp_barrier_is_counted(t, construct);
  if (!again) {
    POMP_ADD(n->visits, 1);
    pomp_sharing_meet(t, p, now);
  }
  if (__builtin_expect(t->waited && (!again || t->waited != p), 0)) /* its construct was left without an exit */
    pomp_barrier_note(t);
  t->barrier_of = construct;
  t->barrier_at = POMP_LOAD(pomp_node_of(construct)->visits);
  POMP_STORE(n->start, now);
  if (!plain)
    pomp_metric_begin(t, p);
  t->in_barrier = t->current = p;
  if (plain)
    return;
  if (again)
    POMP_TRACE(t, POMP_CODE_REENTER, now, pomp_trace_key(p->key));
  else
    pomp_trace_if_enter(t, p, now);
}

void pomp_barrier_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !t->in_barrier)
    return;
  bool plain = pomp_gate() == POMP_CONTROL_ON;
  struct pomp_path *p = t->in_barrier;
  t->in_barrier = NULL;
  if (!plain && !pomp_is_measuring())
    return;
  pomp_switches_look();
  uint64_t now = t->released = plain ? pomp_clock_tsc() : pomp_now(t);
  if (t->current != p || p == t->base)
    return;
  if (!plain)
    pomp_metric_stop(t, p);
  end_part(t, p, now);
  if (!plain)
    pomp_trace_if_exit(t, p, now);
  t->after = t->current;
}

bool pomp_barrier_close_inside(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role) {
  struct pomp_path *construct = pomp_open_path(t, pomp_key(d, role));
  if (!construct)
    return false;
  pomp_close_inside(t, construct, pomp_now(t));
  return !pomp_barrier_is_counted(t, construct);
}

void pomp_barrier_count(struct pomp_thread *t) {
  struct pomp_path *p = barrier_of(t, t->current);
  if (!p)
    return;
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->visits, 1);
  pomp_note_visit(p, n, 0);
  pomp_trace_if_visit(t, p);
}
