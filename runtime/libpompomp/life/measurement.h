/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement.h - the life of a measurement: start, on and off; includes its end (measurement_end.h). Not here: the
 * events (events/), whether they are recorded at all (gate.h). */
#ifndef POMP_MEASUREMENT_H
#define POMP_MEASUREMENT_H

#include "life/measurement_end.h"

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;
struct pomp_config;

/* Starts the measurement if it has not been started, and if the settings say so. Afterwards the phase is UNSTARTED only
 * if POMP_ENABLE is 0. Under the slow lock. */
void pomp_measurement_begin(void);

/* A user region or a function was measured: the experiment is worth keeping, unless it has nothing but main(), as in
 * the checks of a configure script. */
void pomp_measurement_keep_for(const struct ompregdescr *d);

/* An OpenMP runtime has taken us for its OMPT tool, often at its first fork: teams and tasks are known from now on.
 * `begins` is called as soon as the next event may begin the measurement: at once, or when the program switches it on
 * that was off from the beginning; and always before it begins. It may be called several times. */
void pomp_measurement_nesting(void (*begins)(void));
/* The OpenMP runtime has ended OMPT, and may be used again without it, as after omp_pause_resource; or the program
 * ends.
 */
void pomp_measurement_nesting_ends(void);
/* The calling thread begins a team that OMPT has not told of. Under the slow lock. */
void pomp_measurement_note_untold(void);

/* Returns the settings, and reads them if they were not read yet. NULL means that they are wrong, or that nothing is to
 * be measured any more. Under the slow lock. */
const struct pomp_config *pomp_measurement_config(void);

void pomp_measurement_init(void);
/* Switches recording on or off. False means that measurement has ended. */
bool pomp_measurement_switch(bool on);

/* Does what omp_control_tool asks for (OpenMP 5.2): start, pause, flush, end. Returns what the program gets: 0, or 1 if
 * nothing was done, because the command is not known or measurement has ended. */
int pomp_measurement_control(uint64_t command, uint64_t modifier);

/* Is called after a join, at `now`: keeps the clock's calibration fresh, and notes the time for pomp_team_unwind. */
void pomp_measurement_joined(uint64_t now);
/* Closes an interval of the run (interval_files.h), if it is time. Whatever is rare enough calls it. */
void pomp_measurement_look(uint64_t now);

#endif
