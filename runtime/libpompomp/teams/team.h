/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team.h - teams: which location a thread has while it is a member of a team, and the barrier at a team's end.
 * Not here: how locations are made (location.c), who calls (ompt.c, api.c). */
#ifndef POMP_TEAM_H
#define POMP_TEAM_H

#include "teams/team_cpu.h"
#include "visits/hot_path.h"

/* The calling thread is about to fork a team, of `requested` threads if possible. `silent`: no event of POMP will tell
 * of the begin and end of the members. Returns its location, which stands for the team, or NULL if it has none. */
struct pomp_thread *pomp_team_fork(uint32_t requested, bool silent);

/* The calling thread is member `thread_num` of the team of `size` that `parent` forked, until it leaves. If `parent` is
 * NULL, or there is no memory, it stays where it was until then. */
void pomp_team_enter(struct pomp_thread *parent, uint32_t thread_num, uint32_t size, bool league);

/* The calling thread leaves the team that it entered last. It may have left long ago: the end of a worker's implicit
 * task is reported when the worker is used again. */
void pomp_team_leave(void);

/* The calling thread ends, and leaves all teams that it has entered. */
void pomp_team_leave_all(void);

/* The member has entered the region of its team, which is current. */
static inline void pomp_team_begun(struct pomp_thread *t, uint64_t now) {
  struct pomp_node *n = pomp_node_of(t->current);
  if (t->forked)
    POMP_ADD(n->wait, now > t->forked ? now - t->forked : 0);
  if (t->team_size > POMP_LOAD(n->detail))
    POMP_STORE(n->detail, t->team_size);
  if (__builtin_expect(t->cpu_wanted, 0))
    pomp_team_cpu_begun(t, now);
}

/* The member, if there is one, is about to enter it. What takes long is done before the clock is read. */
static inline void pomp_team_begins(struct pomp_thread *t) {
  if (t && __builtin_expect(t->cpu_wanted, 0))
    pomp_team_cpu_begin(t);
}

/* The open team ends, whose call path is current: its visit ends, and the thread arrives at the implicit barrier. */
void pomp_team_arrive(struct pomp_thread *t);
/* The same at the end of a team whose begin had no event of POMP, if the calling thread is in one. */
void pomp_team_arrive_unannounced(void);

/* The calling thread leaves its team's parallel region, or has come to the barrier at its end. If the region is still
 * open, `cancel` skips its end event: the region ends now, and the thread waits at the barrier from now on. */
void pomp_team_reach_end(void);

/* Adds the visits of barriers that no leave has added yet, as the measurement is about to end. Not under the slow lock.
 */
void pomp_team_settle_all(void);

/* Closes what a worker's last team left open, as a region that was cancelled lacks its end. */
void pomp_team_unwind(struct pomp_thread *t);

/* When a team was joined last outside of any other team. The workers were in that team until then at most. */
extern uint64_t pomp_team_last_join;

#endif
