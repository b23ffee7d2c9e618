/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement_end.h - the end of a measurement, by the process, the program, a signal or a job; and the copy of what
 * was measured that a job takes before.
 *
 * Not here: its begin (measurement.h), the end for want of space (gate.h). */
#ifndef POMP_MEASUREMENT_END_H
#define POMP_MEASUREMENT_END_H

#include "base/atomics.h"
#include "life/summary.h"
#include "pomp_format.h"

#include <stdbool.h>
#include <stdint.h>

struct pomp_config;

/* The measurement begins in this process, with these settings. */
void pomp_measurement_end_prepare(const struct pomp_config *settings);
/* Makes sure that the measurement ends where the process does, in whichever way that ends. */
void pomp_measurement_take_ends(void);
/* The process ends. */
void pomp_measurement_process_ends(void);

/* True in a child of a process that is measured. */
bool pomp_measurement_is_child(void);
/* Puts the number of forked children that had events into the file. */
void pomp_measurement_note_children(void);

/* A parallel region was measured, so that the experiment is worth keeping. */
extern bool pomp_kept POMP_HIDDEN;
static inline void pomp_measurement_keep(void) {
  if (__builtin_expect(!__atomic_load_n(&pomp_kept, __ATOMIC_RELAXED), 0))
    __atomic_store_n(&pomp_kept, true, __ATOMIC_RELAXED);
}

/* Ends the measurement, and leaves the experiment incomplete, without a message. True: there is an experiment; `worth`:
 * it is worth keeping. */
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

/* Ends the measurement with all that belongs to it. */
void pomp_measurement_finalize(void);

#endif
