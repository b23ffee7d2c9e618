/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.h - one member's latest encounters of the worksharing constructs of its team, for the comparison of
 * members. Not here: the results (records in the file), the comparison (teams/sharing.c).
 *
 * OpenMP wants all members of a team to meet the same worksharing constructs in the same order, so the n-th one that a
 * member meets is the n-th one of every member: an instance. The next team of the same members goes on counting. Each
 * member notes its time in a ring of its own, which costs no cache line of another one; the others read several
 * instances at a time, of several teams. A member that is POMP_INSTANCE_SLOTS instances ahead of who compares them
 * overwrites the first, which nobody completes then. */
#ifndef POMP_INSTANCES_H
#define POMP_INSTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POMP_INSTANCE_SLOTS 64u
#define POMP_INSTANCE_TEAMS 64u /* so many teams are distinguished */

/* Zeros are its first state. The member alone writes it; the words are those of instances.c. */
struct pomp_met {
  uint64_t count; /* which of the teams the last instance was in, and the number of the next one */
  uint64_t reserved;
  struct {
    uint64_t time, record;
  } slots[POMP_INSTANCE_SLOTS];
} __attribute__((aligned(64)));

/* This is one member's part of an instance. */
struct pomp_instance {
  uint32_t number;
  uint32_t construct;  /* compared as far as 5 bits go: who meets another one has missed something */
  uint32_t generation; /* what a word has of the team's: with others its members have missed something */
  uint64_t time;       /* in ticks */
  uint64_t record;     /* whatever the member wants to be known by */
};

/* Notes an instance of the team. A time of 2^49 ticks or more, some days, is not kept: then nobody completes it. */
void pomp_instance_note(struct pomp_met *met, uint32_t generation, const struct pomp_instance *i);

/* The member meets the instance of that number without noting it. */
void pomp_instance_skip(struct pomp_met *met, uint32_t number);

/* Returns the number of the instance that the member meets next, and in which team it was when it met the one before.
 * What it has noted until then can be read, by any thread. */
uint32_t pomp_instances_met(const struct pomp_met *met, uint32_t *generation);

/* Reads the instance `i->number` into the rest of `i`. False if the member has not noted it, or has noted another one
 * in its place, even while this is read. */
bool pomp_instance_read(const struct pomp_met *met, struct pomp_instance *i);

#endif
