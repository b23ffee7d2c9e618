/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team.h - teams: which location a thread is while it is a member of a team, and the barrier at a team's end.
 * Not here: how locations are made (location.c), who calls (ompt.c, api.c). */
#ifndef POMP_TEAM_H
#define POMP_TEAM_H

#include "state/thread.h"

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

/* The open team ends, whose call path is current: its visit ends, and the thread arrives at the implicit barrier. */
void pomp_team_arrive(struct pomp_thread *t);

/* Adds the barriers that no leave has added yet: measurement is about to end. Not under the slow lock. */
void pomp_team_settle_all(void);

/* Closes what a worker's last team left open: a cancelled region lacks its end. */
void pomp_team_unwind(struct pomp_thread *t);

/* When a thread joined last, outside of any team: until then, at most, the workers were in that team. */
extern uint64_t pomp_team_last_join;

#endif
