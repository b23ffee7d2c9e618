/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forks.h - what happened between each fork outside of teams and its join: how long it was, and how much of that all
 * threads were busy. Not here: what the rest is called (idle.c), the forks of a member's teams (locations.c). */
#ifndef SUMS_FORKS_H
#define SUMS_FORKS_H

#include "sums/analysis.h"

/* These are times between a fork outside of teams and its join, with all teams below it. Times are in ns. */
struct forked {
  double wall;     /* from the fork to the join */
  double busy;     /* of all threads during that time */
  double late;     /* of all members but those that forked, from fork to begin */
  double members;  /* the sum over the visits */
  uint32_t places; /* how many members the largest of its teams had */
};

struct forks {
  uint32_t *top;         /* by node: the fork that it is below, or itself; NO_NODE: serial code */
  struct forked *forked; /* by node, of use where that is its own top */
  uint32_t *first;       /* by location, see locations_first */
  uint32_t *initials;    /* by process: how many threads the program started itself, at least 1 */
};

/* False if there is not enough memory. Either way forks_free is to be called. */
bool forks_find(struct forks *f, const struct analysis *a);
void forks_free(struct forks *f);

/* True if the program started the thread itself, and no team explains it. */
bool forks_is_initial(const struct experiment *e, uint32_t location);
bool forks_is_fork(uint32_t role);

/* Returns how many of the process's threads there are for each one that the program started, by how long they count. */
double forks_share(const struct analysis *a, uint32_t process);
/* Returns for how long threads were idle below the fork, if so many could be busy; and the part of that of threads for
 * which its teams had no place. */
double forks_idle(const struct forked *f, double share);
double forks_without_place(const struct forked *f, double share, uint64_t visits);

#endif
