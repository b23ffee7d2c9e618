/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.c - the records of critical and ordered constructs, by name and by team, and the histories of all locks.
 * Not here: the records of OpenMP's locks, by address (lock_table.c).
 *
 * A record never moves, since the program's descriptors point to it. So records are made in batches, each as large as
 * all before it together, and a table of hashes, which does move when it grows, finds them. */
#include "definitions/lock.h"
#include "base/arena.h"
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

/* --- histories --- */

#define HOLDS_MIN 16u
#define HOLDS_TIMES 8u /* a lock that lets threads pass others keeps one waiting for hundreds of holds */
#define HOLDS_MAX 1024u
#define HOLDS_BYTES (32u << 10) /* the memory that histories are cut from, which has room for the largest */

static char *holds_spare;
static size_t holds_left;

/* The old history stays where it is: it is no more than what all of them take together. */
static struct pomp_holds *new_history(uint32_t room) {
  struct pomp_holds *h;
  size_t bytes = sizeof *h + room * sizeof h->at[0];
  if (bytes > holds_left) {
    char *made = pomp_arena_scratch(HOLDS_BYTES);
    if (!made)
      return NULL;
    holds_spare = made;
    holds_left = HOLDS_BYTES;
  }
  h = (struct pomp_holds *)(void *)holds_spare;
  holds_spare += bytes;
  holds_left -= bytes;
  h->room = room;
  return h;
}
_Static_assert(sizeof(struct pomp_holds) + HOLDS_MAX * sizeof(struct pomp_hold) <= HOLDS_BYTES, "the largest history");

void pomp_lock_more_history(struct pomp_lock *l) {
  const struct pomp_holds *old = pomp_lock_history(l);
  uint32_t room = old ? old->room * HOLDS_TIMES : HOLDS_MIN;
  if (room > HOLDS_MAX || !pomp_slow_begin())
    return;
  bool wanted = pomp_is_measuring() && pomp_lock_history(l) == old; /* readers of an rwlock come at the same time */
  struct pomp_holds *made = wanted ? new_history(room) : NULL;
  if (!made && wanted)
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  if (!made)
    return;
  if (old) { /* the old ring is full */
    uint64_t next = POMP_LOAD(old->next);
    for (uint32_t i = 0; i < old->room; i++)
      pomp_hold_copy(&made->at[i], &old->at[(next + i) % old->room]);
    made->next = old->room;
  }
  __atomic_store_n(&l->history, made, __ATOMIC_RELEASE);
}
