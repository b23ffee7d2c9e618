/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* selected_visits.c - opens and closes the trace as visits begin and end that POMP_TRACE_SELECT names.
 * Not here: the break between them (trace.c). It costs a look-up at each event, and the slow lock at those of regions
 * that are named; who does not set it pays nothing. */
#include "records/selected_visits.h"
#include "base/arena.h"
#include "base/message.h"
#include "base/messages.h"
#include "definitions/phase_names.h"
#include "pomp.h"
#include "records/suspended.h"
#include "records/trace.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "state/trace_selection.h"

#include <errno.h>
#include <string.h>

#define AT_ONCE 32u
#define BUCKETS 256u

static bool any_region; /* a region has been defined */

/* A region that a rule names. */
struct named {
  struct named *next;
  struct pomp_trace_rule *rule;
  uint32_t key;
};
static struct named *buckets[BUCKETS];
static struct named *spare;
static uint32_t spares;

/* The open visits that are selected. Each counts the visits of the same region inside it: in its task or, outside of
 * tasks, at its location. */
static struct open {
  const struct pomp_trace_rule *rule;
  const struct pomp_thread *location; /* NULL: the visit is a task's, wherever that executes */
  uint64_t task;
  uint32_t key;
  uint32_t depth;
} *opened;
static uint32_t open_count, open_room;

/* --- which regions --- */

/* Regions without events at their end (a team's part, locks) and implicit barriers are not counted. */
static bool fits(const struct ompregdescr *d, uint32_t role, const char *wanted) {
  const char *name = d->name ? d->name : "";
  if (pomp_role_is(role, POMP_IS_UNCOUNTED) || (role == POMP_ROLE_BARRIER && strcmp(name, "barrier") != 0))
    return false;
  return pomp_region_is_called(d, role, wanted);
}

static int add(struct pomp_trace_rule *rule, uint32_t key) {
  struct named **bucket = &buckets[POMP_KEY_CONSTRUCT(key) % BUCKETS];
  for (const struct named *n = *bucket; n; n = n->next)
    if (n->rule == rule && n->key == key)
      return 0; /* the same construct, by another descriptor */
  if (!spares && !(spare = pomp_arena_scratch(AT_ONCE * sizeof *spare)))
    return -ENOMEM;
  spares = spares ? spares : AT_ONCE;
  struct named *n = &spare[--spares];
  *n = (struct named){*bucket, rule, key};
  __atomic_store_n(bucket, n, __ATOMIC_RELEASE);
  return 0;
}

int pomp_trace_select_region(const struct ompregdescr *d, uint32_t construct) {
  unsigned rule_count;
  struct pomp_trace_rule *rules = pomp_trace_selection(&rule_count);
  int error = 0;
  any_region = true;
  for (unsigned i = 0; i < rule_count && !error; i++)
    for (uint32_t role = 0; role < POMP_ROLE_COUNT && !error; role++)
      if (fits(d, role, rules[i].name)) {
        rules[i].found = true;
        error = add(&rules[i], POMP_KEY(construct, role));
      }
  return error;
}

void pomp_trace_select_end(void) {
  char list[512];
  struct pomp_text text = {list, sizeof list, 0};
  unsigned rule_count;
  const struct pomp_trace_rule *rules = pomp_trace_selection(&rule_count);
  for (unsigned i = 0; i < rule_count && any_region; i++)
    if (!rules[i].found)
      pomp_text_add(&text, "%s'%s'", text.length ? ", " : "", rules[i].name);
  if (text.length)
    pomp_say(POMP_SAYS_TRACE_SELECT_UNKNOWN, list);
}

static const struct named *find(uint32_t key) {
  const struct named *n = __atomic_load_n(&buckets[POMP_KEY_CONSTRUCT(key) % BUCKETS], __ATOMIC_ACQUIRE);
  while (n && n->key != key)
    n = n->next;
  return n;
}

/* --- visits --- */

static struct open *find_open(const struct open *wanted) {
  for (uint32_t i = open_count; i-- > 0;)
    if (opened[i].rule == wanted->rule && opened[i].key == wanted->key && opened[i].task == wanted->task &&
        opened[i].location == wanted->location)
      return &opened[i];
  return NULL;
}

static void visit_begins(struct pomp_trace_rule *rule, const struct open *visit, uint64_t now) {
  uint64_t number = ++rule->visits;
  struct open *o = find_open(visit);
  if (o)
    o->depth++;
  else if (number >= rule->from && number <= rule->to) {
    if (!pomp_arena_room(&opened, &open_room, open_count, open_count + 1, sizeof *opened)) {
      pomp_gate_stop(-ENOMEM);
      return;
    }
    opened[open_count++] = *visit;
    if (open_count == 1)
      pomp_trace_switch(true, now);
  }
}

static void visit_ends(const struct open *visit, uint64_t now) {
  struct open *o = find_open(visit);
  if (!o || --o->depth)
    return;
  *o = opened[--open_count];
  if (!open_count)
    pomp_trace_switch(false, now);
}

/* Applies all rules that name the region. */
static void take(const struct pomp_thread *t, uint32_t key, bool begins, uint64_t now) {
  const struct named *n = find(key);
  if (!n)
    return;
  bool locked = pomp_slow_begin();
  if (!locked && !pomp_slow_is_own())
    return;
  uint64_t task = pomp_task_number(t->task);
  for (; n && pomp_is_measuring(); n = n->next) {
    struct open visit = {n->rule, task ? NULL : t, task, key, 1};
    if (n->key == key && begins)
      visit_begins(n->rule, &visit, now);
    else if (n->key == key)
      visit_ends(&visit, now);
  }
  if (locked)
    pomp_slow_end();
}

void pomp_trace_select_enter(const struct pomp_thread *t, uint32_t key, uint64_t now) { take(t, key, true, now); }
void pomp_trace_select_exit(const struct pomp_thread *t, uint32_t key, uint64_t now) { take(t, key, false, now); }
