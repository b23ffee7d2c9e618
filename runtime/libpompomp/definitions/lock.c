/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.c - the records of critical and ordered constructs, by name and by team, and the logs of all locks.
 * Not here: the records of OpenMP's locks, by address (lock_table.c).
 *
 * A record never moves, since the program's descriptors point to it. So records are made in batches, each as large as
 * all before it together, and a table of hashes, which does move when it grows, finds them. */
#include "definitions/lock.h"
#include "base/arena.h"
#include "base/sandbox.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BATCH_MIN 64u /* the records that fill a page */
#define BATCH_MAX 16384u

static struct pomp_lock *spare; /* the records of the last batch that nobody has yet */
static uint32_t spares, count;
static struct pomp_lock **buckets; /* the records of each are linked by `next` */
static uint32_t bucket_count;

static struct pomp_lock **bucket_of(uint32_t name, uint32_t number) {
  uint32_t h = (name * 31 + number) * 0x9e3779b1u;
  return &buckets[(h ^ h >> 15) & (bucket_count - 1)];
}

static bool grow_buckets(void) {
  struct pomp_lock **old = buckets;
  uint32_t old_count = bucket_count, more = old ? old_count * 2 : BATCH_MIN;
  struct pomp_lock **made = pomp_arena_scratch(more * sizeof *made);
  if (!made)
    return false;
  buckets = made;
  bucket_count = more;
  for (uint32_t i = 0; old && i < old_count; i++)
    for (struct pomp_lock *l = old[i], *next; l; l = next) {
      struct pomp_lock **bucket = bucket_of(l->name, l->number);
      next = l->next;
      l->next = *bucket;
      *bucket = l;
    }
  if (old)
    pomp_arena_scratch_free(old, old_count * sizeof *old);
  return true;
}

static struct pomp_lock *new_record(void) {
  if (!spares) {
    uint32_t batch = count < BATCH_MIN ? BATCH_MIN : count > BATCH_MAX ? BATCH_MAX : count;
    struct pomp_lock *made = pomp_arena_scratch(batch * sizeof *made);
    if (!made && batch > BATCH_MIN)
      made = pomp_arena_scratch((batch = BATCH_MIN) * sizeof *made);
    if (!made)
      return NULL;
    spare = made;
    spares = batch;
  }
  count++;
  spares--;
  return spare++;
}

_Static_assert(sizeof(struct pomp_lock) == 64, "a lock's record is a cache line");

static struct pomp_lock *find(uint32_t name, uint32_t number) {
  for (struct pomp_lock *l = buckets ? *bucket_of(name, number) : NULL; l; l = l->next)
    if (l->name == name && l->number == number)
      return l;
  /* Without memory for a larger table, the old one still finds all. */
  if (count >= bucket_count && !grow_buckets() && !buckets)
    return NULL;
  struct pomp_lock *l = new_record();
  if (!l)
    return NULL;
  l->name = name;
  l->number = number;
  struct pomp_lock **bucket = bucket_of(name, number);
  l->next = *bucket;
  return *bucket = l;
}

/* Names are strings, whose numbers are small. */
#define ORDERED 0x80000000u

struct pomp_lock *pomp_lock_of_critical(uint32_t name, uint32_t sub_name) { return find(name, sub_name); }
struct pomp_lock *pomp_lock_of_ordered(uint32_t construct, uint32_t parent) {
  return find(construct | ORDERED, parent);
}

/* --- logs --- */

#define HOLDS_MIN 64u
#define LOGS_MIN 8u
#define PIECE                                                                                                          \
  (64u << 10) /* the memory that logs and their holds are cut from, which has room for the largest holds               \
               */

static char *piece;
static size_t piece_left;

/* Memory is never given back, as others may read what was there before. */
static void *cut(size_t bytes) {
  bytes = (bytes + 63) & ~(size_t)63;
  if (bytes > PIECE)
    return pomp_arena_scratch(bytes);
  if (bytes > piece_left) {
    char *made = pomp_arena_scratch(PIECE);
    if (!made)
      return NULL;
    piece = made;
    piece_left = PIECE;
  }
  void *taken = piece;
  piece += bytes;
  piece_left -= bytes;
  return taken;
}

static struct pomp_holds *new_holds(uint32_t room) {
  struct pomp_holds *h = cut(sizeof *h + room * sizeof h->at[0]);
  if (h)
    h->room = room;
  return h;
}
_Static_assert(sizeof(struct pomp_holds) + POMP_HOLDS_MAX * sizeof(struct pomp_hold) <= PIECE, "the most holds");

static void put(struct pomp_logs *logs, struct pomp_log *log) {
  uint32_t i = log->thread->id & logs->mask;
  while (logs->of[i])
    i = (i + 1) & logs->mask;
  POMP_RELEASE(logs->of[i], log);
  logs->count++;
}

/* Returns logs with room for one more, a copy of those that are there if they have none. */
static struct pomp_logs *with_room(struct pomp_logs *old) {
  if (old && 2 * (old->count + 1) <= old->mask + 1)
    return old;
  uint32_t room = old ? 2 * (old->mask + 1) : LOGS_MIN;
  struct pomp_logs *made = cut(sizeof *made + room * sizeof made->of[0]);
  if (!made)
    return NULL;
  made->mask = room - 1;
  for (uint32_t i = 0; old && i <= old->mask; i++)
    if (old->of[i])
      put(made, old->of[i]);
  return made;
}

struct pomp_log *pomp_log_make(struct pomp_lock *l, struct pomp_thread *t) {
  if (pomp_sandbox_is_entered() || !pomp_slow_begin())
    return NULL;
  struct pomp_log *log = NULL;
  if (pomp_is_measuring()) {
    struct pomp_logs *logs = with_room(l->logs);
    log = logs ? cut(sizeof *log) : NULL;
    if (log && (log->holds = new_holds(HOLDS_MIN)) != NULL) {
      log->thread = t;
      log->lock = l;
      put(logs, log);
      POMP_RELEASE(l->logs, logs);
    } else {
      log = NULL;
      pomp_gate_stop(-ENOMEM);
    }
  }
  pomp_slow_end();
  return log;
}

void pomp_log_more(struct pomp_log *log) {
  struct pomp_holds *old = log->holds;
  if (old->room >= POMP_HOLDS_MAX || pomp_sandbox_is_entered() || !pomp_slow_begin())
    return;
  struct pomp_holds *made = pomp_is_measuring() ? new_holds(POMP_HOLDS_MAX) : NULL;
  if (!made && pomp_is_measuring())
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  if (!made)
    return;
  uint64_t first = old->next > old->room ? old->next - old->room : 0;
  for (uint64_t i = first; i < old->next; i++)
    made->at[i & (made->room - 1)] = old->at[i & (old->room - 1)];
  made->next = old->next;
  POMP_RELEASE(log->holds, made);
}
