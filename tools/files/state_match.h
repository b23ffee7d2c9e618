/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* state_match.h - finds the constructs, locations and call paths of an earlier state of a run in a later one. Not here:
 * the subtraction (subtract_state.c).
 *
 * In a process, numbers of constructs and locations stay as they are, and more come behind. In a job they follow from
 * all ranks, and a new construct or location of a rank changes the numbers of other ranks. */
#ifndef FILES_STATE_MATCH_H
#define FILES_STATE_MATCH_H

#include "files/experiment.h"

/* Each array maps numbers in the earlier state to numbers in the later one. */
struct state_match {
  uint32_t *process;   /* NO_PROCESS: it is of another run */
  uint32_t *location;  /* NO_LOCATION: likewise */
  uint32_t *construct; /* by number, from 1 on; 0: there is none */
  uint32_t *node;      /* NO_NODE: likewise */
  uint32_t *metric;    /* METRICS: likewise */
  uint32_t construct_count;
};

/* False if there is not enough memory. Either way state_match_free is to be called. */
bool state_match_find(struct state_match *same, const struct experiment *now, const struct experiment *before);
void state_match_free(struct state_match *same);

/* Returns the later key of a region, or 0. */
static inline uint32_t state_match_key(const struct state_match *same, uint32_t key) {
  const uint32_t number = POMP_KEY_CONSTRUCT(key);
  const uint32_t construct = number <= same->construct_count ? same->construct[number] : 0;
  return construct ? POMP_KEY(construct, POMP_KEY_ROLE(key)) : 0;
}

/* Returns the number of the process that is `p`, or NO_PROCESS. It is looked for from `at` on. */
uint32_t same_process(const struct experiment *e, const struct process *p, uint32_t at);

/* True if both are the same construct; NULL is none. */
bool same_construct(const struct construct *a, const struct construct *b);

#endif
