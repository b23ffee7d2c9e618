/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interval_files.h - copies of the experiment's file at regular times, by which readers divide a long run into
 * intervals (POMP_PROFILE_EVERY).
 * Not here: how an interval is found by two of them (tools/files), what somebody outside divides (pomp-control). */
#ifndef POMP_INTERVAL_FILES_H
#define POMP_INTERVAL_FILES_H

#include "base/atomics.h"
#include "state/config.h"

/* The measurement has begun. */
void pomp_intervals_start(const struct pomp_config *config);

/* From this tick on, pomp_intervals_close has something to do. UINT64_MAX: it never has. */
extern uint64_t pomp_interval_end POMP_HIDDEN;

/* Copies the file, if it is time. Other threads go on while it does. Under the slow lock. */
void pomp_intervals_close(uint64_t now);

#endif
