/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team.h - teams: which location a thread is while it is a member of a team, and the barrier at a team's end.
 * Not here: how locations are made (location.c), who calls (ompt.c, api.c). */
#ifndef POMP_TEAM_H
#define POMP_TEAM_H

#include "records/profile.h"

/* The calling thread is about to fork a team, of `requested` threads if it can. Its location, which stands for the
 * team; NULL: it has none. */
struct pomp_thread *pomp_team_fork(uint32_t requested);

/* The calling thread is member `thread_num` of the team of `size` that `parent` forked, until it leaves. If `parent` is
 * NULL, or there is no memory, it stays where it was until then. */
void pomp_team_enter(struct pomp_thread *parent, uint32_t thread_num, uint32_t size, bool league);

/* The calling thread leaves what it entered last, or left it long ago and says so now: a worker's end of its implicit
 * task comes when it is used again. */
void pomp_team_leave(void);

/* The same for all places that it has entered; the thread ends. */
void pomp_team_leave_all(void);

/* POMP_Parallel_end of a construct whose implicit barrier is still to come, and is to be measured. */
void pomp_team_end(struct pomp_thread *t, struct ompregdescr *d);

/* Adds the barriers that no leave has added yet: measurement is about to end. Not under the slow lock. */
void pomp_team_settle_all(void);

#endif
