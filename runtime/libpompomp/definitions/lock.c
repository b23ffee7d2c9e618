/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.c - the records of critical and ordered constructs, by name.
 * Not here: the records of OpenMP's locks, by address (lock_holders.c).
 *
 * A record never moves, since the program's descriptors point to it. So records are made in batches, each as large as
 * all before it together, and a table of hashes, which does move when it grows, finds them. */
#include "definitions/lock.h"
#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

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

struct pomp_lock *pomp_lock_named(uint32_t name, uint32_t number) {
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
