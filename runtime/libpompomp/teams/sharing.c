/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sharing.c - the functions of sharing.h: a member's records, and what is added to them.
 * Not here: when a member is done (api.c, implicit_barrier.c). */
#include "teams/sharing.h"
#include "records/instances.h"
#include "records/trace.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/location.h"

#include <errno.h>

#define FIRST_ENTRIES 8u
_Static_assert(sizeof(struct pomp_balance) == 64, "layout of the file; and no two records share a cache line");

/* A call path's record in the file, and its node there; 0: it has none. */
struct record {
  uint32_t number, node;
};

struct entry {
  const struct pomp_path *path;
  struct record record;
};

/* A member has these once it has met a shared construct. The entries are a table with open addressing. */
struct pomp_sharing {
  struct record latest[POMP_INSTANCE_SLOTS]; /* of the instances that it has added to, for who completes them */
  struct entry *entries;
  uint32_t room, used;
};

static struct entry *find(const struct pomp_sharing *s, const struct pomp_path *p) {
  uint32_t i = (uint32_t)((uintptr_t)p / sizeof *p) * 0x9e3779b1u >> 16 & (s->room - 1);
  while (s->entries[i].path && s->entries[i].path != p)
    i = (i + 1) & (s->room - 1);
  return &s->entries[i];
}

static struct pomp_balance *balance_at(struct record r) {
  return (struct pomp_balance *)(void *)(pomp_base + (uint64_t)r.number * sizeof(struct pomp_balance));
}

/* --- what is made under the slow lock --- */

static bool grow(struct pomp_sharing *s) {
  struct pomp_sharing old = *s;
  uint32_t room = s->room ? s->room * 2 : FIRST_ENTRIES;
  struct entry *made = pomp_arena_scratch(room * sizeof *made);
  if (!made)
    return false;
  s->entries = made;
  s->room = room;
  for (uint32_t i = 0; i < old.room; i++)
    if (old.entries[i].path)
      *find(s, old.entries[i].path) = old.entries[i];
  if (old.entries)
    pomp_arena_scratch_free(old.entries, old.room * sizeof *old.entries);
  return true;
}

/* Makes a record of a call path. */
static int record_new(const struct pomp_path *p, struct record *made) {
  static struct pomp_arena_records records;
  void *place;
  int error = pomp_arena_record(&records, POMP_BLOCK_BALANCE, sizeof(struct pomp_balance), &place);
  if (error)
    return error;
  struct pomp_balance *b = place;
  *made = (struct record){(uint32_t)((uint64_t)((char *)b - pomp_base) / sizeof *b), p->number};
  b->node = p->number;
  return 0;
}

/* Makes what the members share. What is there is not written again, as the others read it without the lock. */
static bool set_instances(struct pomp_members *m) {
  if (!m->instances)
    m->instances = pomp_arena_scratch(sizeof *m->instances);
  return m->instances;
}

/* Makes the record of a call path, and what else the member lacks. 0 or an error of pomp_arena_block. */
static int make(struct pomp_thread *t, const struct pomp_path *p, struct record *made) {
  if (!set_instances(pomp_members_of(t)))
    return -ENOMEM;
  struct pomp_sharing *s = t->sharing;
  if (!s && !(s = t->sharing = pomp_arena_scratch(sizeof *s)))
    return -ENOMEM;
  if (s->used * 2 >= s->room && !grow(s) && s->used + 1 >= s->room) /* one entry is always free */
    return -ENOMEM;
  int error = record_new(p, made);
  if (error)
    return error;
  *find(s, p) = (struct entry){p, *made};
  s->used++;
  return 0;
}

/* --- what a member adds --- */

static struct record record_of(struct pomp_thread *t, const struct pomp_path *p) {
  struct record r = {0, 0};
  const struct entry *e = POMP_LIKELY(t->sharing != NULL) ? find(t->sharing, p) : NULL;
  if (POMP_LIKELY(e && e->path))
    return e->record;
  if (!pomp_slow_begin())
    return r;
  int error = pomp_is_measuring() ? make(t, p, &r) : 0;
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return r;
}

/* Adds an instance to the record of the member that took longest. Another member may have added to it before, and
 * nobody does at the same time: an instance is not complete before all members have come to it, and who completes one
 * is done with this when it comes to the next. The sums come first: a reader of a running program may see them without
 * the instance. */
static void add(struct record to, const struct pomp_instance *i) {
  struct pomp_balance *b = balance_at(to);
  POMP_ADD(b->max, i->max);
  POMP_ADD(b->mean, i->sum / i->size);
  POMP_ADD(b->visits, i->size);
  POMP_ADD(b->instances, 1);
}

static void tell(struct pomp_thread *t, struct record to, const struct pomp_instance *i) {
  POMP_TRACE(t, POMP_CODE_INSTANCE, pomp_trace_last(t), pomp_zigzag((int64_t)to.node - (int64_t)t->trace.root), i->size,
             i->max, i->sum / i->size);
}

static void add_alone(struct pomp_thread *t, struct record own, uint64_t time) {
  const struct pomp_instance i = {.size = 1, .time = time, .sum = time, .max = time};
  add(own, &i);
  tell(t, own, &i);
}

static void add_in_team(struct pomp_thread *t, struct record own, struct pomp_instance *i) {
  struct pomp_instances *all = pomp_members_of(t)->instances; /* this member has met them */
  struct pomp_instance_slot *slot = pomp_instance_find(all, i);
  if (!slot)
    return;
  uint32_t at = i->number % POMP_INSTANCE_SLOTS;
  t->sharing->latest[at] = own;
  if (!pomp_instance_add(slot, i))
    return;
  /* The table of members may have grown for the one that took longest, since `all` was found in it. */
  const struct pomp_members *m = pomp_members_of(t);
  const struct pomp_thread *longest = __atomic_load_n(&m->at[i->longest], __ATOMIC_ACQUIRE);
  struct record to = longest->sharing->latest[at];
  pomp_instance_free(slot, i);
  add(to, i);
  tell(t, to, i);
}

/* A member that has missed events of constructs would take one instance for another: it adds to none from then on, and
 * so no instance of its team is complete. */
void pomp_sharing_note(struct pomp_thread *t, const struct pomp_path *p, uint64_t time) {
  t->noted = p;
  t->noted_at = POMP_LOAD(pomp_node_of(p)->visits);
  if (t->task || t->missed != pomp_tls.missed)
    return;
  bool leads = t->flags & POMP_LOCATION_LEAGUE && POMP_KEY_ROLE(p->key) != POMP_ROLE_DISTRIBUTE;
  struct pomp_instance i = {.generation = t->generation,
                            .number = t->instance,
                            .construct = POMP_KEY_CONSTRUCT(p->key),
                            .size = leads ? 1 : t->team_size,
                            .member = t->thread_num,
                            .time = time};
  if (i.size > 1)
    t->instance++;
  struct record own = record_of(t, p);
  if (!own.number)
    return;
  if (i.size == 1)
    add_alone(t, own, time);
  else
    add_in_team(t, own, &i);
}
