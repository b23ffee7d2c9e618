/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* switches.c - the records of time without a processor, and what members of teams had of it; see switches.h.
 * Not here: the comparison of members (teams/sharing.c). */
#include "records/switches.h"
#include "base/arena.h"
#include "base/processors.h"
#include "base/sandbox.h"
#include "records/path_table.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <errno.h>

_Static_assert(sizeof(struct pomp_off_time) == 64, "layout of the file; and no two threads share a cache line");

/* So many threads are told of, for each processor: a ring of two small pages then takes half of what a user may have
 * locked for such events by default (perf_event_mlock_kb), so that there is some for other uses. */
#define RINGS_A_PROCESSOR 32u

#define JOINED (sizeof((struct pomp_thread *)0)->joined / sizeof((struct pomp_thread *)0)->joined[0])

static uint32_t rings, most_rings, unseen;
static bool are_told;

bool pomp_switches_are_told(void) { return are_told; }

static void count_unseen(void) {
  POMP_STORE(pomp_file()->switches_unseen, __atomic_add_fetch(&unseen, 1, __ATOMIC_RELAXED));
}

static void watch(const uint64_t *head) {
  pomp_tls.switch_head = head;
  pomp_tls.switch_seen = __atomic_load_n(head, __ATOMIC_RELAXED);
}

void pomp_switches_thread_begin(void) {
  if (!most_rings) {
    const uint32_t online = pomp_processors_online();
    most_rings = (online ? online : 1) * RINGS_A_PROCESSOR;
  }
  if (pomp_tls.ring.at)
    return;
  if (rings >= most_rings || pomp_sandbox_is_entered() || pomp_switch_ring_open(&pomp_tls.ring)) {
    count_unseen();
    return;
  }
  rings++;
  are_told = true;
  watch(pomp_switch_ring_head(&pomp_tls.ring));
}

void pomp_switches_thread_end(void) {
  if (!pomp_tls.ring.at || pomp_sandbox_is_entered())
    return;
  pomp_switches_look();
  if (pomp_is_measuring() && pomp_switch_ring_stood_still(&pomp_tls.ring))
    count_unseen();
  watch(&pomp_switch_none);
  pomp_switch_ring_close(&pomp_tls.ring);
  rings--;
}

/* Makes the record of a call path. 0 or an error of pomp_arena_record. */
static int make(struct pomp_thread *t, const struct pomp_path *p, struct pomp_off_time **made) {
  static struct pomp_arena_records records;
  void *place;
  if (!t->off_times)
    t->off_times = pomp_arena_scratch(sizeof *t->off_times);
  if (!t->off_times || !pomp_path_table_room(t->off_times))
    return -ENOMEM;
  const int error = pomp_arena_record(&records, POMP_BLOCK_OFF, sizeof **made, &place);
  if (error)
    return error;
  *made = place;
  __atomic_store_n(&(*made)->node, p->number, __ATOMIC_RELEASE);
  pomp_path_table_put(t->off_times, p, place);
  return 0;
}

static struct pomp_off_time *find_record(const struct pomp_thread *t, const struct pomp_path *p) {
  return t->off_times ? pomp_path_table_find(t->off_times, p) : NULL;
}

static struct pomp_off_time *record_of(struct pomp_thread *t, const struct pomp_path *p) {
  struct pomp_off_time *r = find_record(t, p);
  if (POMP_LIKELY(r != NULL) || !pomp_slow_begin())
    return r;
  int error = 0;
  if (pomp_is_measuring() && !(r = find_record(t, p)))
    error = make(t, p, &r);
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return r;
}

/* Returns the innermost call path that is open at the location. A member that has nothing open there waits at the end
 * of its team, until that is joined, or is about to begin or to leave it: NULL. */
static const struct pomp_path *open_path(const struct pomp_thread *t, const struct pomp_switch_off *off,
                                         uint64_t *until) {
  *until = off->to;
  if (t->current != t->base || t->base == t->root)
    return t->current;
  if (!POMP_LOAD(t->arrived) || !t->parent)
    return NULL;
  const uint64_t joined = POMP_LOAD(t->parent->joined[t->generation % JOINED]);
  *until = joined && joined < off->to ? joined : off->to;
  return *until > off->from ? t->end_barrier : NULL;
}

/* A switch may look through so many open visits for a construct that members share. In a recursion that is deeper, more
 * would take so long that the thread has lost its processor again when it has looked. */
enum { VISITS_LOOKED_AT = 1000 };

/* Notes that a member was pushed off from one tick to another, so that it came later to the end of the construct that
 * it shares, and to the next barrier. */
static void note_pushed(struct pomp_thread *t, uint64_t from, uint64_t to) {
  const uint64_t base = pomp_switches_base(t);
  t->pushed_since = pomp_switches_since_base(t);
  t->pushed_base = base;
  t->pushed_since += to <= base ? 0 : to - (from > base ? from : base);
  int left = VISITS_LOOKED_AT;
  for (const struct pomp_path *p = t->current; p != t->base && left-- > 0; p = p->parent) {
    const uint64_t start = POMP_LOAD(pomp_node_of(p)->start);
    if (!pomp_role_is(POMP_KEY_ROLE(p->key), POMP_IS_SHARED) || !start || start == POMP_SUSPENDED || to <= start)
      continue;
    t->pushed = pomp_switches_in(t, p) + to - (from > start ? from : start);
    t->pushed_in = p;
    t->pushed_at = POMP_LOAD(pomp_node_of(p)->visits);
    return;
  }
}

static void book(struct pomp_thread *t, const struct pomp_switch_off *off) {
  uint64_t until;
  const struct pomp_path *p = open_path(t, off, &until);
  const uint64_t ticks = until - off->from;
  struct pomp_off_time *r = p ? record_of(t, p) : NULL;
  if (r && off->ready) {
    POMP_ADD(r->pushed_off, ticks);
    POMP_ADD(r->pushes, 1);
  } else if (r) {
    POMP_ADD(r->asleep, ticks);
    POMP_ADD(r->sleeps, 1);
  }
  for (; off->ready && t; t = t->parent && t->thread_num == 0 ? t->outer : NULL)
    note_pushed(t, off->from, off->to);
}

/* A sandbox may forbid what reading takes. The events of a signal handler leave the rest to what they have interrupted.
 */
void pomp_switches_book(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (pomp_sandbox_is_entered()) {
    watch(&pomp_switch_none);
    count_unseen();
    return;
  }
  if (pomp_tls.reads_ring)
    return;
  pomp_tls.reads_ring = true;
  const uint64_t *head = pomp_switch_ring_head(&pomp_tls.ring);
  struct pomp_switch_off off;
  pomp_tls.switch_seen = __atomic_load_n(head, __ATOMIC_RELAXED);
  while (pomp_switch_ring_next(&pomp_tls.ring, &off))
    if (t)
      book(t, &off);
  pomp_tls.reads_ring = false;
}
