/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* subtract_state.h - an interval of a run: what an experiment has now, less what it had earlier.
 * Not here: where what it had earlier is kept (intervals.h). */
#ifndef FILES_SUBTRACT_STATE_H
#define FILES_SUBTRACT_STATE_H

#include "files/experiment.h"

/* Takes off `now` what `before`, an earlier state of the same run, has. A visit that was open at that time counts in
 * both, with its time divided. The shortest and the longest visit of a call path stay those of the whole run, as
 * nothing tells which visits were earlier. What nothing is left of is gone from `now`. Processes that `before` does not
 * have stay as they are. False if there is not enough memory: then `now` is of no use but to experiment_free. */
bool experiment_subtract(struct experiment *now, const struct experiment *before);

/* Takes out the call paths that nothing is left of. Their extras and values stay where they are. False if there is not
 * enough memory. */
bool experiment_drop_empty(struct experiment *e);

#endif
