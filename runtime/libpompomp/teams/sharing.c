/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sharing.c - notes a member's time in each instance of a worksharing construct, and adds instances to the records that
 * member 0 keeps.
 * Not here: when a member is done (api.c, implicit_barrier.c). */
#include "teams/sharing.h"
#include "records/instances.h"
#include "records/switches.h"
#include "records/trace.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "teams/meetings.h"

#include <errno.h>

#define FIRST_ENTRIES 128u                       /* they fit in a small page */
#define TOGETHER (POMP_INSTANCE_SLOTS / 2)       /* so many instances are compared at a time, */
#define TEAMS_TOGETHER (POMP_INSTANCE_TEAMS / 2) /* of so many teams at most, */
#define TICKS_TOGETHER (UINT64_C(1) << 16)       /* and what is older is not left for later */
#define OF_BARRIER (UINT64_C(1) << 63)           /* in what a member wants to be known by */
_Static_assert(sizeof(struct pomp_balance) == 64, "layout of the file; and no two records share a cache line");
_Static_assert(sizeof(struct pomp_arrivals) == 64 &&
                   offsetof(struct pomp_arrivals, mean) == offsetof(struct pomp_balance, mean),
               "both kinds of records have the same sums");

/* A call path's record in the file, and its node there; 0: it has none. */
struct record {
  uint32_t number, node;
};

struct entry {
  const struct pomp_path *path;
  struct record record;
};

/* It is the last instance that was compared, if all members had met it and it was a barrier; else its size is 0. */
struct last {
  uint32_t number, generation, construct, size;
  uint64_t max;
  struct record longest;
};

/* A member has these once it has met a shared construct. The entries are a table with open addressing. */
struct pomp_sharing {
  struct pomp_met met; /* the members of the same team read it */
  struct entry *entries;
  uint32_t room, used;
  /* As member 0: */
  struct last last;
  struct pomp_meetings meetings;
};

/* A signal handler of this thread may make the table larger between any two loads, so its size comes first. */
static struct entry *find(const struct pomp_sharing *s, const struct pomp_path *p) {
  uint32_t mask = POMP_IN_ORDER(s->room) - 1;
  struct entry *entries = POMP_IN_ORDER(s->entries);
  uint32_t i = (uint32_t)((uintptr_t)p / sizeof *p) * 0x9e3779b1u >> 16 & mask;
  while (entries[i].path && entries[i].path != p)
    i = (i + 1) & mask;
  return &entries[i];
}

static struct pomp_balance *balance_at(struct record r) {
  return (struct pomp_balance *)(void *)(pomp_base + (uint64_t)r.number * sizeof(struct pomp_balance));
}

/* --- what is made under the slow lock --- */

/* The old table stays in memory: a call of find() that a signal has interrupted may be about to read it. */
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
  return true;
}

/* Makes a record of a call path. */
static int record_new(const struct pomp_path *p, struct record *made) {
  static struct pomp_arena_records balances, arrivals;
  bool is_barrier = POMP_KEY_ROLE(p->key) == POMP_ROLE_BARRIER;
  void *place;
  int error =
      pomp_arena_record(is_barrier ? &arrivals : &balances, is_barrier ? POMP_BLOCK_ARRIVALS : POMP_BLOCK_BALANCE,
                        sizeof(struct pomp_balance), &place);
  if (error)
    return error;
  struct pomp_balance *b = place;
  *made = (struct record){(uint32_t)((uint64_t)((char *)b - pomp_base) / sizeof *b), p->number};
  b->node = p->number;
  return 0;
}

/* Makes the record of a call path, and what else the member lacks. 0 or an error of pomp_arena_block. */
static int make(struct pomp_thread *t, const struct pomp_path *p, struct record *made) {
  struct pomp_sharing *s = t->sharing;
  if (!s && (!(s = pomp_arena_scratch(sizeof *s)) || !grow(s)))
    return -ENOMEM;
  t->sharing = s;
  if (t->parent)
    POMP_RELEASE(pomp_members_of(t)->met[t->thread_num], &s->met);
  const struct entry *e = find(s, p);
  if (e->path) { /* a signal handler has made it since the caller looked */
    *made = e->record;
    return 0;
  }
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

/* It is an instance that all members of a team have met. */
struct complete {
  uint32_t size;
  uint32_t times; /* it counts so often */
  uint64_t sum, max, min;
  struct record longest; /* that of the member that took longest */
  bool is_barrier;       /* times are those since the fork */
  uint64_t both; /* of a barrier right behind another one: the largest sum of a member's two times; or UINT64_MAX */
};

/* Adds an instance to the record of the member that took longest. Of each team, member 0 alone does that. The sums come
 * first: a reader of a running program may see them without the instance. */
static void add(struct pomp_thread *t, const struct complete *c) {
  struct pomp_balance *b = balance_at(c->longest);
  POMP_ADD(b->max, c->times * c->max);
  POMP_ADD(b->mean, c->times * (c->sum / c->size));
  POMP_ADD(b->visits, (uint64_t)c->times * c->size);
  POMP_ADD(b->instances, c->times);
  POMP_TRACE(t, c->is_barrier ? POMP_CODE_MEETING : POMP_CODE_INSTANCE, pomp_trace_last(t),
             pomp_zigzag((int64_t)c->longest.node - (int64_t)t->trace.root), c->size, c->max, c->sum / c->size,
             c->times - 1);
}

/* Adds to a barrier's record what the team would have been spared without it: from its begin to the next barrier, each
 * member's work and its waiting for others take the same time, and so only the largest sum of its work counts. */
static void add_pair(struct pomp_thread *t, const struct last *before, const struct complete *c) {
  struct pomp_arrivals *a = (struct pomp_arrivals *)(void *)balance_at(before->longest);
  uint64_t sum = before->max + c->max, spared = sum > c->both ? sum - c->both : 0;
  POMP_ADD(a->spared, c->times * spared);
  POMP_ADD(a->pairs, c->times);
  POMP_TRACE(t, POMP_CODE_SPARED, pomp_trace_last(t),
             pomp_zigzag((int64_t)before->longest.node - (int64_t)t->trace.root), spared, c->times - 1);
}

/* All have come to a barrier: the times count from the first arrival on. */
static void add_meeting(struct pomp_thread *t, struct complete *c, const struct pomp_instance *own) {
  struct last *last = &t->sharing->last;
  if (c->both != UINT64_MAX)
    add_pair(t, last, c);
  *last = (struct last){own->number, own->generation, own->construct, c->size, c->max, c->longest};
  c->sum -= c->size * c->min;
  c->max -= c->min;
  add(t, c);
}

/* Reads what a member has noted of an instance. Where several took equally long, the one with the highest number
 * counts as the longest. False if it has noted nothing, or another construct, or the construct's barrier in place of
 * the construct: a jump out of a region may keep a member from noting one of the two. */
static bool add_member(struct complete *c, const struct pomp_met *met, struct pomp_instance i) {
  const uint32_t construct = i.construct, generation = i.generation;
  struct pomp_instance before = {.number = i.number - 1};
  c->size++;
  if (!met || !pomp_instance_read(met, &i) || i.construct != construct || i.generation != generation ||
      !(i.record & OF_BARRIER) == c->is_barrier)
    return false;
  c->sum += i.time;
  c->min = i.time < c->min ? i.time : c->min;
  if (i.time >= c->max) {
    c->max = i.time;
    c->longest = (struct record){(uint32_t)i.record, (uint32_t)((i.record & ~OF_BARRIER) >> 32)};
  }
  if (c->both != UINT64_MAX) {
    bool known = pomp_instance_read(met, &before) && before.generation == generation;
    c->both = !known ? UINT64_MAX : before.time + i.time > c->both ? before.time + i.time : c->both;
  }
  return true;
}

/* Compares the members in an instance, as member 0. False if a member has not met it. */
static void compare(struct pomp_thread *t, const struct pomp_members *m, struct pomp_instance own) {
  const struct last *last = &t->sharing->last;
  bool good = pomp_instance_read(&t->sharing->met, &own), is_barrier = good && own.record & OF_BARRIER;
  bool follows = is_barrier && last->size == t->team_size && last->number + 1 == own.number &&
                 last->generation == own.generation && last->construct != own.construct;
  struct complete c = {.times = is_barrier ? pomp_meetings_times(&t->sharing->meetings, own.number) : 1,
                       .min = UINT64_MAX,
                       .is_barrier = is_barrier,
                       .both = follows ? 0 : UINT64_MAX};
  for (uint32_t i = 0; good && i < t->team_size; i++)
    good = add_member(&c, POMP_LOAD(m->met[i]), own);
  if (!good || !c.size)
    return;
  if (is_barrier)
    add_meeting(t, &c, &own);
  else
    add(t, &c);
}

/* Returns how many instances, from the first one that was not compared, a member has met or will never meet. */
static uint32_t met_by(const struct pomp_thread *t, const struct pomp_met *met) {
  const uint32_t own = POMP_LOAD(t->instance);
  uint32_t generation = 0, next = met ? pomp_instances_met(met, &generation) : 0;
  if (met && (int32_t)(generation - t->generation) > 0) /* it is in the next team, which has one more member */
    next = own;
  else if (!met || generation != t->generation) /* it has met none in this team yet */
    next = t->first;
  int32_t more = (int32_t)(next - t->compared), all = (int32_t)(own - t->compared);
  return (uint32_t)(more < 0 ? 0 : more < all ? more : all);
}

static uint32_t met_by_all(const struct pomp_thread *t, const struct pomp_members *m) {
  uint32_t all = POMP_LOAD(t->instance) - t->compared;
  for (uint32_t i = 0; all && i < t->team_size; i++) {
    uint32_t count = met_by(t, i < m->room ? POMP_ACQUIRE(m->met[i]) : NULL);
    all = count < all ? count : all;
  }
  return all;
}

void pomp_sharing_compare(struct pomp_thread *t) {
  if (POMP_LOAD(t->compared) == POMP_LOAD(t->instance) || !t->sharing ||
      __atomic_exchange_n(&t->comparing, true, __ATOMIC_ACQUIRE))
    return;
  const struct pomp_members *m = pomp_members_of(t);
  if (POMP_LOAD(t->instance) - t->compared > POMP_INSTANCE_SLOTS)
    POMP_STORE(t->compared, POMP_LOAD(t->instance) - POMP_INSTANCE_SLOTS); /* what its own ring has no more */
  for (uint32_t left = met_by_all(t, m); left; left--) {
    struct pomp_instance own = {.number = t->compared};
    POMP_ADD(t->compared, 1); /* first, as a signal may end the program in between */
    compare(t, m, own);
  }
  POMP_RELEASE(t->comparing, false);
}

void pomp_sharing_joined(struct pomp_thread *t, uint64_t now) {
  const uint32_t left = POMP_LOAD(t->instance) - POMP_LOAD(t->compared);
  if (POMP_LOAD(t->parent->fork_instance) != POMP_LOAD(t->instance))
    POMP_STORE(t->parent->fork_instance, POMP_LOAD(t->instance));
  if (!left || (left < TOGETHER && t->generation - t->compared_generation < TEAMS_TOGETHER &&
                now - t->compared_at < TICKS_TOGETHER && !POMP_TRACING))
    return;
  pomp_sharing_compare(t);
  t->compared_generation = t->generation;
  t->compared_at = now;
}

void pomp_sharing_forget(struct pomp_thread *t) {
  pomp_sharing_compare(t);
  POMP_STORE(t->compared, POMP_LOAD(t->instance));
}

void pomp_sharing_end(void) {
  for (struct pomp_thread *t = pomp_tls.here; t && t->parent && t->thread_num == 0; t = t->outer)
    pomp_sharing_compare(t);
}

void pomp_sharing_end_of_others(void) {
  for (struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    if (t->parent && t->thread_num == 0)
      pomp_sharing_compare(t);
}

static void add_in_team(struct pomp_thread *t, struct record own, struct pomp_instance *i, uint64_t flags) {
  i->record = own.number | (uint64_t)own.node << 32 | flags;
  pomp_instance_note(&t->sharing->met, t->generation, i);
  if (t->thread_num == 0 && t->instance - t->compared >= TOGETHER)
    pomp_sharing_compare(t);
}

/* A member that has missed events of constructs would take one instance for another: it adds to none from then on, and
 * so no instance of its team is complete. */
void pomp_sharing_note(struct pomp_thread *t, const struct pomp_path *p, uint64_t time) {
  t->noted = p;
  t->noted_at = POMP_LOAD(pomp_node_of(p)->visits);
  if (t->task || t->missed != pomp_tls.missed)
    return;
  const uint64_t pushed = pomp_switches_in(t, p);
  time = time > pushed ? time - pushed : 0;
  bool leads = t->flags & POMP_LOCATION_LEAGUE && POMP_KEY_ROLE(p->key) != POMP_ROLE_DISTRIBUTE;
  bool alone = leads || t->team_size == 1;
  struct pomp_instance i = {.number = t->instance, .construct = POMP_KEY_CONSTRUCT(p->key), .time = time};
  if (!alone)
    POMP_ADD(t->instance, 1);
  struct record own = record_of(t, p);
  if (!own.number)
    return;
  if (alone)
    add(t, &(struct complete){.size = 1, .times = 1, .sum = time, .max = time, .longest = own});
  else
    add_in_team(t, own, &i, 0);
}

/* A member that comes to a barrier that is not noted leaves nothing of an earlier instance in its place. */
static void rest(struct pomp_thread *t, uint32_t number, uint64_t now) {
  struct pomp_sharing *s = t->sharing;
  if (!s)
    return;
  pomp_instance_skip(&s->met, number);
  if (t->thread_num)
    return;
  if (!s->meetings.rests) { /* all have noted those before */
    pomp_sharing_compare(t);
    s->last.size = 0;
    s->meetings.rests = true;
  }
  if (pomp_meetings_rest(&s->meetings, number, now))
    POMP_STORE(t->parent->meetings, pomp_meetings_word(number + 1, false));
}

/* Who is alone waits for nobody; and a league has no barriers. */
void pomp_sharing_meet(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  if (t->team_size < 2 || t->task || t->missed != pomp_tls.missed || t->flags & POMP_LOCATION_LEAGUE)
    return;
  const uint32_t number = t->instance;
  POMP_ADD(t->instance, 1);
  if (!pomp_meetings_are_noted(POMP_LOAD(t->parent->meetings), number)) {
    rest(t, number, now);
    return;
  }
  struct record own = record_of(t, p);
  if (!own.number)
    return;
  const uint64_t apart = pomp_switches_base(t) + pomp_switches_since_base(t);
  struct pomp_instance i = {
      .number = number, .construct = POMP_KEY_CONSTRUCT(p->key), .time = now > apart ? now - apart : 0};
  add_in_team(t, own, &i, OF_BARRIER);
  if (t->thread_num == 0 && pomp_meetings_spend(&t->sharing->meetings, number, now))
    POMP_STORE(t->parent->meetings, pomp_meetings_word(number + 1, true));
}
