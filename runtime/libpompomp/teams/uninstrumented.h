/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* uninstrumented.h - parallel regions, and teams of a league, that have no events of POMP: what OMPT tells of them.
 * Not here: the fork's event (construct_events.h), which location a member has (team.h), who calls (ompt.c). */
#ifndef POMP_UNINSTRUMENTED_H
#define POMP_UNINSTRUMENTED_H

#include "pomp_format.h"
#include "state/thread.h"

#include <stdbool.h>

/* Returns the role of the region that forks a team, or a league of teams. */
static inline enum pomp_role pomp_fork_role(bool league) { return league ? POMP_ROLE_TEAMS : POMP_ROLE_FORK; }

/* Tells whether the calling thread is about to fork a team, or a league of teams, that no event of POMP has announced,
 * and events are recorded. */
bool pomp_uninstrumented_is_next(bool league);
/* Leaves the fork that was entered at this location, if there is one. Returns the time, or 0. */
uint64_t pomp_uninstrumented_join(struct pomp_thread *t);

/* The member enters the region of its team. It leaves it when it arrives at the barrier at the team's end, or, if it is
 * alone, at the end of its implicit task: the latter function returns the location that is to arrive, where only the
 * region of its team is open then, or NULL. */
void pomp_uninstrumented_begin(struct pomp_thread *c);
struct pomp_thread *pomp_uninstrumented_end(void);

#endif
