/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_waits.c - charges the waiting time for a lock to those who held it.
 * Not here: when that is (lock_holders.h), who waits for other reasons (group_wait.c). */
#include "base/sandbox.h"
#include "state/slow_lock.h"
#include "teams/lock_holders.h"
#include "visits/visit.h"

/* Charges `time` to the construct `holder`, where the wait has ended or later (`late`); 0 is nobody, whose visits are
 * all that have waited. False if that is not possible: in a sandbox, nothing is made for somebody who is charged for
 * the first time. */
static bool blame(struct pomp_thread *t, struct pomp_path *waiting, uint32_t holder, uint64_t time, bool late) {
  struct pomp_path *current = t->current;
  t->current = waiting;
  const uint32_t key = POMP_KEY(holder, POMP_ROLE_BLAME);
  struct pomp_path *p = pomp_sandbox_is_entered() ? pomp_child(t, key, POMP_ROLE_BLAME) : pomp_child_get(t, key);
  t->current = current;
  if (!p)
    return false;
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->visits, 1);
  POMP_ADD(n->inclusive, time);
  pomp_note_visit(p, n, time);
  if (!late)
    POMP_TRACE(t, POMP_CODE_BLAME, pomp_trace_last(t), waiting == current->parent ? 0 : pomp_trace_key(waiting->key),
               holder, time);
  else
    POMP_TRACE(t, POMP_CODE_BLAME_LATE, pomp_trace_last(t), pomp_trace_node(t, waiting), holder, time);
  return true;
}

/* Where a sandbox may come, whom a wait is charged to is made with the waiting construct: nobody, and itself. */
int pomp_wait_prepare(struct pomp_thread *t, struct pomp_path *waiting) {
  int error = 0;
  if (!pomp_sandbox_is_possible() || pomp_role_wait(POMP_KEY_ROLE(waiting->key)) != POMP_WAIT_BLOCKED)
    return 0;
  const uint32_t keys[] = {POMP_KEY(0, POMP_ROLE_BLAME), POMP_KEY(POMP_KEY_CONSTRUCT(waiting->key), POMP_ROLE_BLAME)};
  struct pomp_path *current = t->current;
  t->current = waiting;
  for (size_t i = 0; i < sizeof keys / sizeof *keys && !error; i++)
    pomp_child_new(t, keys[i], &error);
  t->current = current;
  return error;
}

/* The constructs that are charged with a wait. The time of further holders is charged to no construct. */
#define CHARGED 8u
struct charges {
  bool waited; /* a holder has left since the arrival */
  uint32_t count;
  struct charge {
    uint32_t construct;
    uint64_t time;
  } of[CHARGED];
};

static void charge(struct charges *c, const struct pomp_lock_wait *w, const struct pomp_hold *hold) {
  uint64_t from = hold->begin > w->arrived ? hold->begin : w->arrived, to = hold->end < w->begin ? hold->end : w->begin;
  uint32_t i = 0;
  c->waited = true;
  if (to <= from || !hold->construct)
    return;
  while (i < c->count && c->of[i].construct != hold->construct)
    i++;
  if (i == CHARGED)
    return;
  if (i == c->count)
    c->of[c->count++] = (struct charge){hold->construct, 0};
  c->of[i].time += to - from;
}

/* Goes back through the holds of another location, from the last one on, with the waits, which are in the order of time
 * as well. Those that may be written over in the meantime are left out. */
static void charge_log(struct pomp_log *log, const struct pomp_lock_wait *waits, uint32_t count,
                       struct charges *charges) {
  const struct pomp_holds *h = pomp_log_holds(log);
  uint64_t at = POMP_ACQUIRE(h->next), kept = h->room - h->room / 8;
  uint64_t first = at > kept ? at - kept : 0;
  for (uint32_t i = count; i-- > 0;)
    for (; at > first; at--) {
      const struct pomp_hold *in_log = &h->at[(at - 1) & (h->room - 1)];
      const struct pomp_hold hold = {POMP_LOAD(in_log->begin), POMP_LOAD(in_log->end), POMP_LOAD(in_log->construct)};
      if (hold.end <= waits[i].arrived)
        break;
      if (hold.begin < waits[i].begin)
        charge(&charges[i], &waits[i], &hold);
    }
  if (at == first && first && h->room < POMP_HOLDS_MAX)
    POMP_STORE(log->is_short, true);
}

/* Holds that others still look for are not to be written over before the location comes here again, which is after so
 * many holds as it notes waits. */
void pomp_log_keep(struct pomp_log *log) {
  const struct pomp_logs *logs = pomp_lock_logs(log->lock);
  const struct pomp_holds *h = log->holds;
  uint32_t kept = h->room / 2;
  if (h->next < kept || h->room == POMP_HOLDS_MAX)
    return;
  uint64_t end = h->at[(h->next - kept) & (h->room - 1)].end;
  bool is_short = POMP_LOAD(log->is_short);
  for (uint32_t k = 0; k <= logs->mask && !is_short; k++) {
    const struct pomp_log *other = POMP_ACQUIRE(logs->of[k]);
    is_short = other && other != log && POMP_LOAD(other->since) - 1 < end - 1;
  }
  if (is_short)
    pomp_log_more(log);
}

static void charge_waits(struct pomp_thread *t, const struct pomp_lock *l, const struct pomp_lock_wait *waits,
                         uint32_t count, bool late) {
  struct charges charges[POMP_WAITS_MAX];
  for (uint32_t i = 0; i < count; i++)
    charges[i].waited = false, charges[i].count = 0;
  const struct pomp_logs *logs = pomp_lock_logs(l);
  for (uint32_t k = 0; logs && k <= logs->mask; k++) {
    struct pomp_log *log = POMP_ACQUIRE(logs->of[k]);
    if (log && log->thread != t)
      charge_log(log, waits, count, charges);
  }
  const struct pomp_hold last = {POMP_LOAD(l->by.begin), POMP_LOAD(l->end), POMP_LOAD(l->by.construct)};
  for (uint32_t i = 0; i < count; i++) {
    struct charges *c = &charges[i];
    struct pomp_path *waiting = waits[i].waiting;
    uint64_t time = waits[i].begin > waits[i].arrived ? waits[i].begin - waits[i].arrived : 0, left = time;
    if (last.end > waits[i].arrived && last.begin < waits[i].begin)
      charge(c, &waits[i], &last);
    if (!c->waited)
      continue;
    if (pomp_role_wait(POMP_KEY_ROLE(waiting->key)) == POMP_WAIT_BLOCKED)
      POMP_ADD(pomp_node_of(waiting)->wait, time);
    for (uint32_t k = 0; k < c->count && left; k++) {
      uint64_t held = c->of[k].time < left ? c->of[k].time : left;
      if (held && blame(t, waiting, c->of[k].construct, held, late))
        left -= held;
    }
    blame(t, waiting, 0, left, late);
  }
}

void pomp_wait_charge(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l, uint64_t arrived,
                      uint64_t now) {
  const struct pomp_lock_wait w = {arrived, now, waiting};
  charge_waits(t, l, &w, 1, false);
  if (!pomp_lock_logs(l))
    pomp_log_make(l, t);
}

void pomp_wait_for_nobody(struct pomp_thread *t, struct pomp_path *waiting, uint64_t time) {
  if (pomp_role_wait(POMP_KEY_ROLE(waiting->key)) == POMP_WAIT_BLOCKED)
    POMP_ADD(pomp_node_of(waiting)->wait, time);
  blame(t, waiting, 0, time, false);
}

/* --- waits for a lock that has logs --- */

void pomp_waits_charge(struct pomp_thread *t, struct pomp_log *log) {
  uint32_t count = log->wait_count;
  if (t->due == log)
    t->due = NULL;
  if (!count || !pomp_is_measuring())
    return;
  log->wait_count = 0;
  charge_waits(t, log->lock, log->waits, count, true);
  POMP_STORE(log->since, 0);
  pomp_log_keep(log);
}

void pomp_waits_charge_all(struct pomp_thread *t) {
  struct pomp_log *log = t->pending;
  t->pending = NULL;
  while (log) {
    struct pomp_log *next = log->next_pending;
    log->is_pending = false;
    pomp_waits_charge(t, log);
    log = next;
  }
}

static void note_wait(struct pomp_thread *t, struct pomp_log *log, const struct pomp_lock_wait *w) {
  uint64_t time = w->begin - w->arrived;
  if (__builtin_expect(time >= POMP_WAIT_LONG, 0) && (POMP_TRACING || time >= POMP_WAIT_VERY_LONG)) {
    charge_waits(t, log->lock, w, 1, false);
    return;
  }
  if (log->wait_count == POMP_WAITS_MAX) { /* the end of the construct was not reported */
    pomp_waits_charge(t, log);
    log->wait_count = 0;
  }
  if (!log->wait_count)
    POMP_STORE(log->since, w->arrived);
  log->waits[log->wait_count++] = *w;
  if (!log->is_pending) {
    log->is_pending = true;
    log->next_pending = t->pending;
    t->pending = log;
  }
  if (log->wait_count == POMP_WAITS_MAX || time >= POMP_WAIT_LONG)
    t->due = log;
}

struct pomp_log *pomp_log_begin(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l,
                                uint32_t construct, uint64_t arrived, uint64_t now) {
  const struct pomp_logs *logs = pomp_lock_logs(l);
  struct pomp_log *log = pomp_log_of(logs, t);
  if (__builtin_expect(!log, 0)) {
    log = logs ? pomp_log_make(l, t) : NULL;
    if (!log)
      return NULL;
  }
  /* Who can't have waited is noted, too: as many holds are made as are noted. */
  note_wait(t, log, &(struct pomp_lock_wait){arrived < now ? arrived : now, now, waiting});
  POMP_STORE(log->by.begin, now);
  POMP_STORE(log->by.construct, construct);
  return log;
}
