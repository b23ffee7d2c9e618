/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.c - the words of a member's ring of instances.
 * Not here: what becomes of an instance that all have met (teams/sharing.c). */
#include "records/instances.h"
#include "base/atomics.h"

/* The word of a time, from the lowest bit on; 0: there is none, or it is being written. */
#define IS_NOTED 1u
#define CONSTRUCT_SHIFT 1 /* 5 bits: the construct's number, as far as they go */
#define TEAM_SHIFT 6      /* 6 bits: the team's generation, as far as they go */
#define ROUND_SHIFT 12    /* 3 bits: how often the ring was gone round before, as far as they go */
#define TIME_SHIFT 15
#define CONSTRUCT_MASK 31u
#define TEAM_MASK (POMP_INSTANCE_TEAMS - 1)
#define ROUND_MASK 7u
_Static_assert(TEAM_MASK == 63, "a generation has the bits that are between the others");

static uint32_t round_of(uint32_t number) { return number / POMP_INSTANCE_SLOTS & ROUND_MASK; }

void pomp_instance_note(struct pomp_met *met, uint32_t generation, const struct pomp_instance *i) {
  uint64_t *time = &met->slots[i->number % POMP_INSTANCE_SLOTS].time;
  uint64_t *record = &met->slots[i->number % POMP_INSTANCE_SLOTS].record;
  uint64_t word = i->time << TIME_SHIFT | (uint64_t)round_of(i->number) << ROUND_SHIFT |
                  (uint64_t)(generation & TEAM_MASK) << TEAM_SHIFT |
                  (uint64_t)(i->construct & CONSTRUCT_MASK) << CONSTRUCT_SHIFT | IS_NOTED;
  POMP_STORE(*time, 0);
  __atomic_thread_fence(__ATOMIC_RELEASE); /* who sees the new record sees that the old time is no more */
  POMP_STORE(*record, i->record);
  POMP_RELEASE(*time, i->time >> (64 - TIME_SHIFT) ? 0 : word);
  POMP_RELEASE(met->count, (uint64_t)generation << 32 | (i->number + 1));
}

void pomp_instance_skip(struct pomp_met *met, uint32_t number) {
  POMP_STORE(met->slots[number % POMP_INSTANCE_SLOTS].time, 0);
}

uint32_t pomp_instances_met(const struct pomp_met *met, uint32_t *generation) {
  uint64_t count = POMP_ACQUIRE(met->count);
  *generation = (uint32_t)(count >> 32);
  return (uint32_t)count;
}

bool pomp_instance_read(const struct pomp_met *met, struct pomp_instance *i) {
  const uint64_t *time = &met->slots[i->number % POMP_INSTANCE_SLOTS].time;
  const uint64_t *record = &met->slots[i->number % POMP_INSTANCE_SLOTS].record;
  uint64_t word = POMP_ACQUIRE(*time);
  i->record = POMP_LOAD(*record);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  i->construct = word >> CONSTRUCT_SHIFT & CONSTRUCT_MASK;
  i->generation = word >> TEAM_SHIFT & TEAM_MASK;
  i->time = word >> TIME_SHIFT;
  /* What the word has of the number comes again after 512 instances: a member that is so far ahead has counted them. */
  uint32_t ahead = (uint32_t)POMP_LOAD(met->count) - i->number;
  return word & IS_NOTED && (word >> ROUND_SHIFT & ROUND_MASK) == round_of(i->number) && POMP_LOAD(*time) == word &&
         ahead - 1 < POMP_INSTANCE_SLOTS;
}
