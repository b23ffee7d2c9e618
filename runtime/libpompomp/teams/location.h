/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location.h - locations: what the threads of the program are in the experiment.
 * Not here: their call trees (profile.c), which of them a thread is when (team.c). */
#ifndef POMP_LOCATION_H
#define POMP_LOCATION_H

#include "state/thread.h"

/* Makes location 0, for the program's first thread. Each thread that gets a location calls `thread_ends` when it ends,
 * with its thread-local record. 0 or an error of pomp_arena_block. Under the slow lock, as all of
 * this file. */
int pomp_location_start(void (*thread_ends)(void *));

/* Gives the calling thread its location. `worker`: its first event is the begin of a team. */
int pomp_location_attach(bool worker);

/* The place of member `thread_num` in the teams that `parent` forks, made if it is not there yet. NULL: an error, as
 * above. */
struct pomp_thread *pomp_location_member(struct pomp_thread *parent, uint32_t thread_num, bool league, int *error);

/* The calling thread, another one than before, takes this place. */
void pomp_location_serve(struct pomp_thread *t);

/* The thread that has the location ends at `now`; nothing is open there but the root. */
void pomp_location_leave(struct pomp_thread *t, uint64_t now);
/* The calling thread is measured no more. */
void pomp_location_uncount(void);

/* The last location that was made; the others by `next_all`. */
struct pomp_thread *pomp_location_all(void);

/* A second thread has been measured. */
bool pomp_location_many(void);

/* How many locations there are, and how many threads were measured at the same time, at most. */
uint32_t pomp_location_count(void);
uint32_t pomp_location_most(void);
/* Ticks that 1000 enter/exit pairs take; see pomp_pair_cost. */
uint64_t pomp_location_pair_cost(void);

#endif
