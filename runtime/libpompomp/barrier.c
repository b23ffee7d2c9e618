/* barrier.c - visits of implicit barriers, below the worksharing region that has them.
 * Not here: barriers with events of their own (api.c). */
#include "barrier.h"
#include "measurement.h"
#include "ompt.h"

static struct pomp_node *barrier_of(struct pomp_thread *t, const struct pomp_node *n) {
  return pomp_child_get(t, POMP_KEY(POMP_KEY_CONSTRUCT(n->key), POMP_ROLE_BARRIER));
}

/* A construct may have several barriers in a row, and have the node in common with another one: of a macro's. */
static bool is_counted(const struct pomp_thread *t, const struct pomp_node *construct) {
  return t->barrier_of == construct && t->barrier_at == POMP_LOAD(construct->visits);
}

void pomp_barrier_expect(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && t->current != t->base && t->current->key == pomp_key(d, role))
    t->expecting = t->current;
}

void pomp_barrier_begin(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !pomp_is_on() || pomp_tls.skipped || t->current == t->base || t->current != t->expecting)
    return;
  const struct pomp_node *construct = t->current;
  struct pomp_node *n = barrier_of(t, construct);
  if (!n)
    return;
  if (!is_counted(t, construct))
    POMP_ADD(n->visits, 1);
  t->barrier_of = construct;
  t->barrier_at = POMP_LOAD(construct->visits);
  POMP_STORE(n->start, pomp_follows(t) ? t->location->last : pomp_clock());
  t->current = n;
}

void pomp_barrier_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !pomp_is_measuring() || t->current == t->base || POMP_KEY_ROLE(t->current->key) != POMP_ROLE_BARRIER ||
      !pomp_is_worksharing(POMP_KEY_ROLE(pomp_node_at(t->current->parent)->key)))
    return;
  pomp_visit_end(t, t->current, pomp_clock());
  t->after = t->current;
}

void pomp_barrier_exit(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  if (t)
    t->expecting = NULL;
  if (!t || !t->parent || !pomp_is_on() || pomp_tls.skipped || t->current == t->base ||
      t->current->key != pomp_key(d, role))
    return;
  struct pomp_node *n = is_counted(t, t->current) ? NULL : barrier_of(t, t->current);
  if (!n)
    return;
  POMP_ADD(n->visits, 1);
  POMP_STORE(n->min, 0);
}
