/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.c - the words of a member's ring of instances.
 * Not here: what becomes of an instance that all have met (teams/sharing.c). */
#include "records/instances.h"
#include "base/atomics.h"

/* The word of a time, from the lowest bit on; 0: there is none, or it is being written. */
#define IS_NOTED 1u
#define CONSTRUCT_SHIFT 1 /* 5 bits: the construct's number, as far as they go */
#define NUMBER_SHIFT 6    /* 9 bits: the instance's number, as far as they go */
#define TIME_SHIFT 15
#define CONSTRUCT_MASK 31u
#define NUMBER_MASK 511u
_Static_assert(NUMBER_MASK >= POMP_INSTANCE_SLOTS, "a ring that was gone round is told from one that was not");

void pomp_instance_note(struct pomp_met *met, uint32_t generation, const struct pomp_instance *i) {
  uint64_t *time = &met->slots[i->number % POMP_INSTANCE_SLOTS].time;
  uint64_t *record = &met->slots[i->number % POMP_INSTANCE_SLOTS].record;
  uint64_t word = i->time << TIME_SHIFT | (uint64_t)(i->number & NUMBER_MASK) << NUMBER_SHIFT |
                  (uint64_t)(i->construct & CONSTRUCT_MASK) << CONSTRUCT_SHIFT | IS_NOTED;
  POMP_STORE(*time, 0);
  __atomic_thread_fence(__ATOMIC_RELEASE); /* who sees the new record sees that the old time is no more */
  POMP_STORE(*record, i->record);
  POMP_RELEASE(*time, i->time >> (64 - TIME_SHIFT) ? 0 : word);
  POMP_RELEASE(met->count, (uint64_t)generation << 32 | (i->number + 1));
}

uint32_t pomp_instances_met(const struct pomp_met *met, uint32_t generation) {
  uint64_t count = POMP_ACQUIRE(met->count);
  return count >> 32 == generation ? (uint32_t)count : 0;
}

bool pomp_instance_read(const struct pomp_met *met, struct pomp_instance *i) {
  const uint64_t *time = &met->slots[i->number % POMP_INSTANCE_SLOTS].time;
  const uint64_t *record = &met->slots[i->number % POMP_INSTANCE_SLOTS].record;
  uint64_t word = POMP_ACQUIRE(*time);
  i->record = POMP_LOAD(*record);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  i->construct = word >> CONSTRUCT_SHIFT & CONSTRUCT_MASK;
  i->time = word >> TIME_SHIFT;
  /* What the word has of the number comes again after 512 instances: a member that is so far ahead has counted them. */
  uint32_t ahead = (uint32_t)POMP_LOAD(met->count) - i->number;
  return word & IS_NOTED && (word >> NUMBER_SHIFT & NUMBER_MASK) == (i->number & NUMBER_MASK) &&
         POMP_LOAD(*time) == word && ahead <= POMP_INSTANCE_SLOTS;
}
