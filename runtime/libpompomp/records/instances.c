/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.c - the words by which members of a team find that they have met the same instance.
 * Not here: what becomes of an instance that is complete (teams/sharing.c). */
#include "records/instances.h"
#include "base/atomics.h"

/* The state of a slot, from the lowest bit on. Without IS_TAKEN, only the bit of the second words counts. */
#define SECOND 1u         /* the instance has the second one of the words */
#define IS_TAKEN 2u       /* the slot is that of an instance */
#define IS_GIVEN_UP 4u    /* somebody did not wait for the slot, so that nobody adds to that instance */
#define CONSTRUCT_SHIFT 3 /* 5 bits: the construct's number, as far as they go */
#define AHEAD_SHIFT 8     /* 8 bits: so many of the slot's next instances are given up already */
#define NUMBER_SHIFT 16   /* 24 bits: the instance's number, as far as they go */
#define GENERATION_SHIFT 40
#define CONSTRUCT_MASK 31u
#define AHEAD_MAX 255u
#define MASK_24 0xffffffu

/* A word of a slot has a time above the number of members, or above the member's. */
#define MEMBER_BITS 12
_Static_assert(POMP_INSTANCE_MEMBERS == (1u << MEMBER_BITS) - 1, "a time shares its word with a member's number");

static uint64_t state_of(uint32_t generation, uint32_t number, uint32_t construct, uint64_t flags) {
  return (uint64_t)(generation & MASK_24) << GENERATION_SHIFT | (uint64_t)(number & MASK_24) << NUMBER_SHIFT |
         (construct & CONSTRUCT_MASK) << CONSTRUCT_SHIFT | IS_TAKEN | flags;
}
static uint32_t generation_of(uint64_t state) { return (uint32_t)(state >> GENERATION_SHIFT); }
static uint32_t number_of(uint64_t state) { return (uint32_t)(state >> NUMBER_SHIFT) & MASK_24; }
static uint32_t ahead_of(uint64_t state) { return (uint32_t)(state >> AHEAD_SHIFT) & AHEAD_MAX; }

/* NOLINTNEXTLINE(readability-non-const-parameter): what is found instead is written to it */
static bool change(struct pomp_instance_slot *slot, uint64_t *from, uint64_t to) {
  return __atomic_compare_exchange_n(&slot->state, from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Takes a slot whose instance is over, or is that of an earlier team, whose members have all left it: then the words
 * that it has used are not 0, and the other ones are. False means that somebody else was faster; `*state` is new. */
static bool take(struct pomp_instance_slot *slot, uint64_t *state, struct pomp_instance *i) {
  bool used = (*state & (IS_TAKEN | IS_GIVEN_UP)) == IS_TAKEN;
  unsigned before = *state & SECOND, now = used ? before ^ SECOND : before;
  if (!change(slot, state, state_of(i->generation, i->number, i->construct, now)))
    return false;
  if (used) {
    POMP_STORE(slot->sum[before], 0);
    POMP_STORE(slot->longest[before], 0);
  }
  i->second = now;
  return true;
}

/* Gives up an instance that comes later than that of the slot. False means that the slot has changed since. */
static bool give_up(struct pomp_instance_slot *slot, uint64_t *state, uint32_t later) {
  uint64_t rounds = later / POMP_INSTANCE_SLOTS, known = ahead_of(*state);
  rounds = rounds < AHEAD_MAX ? rounds : AHEAD_MAX;
  return rounds <= known || change(slot, state, *state + ((rounds - known) << AHEAD_SHIFT));
}

struct pomp_instance_slot *pomp_instance_find(struct pomp_instances *all, struct pomp_instance *i) {
  if (i->size > POMP_INSTANCE_MEMBERS || i->time > (UINT64_MAX >> MEMBER_BITS) / i->size)
    return NULL;
  struct pomp_instance_slot *slot = &all->slots[i->number % POMP_INSTANCE_SLOTS];
  uint64_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
  for (;;) {
    uint32_t later = (i->number - number_of(state)) & MASK_24;
    bool of_team = state & IS_TAKEN && generation_of(state) == (i->generation & MASK_24);
    if (!of_team || (state & IS_GIVEN_UP && later && later <= MASK_24 / 2)) {
      if (take(slot, &state, i))
        return slot;
      continue;
    }
    if (!later && !(state & IS_GIVEN_UP)) {
      i->second = state & SECOND;
      return (state >> CONSTRUCT_SHIFT & CONSTRUCT_MASK) == (i->construct & CONSTRUCT_MASK) ? slot : NULL;
    }
    if (!later || later > MASK_24 / 2 || give_up(slot, &state, later))
      return NULL;
  }
}

/* Who finds that all others have added their times is alone with the words, and the others wait for it: it leaves out
 * the two exchanges. */
bool pomp_instance_add(struct pomp_instance_slot *slot, struct pomp_instance *i) {
  uint64_t *longest = &slot->longest[i->second], *sum = &slot->sum[i->second];
  uint64_t mine = i->time << MEMBER_BITS | i->member, before = __atomic_load_n(sum, __ATOMIC_ACQUIRE);
  uint64_t most = POMP_LOAD(*longest);
  if ((before & POMP_INSTANCE_MEMBERS) + 1 < i->size) {
    while (most < mine && !__atomic_compare_exchange_n(longest, &most, mine, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      ;
    before = __atomic_fetch_add(sum, i->time << MEMBER_BITS | 1, __ATOMIC_ACQ_REL);
    if ((before & POMP_INSTANCE_MEMBERS) + 1 < i->size)
      return false;
    most = POMP_LOAD(*longest);
  }
  most = most < mine ? mine : most;
  i->sum = (before >> MEMBER_BITS) + i->time;
  i->max = most >> MEMBER_BITS;
  i->longest = (uint32_t)(most & POMP_INSTANCE_MEMBERS);
  return true;
}

void pomp_instance_free(struct pomp_instance_slot *slot, const struct pomp_instance *i) {
  POMP_STORE(slot->sum[i->second], 0);
  POMP_STORE(slot->longest[i->second], 0);
  uint64_t state = POMP_LOAD(slot->state), next;
  do {
    uint32_t ahead = ahead_of(state), number = number_of(state) + ahead * POMP_INSTANCE_SLOTS;
    next = ahead ? state_of(generation_of(state), number, 0, IS_GIVEN_UP | i->second) : i->second;
  } while (!change(slot, &state, next));
}
