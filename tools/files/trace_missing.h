/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_missing.h - tells the user what a trace lacks of the run, or a job's traces.
 * Not here: how that is found (trace.c, trace_cursor.c). */
#ifndef FILES_TRACE_MISSING_H
#define FILES_TRACE_MISSING_H

#include "files/trace.h"

#include <stdio.h>

/* True if the trace lacks something of the run, and not because the process was killed. It has been read. */
bool trace_is_partial(const struct trace *t);

/* Returns the tick from which on all locations have all of their events, if the trace is a ring; 0 if they always
 * have. */
uint64_t trace_complete_from(const struct trace *t);
/* True if nothing is missing from then on, up to the end of the run. */
bool trace_has_end(const struct trace *t);

/* Prints a line for each thing that is missing: when the trace ends, and why; from when on a ring is complete; how
 * many records found no room; what damage has cost, as far as the trace was read. */
void trace_tell_missing(const struct trace *t, double ns_per_tick, const char *path, const char *program, FILE *out);

/* These collect the same for a job, whose ranks may be many: one line tells it for all. A struct trace_lacks begins
 * as zeros, but for `ranks`. */
#define TRACE_LACKS 11 /* how many kinds there are */
#define TRACE_LACKS_SHOWN 8
struct trace_lacks {
  uint32_t ranks; /* of the job */
  struct trace_lack {
    uint32_t count;
    uint32_t first[TRACE_LACKS_SHOWN]; /* which ranks, as many as are shown */
  } kinds[TRACE_LACKS];
};
/* Notes what the trace of a rank lacks. `t` is NULL if the rank has no trace, or none that can be read. */
void trace_lacks_add(struct trace_lacks *l, const struct trace *t, uint32_t rank);
/* Notes if it is damaged, which is known when it was read. */
void trace_lacks_add_damage(struct trace_lacks *l, const struct trace *t, uint32_t rank);
/* Prints the line, or nothing if nothing is missing. */
void trace_lacks_tell(const struct trace_lacks *l, const char *directory, const char *program, FILE *out);

#endif
