/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* histogram.c - makes histograms in the file, and finds them again by location and region.
 * Not here: counting in them (histogram.h).
 *
 * They are less important than call paths, without which nothing can be measured. So they take no more than a part of
 * POMP_MEMORY, and whatever finds no room any more has no histogram. */
#include "records/histogram.h"
#include "base/arena.h"

#include <stddef.h>

#define PART 8 /* of POMP_MEMORY, they take no more than this part */
#define BLOCK_MAX (64u << 10)
#define FIRST_SLOTS 256u
#define FIRST_RECORD sizeof(struct pomp_histogram) /* no two of them share a cache line, nor a pair of lines */

_Static_assert(sizeof(struct pomp_histogram) == 128, "a histogram is two cache lines");
_Static_assert(sizeof(struct pomp_block) <= FIRST_RECORD, "the head comes before the first record");

/* A table with open addressing: an entry without a histogram is free. */
struct slot {
  uint32_t location, key;
  struct pomp_histogram *histogram;
};
static struct slot *slots;
static uint32_t slot_count, used, missing;
static struct pomp_block *block; /* the one that the next histogram goes into */
static uint64_t block_size;
static uint32_t in_block, room;     /* how many it has, and may have */
static uint64_t taken;              /* bytes of all blocks and of the table */
static struct pomp_histogram trial; /* of the region whose visits pomp_pair_cost makes */
static bool wanted;

uint64_t pomp_histogram_late = POMP_LATE_MASK + 1;

void pomp_histogram_never_late(void) { POMP_STORE(pomp_histogram_late, 0); }

void pomp_histogram_start(bool are_wanted) { wanted = are_wanted; }

static struct slot *find(uint32_t location, uint32_t key) {
  uint64_t hash = ((uint64_t)location << 32 | key) * 0x9e3779b97f4a7c15u;
  uint32_t i = (uint32_t)(hash >> 32) & (slot_count - 1);
  while (slots[i].histogram && (slots[i].location != location || slots[i].key != key))
    i = (i + 1) & (slot_count - 1);
  return &slots[i];
}

static bool may_take(uint64_t bytes) { return taken + bytes <= pomp_arena_limit() / PART; }

static bool more_slots(void) {
  uint32_t old_count = slot_count, count = slot_count ? slot_count * 2 : FIRST_SLOTS;
  struct slot *old = slots, *made = may_take(count * sizeof *made) ? pomp_arena_scratch(count * sizeof *made) : NULL;
  if (!made)
    return false;
  taken += count * sizeof *made;
  slots = made;
  slot_count = count;
  for (uint32_t i = 0; i < old_count; i++)
    if (old[i].histogram)
      *find(old[i].location, old[i].key) = old[i];
  if (old) {
    pomp_arena_scratch_free(old, old_count * sizeof *old);
    taken -= old_count * sizeof *old;
  }
  return true;
}

/* Each block is twice as large as the one before it, up to a limit. */
static bool more_room(void) {
  uint64_t size = !block_size ? POMP_FORMAT_ALIGN : block_size < BLOCK_MAX ? block_size * 2 : BLOCK_MAX;
  struct pomp_block *made;
  if (!may_take(size))
    size = POMP_FORMAT_ALIGN;
  if (!may_take(size) || pomp_arena_block(&made, POMP_BLOCK_HISTOGRAMS, 0, FIRST_RECORD, size) != 0)
    return false;
  taken += size;
  block = made;
  block_size = size;
  in_block = 0;
  room = (uint32_t)((size - FIRST_RECORD) / sizeof(struct pomp_histogram));
  pomp_arena_publish();
  return true;
}

/* Readers of the file see that there is one less than there should be. */
static struct pomp_histogram *lack(void) {
  POMP_STORE(pomp_file()->histograms_missing, ++missing);
  return NULL;
}

struct pomp_histogram *pomp_histogram_of(const struct pomp_thread *t, uint32_t key) {
  if (!wanted || pomp_role_is(POMP_KEY_ROLE(key), POMP_IS_UNTIMED))
    return NULL;
  if (POMP_KEY_CONSTRUCT(key) == POMP_MAX_CONSTRUCTS)
    return &trial;
  if (used * 2 >= slot_count && !more_slots())
    return lack();
  struct slot *slot = find(t->id, key);
  if (slot->histogram)
    return slot->histogram;
  if (in_block == room && !more_room())
    return lack();
  char *at = (char *)block + FIRST_RECORD;
  struct pomp_histogram *h = &((struct pomp_histogram *)(void *)at)[in_block++];
  h->key = key;
  h->location = t->id;
  __atomic_store_n(&block->count, in_block, __ATOMIC_RELEASE);
  *slot = (struct slot){t->id, key, h};
  used++;
  return h;
}
