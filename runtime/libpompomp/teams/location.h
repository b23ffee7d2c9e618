/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location.h - locations: what the threads of the program are in the experiment.
 * Not here: their call trees (call_tree.h), which of them a thread has when (team.h). */
#ifndef POMP_LOCATION_H
#define POMP_LOCATION_H

#include "pomp_format.h"
#include "state/thread.h"

/* Makes location 0, for the program's first thread. Each thread that gets a location calls `thread_ends` when it ends,
 * with its thread-local record. Returns 0 or an error of pomp_arena_block. Under the slow lock, as all
 * functions here. */
int pomp_location_start(void (*thread_ends)(void *));

/* Gives the calling thread its location. `worker`: its first event is the begin of a team, or it is a helper. */
int pomp_location_attach(bool worker);

/* Returns the location of member `thread_num` of the teams that `parent` forks, and makes it if it is not there yet.
 * NULL means an error, as above. */
struct pomp_thread *pomp_location_member(struct pomp_thread *parent, uint32_t thread_num, bool league, int *error);

/* The calling thread, which is not the one before, takes this location. */
void pomp_location_serve(struct pomp_thread *t);

/* The thread that has the location ends at `now`; nothing is open there but the root. */
void pomp_location_leave(struct pomp_thread *t, uint64_t now);
/* The calling thread is measured no more. */
void pomp_location_uncount(void);

/* Returns the location that was made last; `next_all` leads to the others. */
struct pomp_thread *pomp_location_all(void);

/* How many threads are measured now. */
uint32_t pomp_location_live(void);

/* True if there is more than one location. */
bool pomp_location_many(void);

/* Here is how many locations there are, and how many threads were measured at the same time, at most: all, and those
 * that the OpenMP runtime has started. */
uint32_t pomp_location_count(void);
uint32_t pomp_location_most(void);
uint32_t pomp_location_most_workers(void);
/* The OpenMP runtime has found one more device. */
void pomp_location_device(void);
/* Returns what pomp_pair_cost has measured. */
const struct pomp_pair_costs *pomp_location_pair_costs(void);

/* Those that a member is one of. A league's are others than a team's, although they have the same numbers. */
static inline struct pomp_members *pomp_members_of(const struct pomp_thread *member) {
  struct pomp_members *const *all = &member->parent->members[(member->flags & POMP_LOCATION_LEAGUE) != 0];
  return __atomic_load_n(all, __ATOMIC_ACQUIRE);
}

#endif
