/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement.h - the life of a measurement: start, on and off, stop, end.
 * Not here: the events (events/), whether they are recorded at all (gate.h). */
#ifndef POMP_MEASUREMENT_H
#define POMP_MEASUREMENT_H

#include "base/atomics.h"
#include "life/summary.h"
#include "pomp_format.h"

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;
struct pomp_config;

/* Starts the measurement if it has not been started, and if the settings say so. Afterwards the phase is UNSTARTED only
 * if POMP_ENABLE is 0. Under the slow lock. */
void pomp_measurement_begin(void);

/* A parallel region was measured, so that the experiment is worth keeping. */
extern bool pomp_kept POMP_HIDDEN;
static inline void pomp_measurement_keep(void) {
  if (__builtin_expect(!__atomic_load_n(&pomp_kept, __ATOMIC_RELAXED), 0))
    __atomic_store_n(&pomp_kept, true, __ATOMIC_RELAXED);
}
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

/* Ends the measurement, and leaves the experiment incomplete and without a word. True means that there is one, and
 * `worth` that it is worth keeping. */
bool pomp_measurement_end(bool *worth);

/* The ranks of a job make one file of theirs (MPI_Finalize), and the program goes on, measured as before. Here is what
 * that file is made of: what was measured until now. */
struct pomp_snapshot {
  bool there, worth; /* there is an experiment, and it is worth keeping */
  char *bytes;       /* a copy of its file; NULL: no memory */
  uint64_t size;
  bool summed; /* `sums` are there */
  struct pomp_summary sums;
};
/* Makes the copy, after it has put down how the clock compared to that of rank 0, when the job began and now; adds up
 * what was measured up to the same moment, if `sums`. A measurement that has not begun never will. To be called once.
 */
void pomp_measurement_snapshot(struct pomp_snapshot *s, const struct pomp_alignment alignment[2], bool sums);
void pomp_snapshot_free(struct pomp_snapshot *s);

/* It tells what became of a rank's file when its process ended. */
struct pomp_rank_ended {
  bool merged; /* the job's file has all of it */
  bool last;   /* no other rank's trace is still being written, and this process is to convert them */
};
/* Is called when the process ends, with its file, to which others may write at any time. `converts`: its trace is to be
 * converted. NULL: the file stays as it is, and the rank that leads has the traces converted. */
typedef struct pomp_rank_ended pomp_rank_ends(const char *file, uint64_t size, bool converts);
/* From now on the process is a rank whose job has ended, and does at its end what `ends` does. */
void pomp_measurement_go_on(pomp_rank_ends *ends);
/* The job's end is over: what follows is not in the table that the ranks have printed. */
void pomp_measurement_left_job(void);

/* True if the program was measured, and will not be any more. Under the slow lock. */
bool pomp_measurement_is_over(void);

void pomp_measurement_init(void);
void pomp_measurement_finalize(void);
/* Switches recording on or off. False means that measurement has ended. */
bool pomp_measurement_switch(bool on);

/* Does what omp_control_tool asks for (OpenMP 5.2): start, pause, flush, end. Returns what the program gets: 0, or 1 if
 * nothing was done, because the command is not known or measurement has ended. */
int pomp_measurement_control(uint64_t command, uint64_t modifier);

/* Is called after a join, at `now`: keeps the clock's calibration fresh, and notes the time for pomp_team_unwind. */
void pomp_measurement_joined(uint64_t now);

#endif
