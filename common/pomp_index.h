/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_index.h - a hash table that finds the elements of an array of the caller's by what is in them.
 * Not here: the elements, which the caller numbers, hashes and compares. Knows nothing but libc. Nothing is taken out.
 *
 *   struct pomp_slot *s = pomp_index_find(&index, hash, is_same, &what);
 *   if (!s->number) {
 *     things[count] = what;
 *     pomp_index_put(&index, s, hash, count++);
 *   }
 *   thing = &things[s->number - 1]; */
#ifndef POMP_INDEX_H
#define POMP_INDEX_H

#include "pomp_hash.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* An index of zeros is empty, and has room for nothing. */
struct pomp_index {
  struct pomp_slot {
    uint32_t hash;
    uint32_t number; /* the element's plus 1; 0: the slot is free */
  } *slots;
  uint32_t mask; /* how many slots there are, a power of two, less 1 */
  uint32_t used;
};

static inline void pomp_index_free(struct pomp_index *x) { free(x->slots); }

/* Half of all slots stay free, so that the next free one is near. */
static inline bool pomp_index_fits(const struct pomp_index *x, uint64_t count) {
  return x->slots && count * 2 <= x->mask + 1ull;
}

/* Makes room for `count` elements, all in all. False: there is no memory, or they are too many; the index is as before.
 */
static inline bool pomp_index_room(struct pomp_index *x, uint64_t count) {
  uint64_t slots = 64;
  if (pomp_index_fits(x, count))
    return true;
  if (count > 1u << 30)
    return false;
  while (slots < count * 2)
    slots *= 2;
  struct pomp_index more = {(struct pomp_slot *)calloc(slots, sizeof *more.slots), (uint32_t)slots - 1, x->used};
  if (!more.slots)
    return false;
  for (uint64_t i = 0; x->slots && i <= x->mask; i++) {
    uint32_t at = x->slots[i].hash & more.mask;
    while (x->slots[i].number && more.slots[at].number)
      at = (at + 1) & more.mask;
    if (x->slots[i].number)
      more.slots[at] = x->slots[i];
  }
  free(x->slots);
  *x = more;
  return true;
}

/* Returns the slot of the element with this hash for which `same` holds, or a free one: of no use, if the index has no
 * room for one more. */
static inline struct pomp_slot *pomp_index_find(const struct pomp_index *x, uint32_t hash,
                                                bool (*same)(const void *context, uint32_t number),
                                                const void *context) {
  static struct pomp_slot none;
  if (!x->slots) /* as nothing has been put into it yet */
    return &none;
  uint32_t at = hash & x->mask;
  while (x->slots[at].number && (x->slots[at].hash != hash || !same(context, x->slots[at].number - 1)))
    at = (at + 1) & x->mask;
  return &x->slots[at];
}

/* Takes the free slot that pomp_index_find has found. */
static inline void pomp_index_put(struct pomp_index *x, struct pomp_slot *slot, uint32_t hash, uint32_t number) {
  slot->hash = hash;
  slot->number = number + 1;
  x->used++;
}

#endif /* POMP_INDEX_H */
