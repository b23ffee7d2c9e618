/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.h - phases: call paths each of whose visits has a profile of its own.
 * Not here: clusters of visits (phase_clusters.h), a visit's counts (phase_part.h), the choice of phases
 * (definitions/phase_names.h).
 *
 * A visit is taken when the next one begins, or at the end: by then its threads have finished their delayed work. The
 * thread that executes the phase finds the cluster by its own times alone; other locations add their counts when they
 * come to their next team or task. */
#ifndef POMP_PHASES_H
#define POMP_PHASES_H

#include "records/call_tree.h"

/* False: there has been no phase yet. */
extern bool pomp_phases_there POMP_HIDDEN;

/* There are so many clusters of each phase at most. */
void pomp_phases_start(uint32_t most);

/* Makes a phase of a call path that has just been made, or tells the phases around it of it. 0 or an error of
 * pomp_arena_block. Under the slow lock. */
int pomp_phase_make(struct pomp_thread *t, struct pomp_path *p);
int pomp_phase_path_made(struct pomp_thread *t, const struct pomp_path *p);

/* Finds the phase with this key below `current`, which no usual event finds; or NULL. */
struct pomp_path *pomp_phase_path(const struct pomp_thread *t, uint32_t key);

/* The next visit is about to begin; it has begun at `now`. */
void pomp_phase_next(struct pomp_thread *t, const struct pomp_path *p);
void pomp_phase_begun(const struct pomp_thread *t, const struct pomp_path *p, uint64_t now);

/* Takes what the location had below phases whose next visits have begun. Its thread calls it before a team or a task.
 */
void pomp_phase_catch_up(struct pomp_thread *t);
static inline void pomp_phase_look(struct pomp_thread *t) {
  if (__builtin_expect(t->parts != NULL, 0))
    pomp_phase_catch_up(t);
}

/* Takes all visits that are over. Other threads may go on. */
void pomp_phases_finish(void);

#endif
