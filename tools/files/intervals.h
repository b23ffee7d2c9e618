/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* intervals.h - the intervals of a run that was divided: the states that were kept at their ends, and what was in each.
 * Not here: how a state is taken off a later one (subtract_state.h). */
#ifndef FILES_INTERVALS_H
#define FILES_INTERVALS_H

#include "files/load.h"

/* Which interval is wanted of a run that was divided (pomp-control reset): a number from 1 on, the last one, or the
 * whole run. */
enum { LOAD_LAST_INTERVAL = 0, LOAD_WHOLE_RUN = 0x7fffffff };
extern uint32_t load_interval;

/* Makes of what was loaded what is wanted of it (load_interval). A run that was not divided stays as it is, if the last
 * interval or the whole run is wanted. False, with a message, if there is no such interval, or no memory. */
bool intervals_divide(struct loaded *l);

/* Calls `take` with what each interval has that the library closed (POMP_PROFILE_EVERY), and with the last one, which
 * is not closed: the i-th of `count`. It is not called if there is none. False, with a message, if some file can't be
 * read, or if `take` says so. */
typedef bool intervals_take(void *context, const struct experiment *interval, uint32_t i, uint32_t count);
/* `loads_whole` is load_whole of load.h. */
bool intervals_each_closed(const struct loaded *l, bool (*loads_whole)(struct loaded *l, const char *name),
                           intervals_take *take, void *context);

/* Returns how many intervals the library has closed. */
uint32_t intervals_closed(const struct loaded *l);

/* Returns the number of the interval that the run is in. */
uint32_t intervals_next(const char *directory, const struct experiment *run);

/* Puts the directory where an experiment's intervals are into `directory`, by the path of its file, or of a rank's. */
void intervals_directory(const char *path, char *directory, size_t size);

#endif
