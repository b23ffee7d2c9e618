/* missing.h - tells the user what a trace lacks of the run.
 * Not here: traces that are damaged (trace.h). */
#ifndef TRACE_MISSING_H
#define TRACE_MISSING_H

#include "trace.h"

#include <stdio.h>

/* A line for each kind of thing that is missing: the trace's end or begin, records, what was not selected; none if
 * nothing is. It begins with the program's name and the trace's path. */
void trace_tell_missing(const struct trace *t, double ns_per_tick, const char *path, const char *program, FILE *out);

#endif
