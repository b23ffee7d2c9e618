/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.h - one team's encounters of worksharing constructs: how long the members took, and who took longest.
 * Not here: what is kept of them (records in the file), which member meets which construct when (teams/sharing.c).
 *
 * OpenMP wants all members of a team to meet the same worksharing constructs in the same order, so the n-th one that a
 * member meets is the n-th one of every member: an instance. Each member adds its time when it is done, and who is the
 * last of all to add learns of the sum and of the longest. Nobody waits for anybody. A construct that is `nowait` lets
 * members run ahead, and a team has POMP_INSTANCE_SLOTS instances under way at most: who is further ahead than that
 * gives its instance up, which nobody completes then. */
#ifndef POMP_INSTANCES_H
#define POMP_INSTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POMP_INSTANCE_SLOTS 64u

/* The most members that a team can have, as times share their words with the members' numbers. */
#define POMP_INSTANCE_MEMBERS 4095u

/* An instance has one of the two sums and of the two longest times. The others are 0, for the instance that takes the
 * slot over if this one is never completed. */
struct pomp_instance_slot {
  uint64_t state; /* whose the slot is (instances.c); 0: nobody's */
  uint64_t sum[2], longest[2];
} __attribute__((aligned(64)));

/* One for each location that forks teams: it has one team at a time. Zeros are its first state. */
struct pomp_instances {
  struct pomp_instance_slot slots[POMP_INSTANCE_SLOTS];
};

/* This is one member's part of an instance. */
struct pomp_instance {
  uint32_t generation; /* which of the teams it is */
  uint32_t number;     /* how many instances the member has met in this team before */
  uint32_t construct;
  uint32_t size, member; /* how many members the team has, and which of them this is */
  uint64_t time;
  /* These are the other members' in a completed instance. */
  uint64_t sum, max;
  uint32_t longest; /* the member that took so long */
  bool second;      /* which one of the two of each is the instance's */
};

/* Finds the slot of the member's instance. NULL means that the instance has none, and that nobody will complete it. */
struct pomp_instance_slot *pomp_instance_find(struct pomp_instances *all, struct pomp_instance *i);

/* Adds the member's time. True means that all members have added theirs: `sum`, `max` and `longest` are known, and the
 * caller has the slot until it frees it. What each member wrote before this, the caller sees. */
bool pomp_instance_add(struct pomp_instance_slot *slot, struct pomp_instance *i);

/* Lets the slot go, for another instance. */
void pomp_instance_free(struct pomp_instance_slot *slot, const struct pomp_instance *i);

#endif
