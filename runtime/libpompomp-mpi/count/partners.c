/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* partners.c - keeps a set of numbers for each record of messages; it is as small as the call path has partners.
 * Not here: what the numbers mean. A set lives as long as the process, like the record that it belongs to. */
#include "count/partners.h"

#include <stdlib.h>

#define ROOM_MIN 8u

struct set {
  uint64_t last; /* the partner that was found or added last, plus 1 */
  uint32_t room, count;
  uint64_t slots[]; /* a partner plus 1; 0: free */
};

/* Returns the slot that has the number, or else the one where it belongs. At least one slot is free. */
static uint64_t *slot_of(struct set *set, uint64_t name) {
  uint32_t i = (uint32_t)((name * 0x9e3779b97f4a7c15ul) >> 32) & (set->room - 1);
  while (set->slots[i] && set->slots[i] != name)
    i = (i + 1) & (set->room - 1);
  return &set->slots[i];
}

/* Makes a set of twice the room, or a first one. NULL: no memory. */
static struct set *grown(struct set *old) {
  uint32_t room = old ? old->room * 2 : ROOM_MIN;
  struct set *set = calloc(1, sizeof *set + room * sizeof *set->slots);
  if (!set)
    return NULL;
  set->room = room;
  for (uint32_t i = 0; old && i < old->room; i++)
    if (old->slots[i]) {
      *slot_of(set, old->slots[i]) = old->slots[i];
      set->count++;
    }
  free(old);
  return set;
}

bool pomp_mpi_partners_add(struct pomp_adapter_messages *m, uint64_t partner) {
  struct set *set = m->partners;
  uint64_t name = partner + 1;
  if (set && set->last == name)
    return false;
  if (!set || set->count + 1 == set->room) {
    struct set *larger = grown(set);
    if (!larger)
      return false; /* one partner less is counted, now and whenever it comes again */
    m->partners = set = larger;
  }
  set->last = name;
  uint64_t *slot = slot_of(set, name);
  if (*slot)
    return false;
  *slot = name;
  set->count++;
  __atomic_store_n(&m->counts->partners, set->count, __ATOMIC_RELAXED);
  return true;
}
