/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_row.c - the regions of constructs that were not instrumented: whose a construct is, where it begins and ends.
 * Not here: which constructs there are (told_work.c and its neighbours), parallel regions (events/construct_events.c).
 *
 * In code that is plain, everything is measured that OMPT tells. In an object that has instrumented code, too, the
 * source has told of a construct whose region is open in the role that OMPT tells of; anything else is measured in
 * parallel regions alone that no event of POMP has announced. So nothing is measured twice, and what was instrumented
 * without events for some constructs has none of them. */
#include "surface/told_row.h"
#include "definitions/code_site.h"
#include "visits/visit.h"

/* --- whose they are --- */

static void locate(struct pomp_code_site *s, const void *unused) {
  (void)unused;
  pomp_code_locate(s);
}

struct ompregdescr *pomp_told_descriptor(struct pomp_told_row *row, const void *code) {
  struct ompregdescr *d = code ? pomp_code_site_with(row->all.name, code, locate, NULL) : NULL;
  return d ? d : &row->all;
}

static enum pomp_code_origin origin_of(const struct pomp_told_row *row, const struct ompregdescr *d) {
  return d == &row->all && pomp_code_all_is_plain() ? POMP_CODE_PLAIN : pomp_code_origin(d);
}

bool pomp_told_by_source(const struct pomp_thread *t, const struct pomp_told_row *row) {
  const struct pomp_path *p = t->current;
  return p != t->base && POMP_KEY_ROLE(p->key) == row->role && !p->is_told;
}

bool pomp_told_is_ours(const struct pomp_told_row *row, const struct ompregdescr *d) {
  const struct pomp_thread *t = pomp_tls.here;
  const enum pomp_code_origin origin = origin_of(row, d);
  const bool told = t && pomp_told_by_source(t, row);
  /* Where cancel has ended a parallel region, libomp has barriers of its own. */
  const bool is_left = t && t->parent && t->current == t->base && !t->task;
  /* A hidden helper of libomp executes tasks, and code of libomp's own around them. */
  const bool is_own = pomp_tls.helper && (!t || (!t->parent && !t->task));
  if (origin == POMP_CODE_TELLS || pomp_tls.skipped || pomp_tls.busy || is_left || is_own)
    return false;
  if (origin == POMP_CODE_PLAIN)
    return !told || row->is_around;
  if (row->role == POMP_ROLE_LOCK) /* instrumented code calls us */
    return !told;
  return !told && row->role != POMP_ROLE_MASKED && t && t->unannounced;
}

bool pomp_told_may_end(const struct pomp_thread *t, struct pomp_told_row *row, const void *code) {
  if (!pomp_told_is_open(t, row->role))
    return false;
  const enum pomp_code_origin origin = origin_of(row, pomp_told_descriptor(row, code));
  return pomp_code_all_is_plain() || origin == POMP_CODE_PLAIN || (origin == POMP_CODE_MAY_TELL && t->unannounced);
}

/* --- begins and ends --- */

uint64_t pomp_told_enter(struct ompregdescr *d, enum pomp_role role) {
  const uint32_t skipped = pomp_tls.skipped;
  const uint64_t now = pomp_enter(d, role);
  if (now)
    pomp_tls.here->current->is_told = POMP_TOLD;
  else
    pomp_tls.skipped = skipped;
  return now;
}

struct pomp_thread *pomp_told_enter_construct(const struct pomp_told_row *row, struct ompregdescr *d) {
  return pomp_told_is_ours(row, d) && pomp_told_enter(d, row->role) ? pomp_tls.here : NULL;
}

struct pomp_thread *pomp_told_enter_row(struct pomp_told_row *row, const void *code, struct ompregdescr **d) {
  *d = pomp_told_descriptor(row, code);
  return pomp_told_enter_construct(row, *d);
}

void pomp_told_leave_open(struct pomp_thread *t) { pomp_told_leave(t, t->current, pomp_told_now(t)); }

void pomp_told_enter_block(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_path *p = pomp_gate() == POMP_CONTROL_ON ? pomp_child(t, pomp_key(d, role), role) : NULL;
  if (!p) {
    pomp_told_enter(d, role);
    return;
  }
  pomp_visit_begin(t, p, pomp_node_of(p), POMP_LOAD(pomp_node_of(t->current)->start));
  p->is_told = POMP_TOLD;
}

void pomp_told_visit(struct pomp_told_row *row, const void *code) {
  struct ompregdescr *d;
  struct pomp_thread *t = pomp_told_enter_row(row, code, &d);
  if (t)
    pomp_told_leave(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
}
