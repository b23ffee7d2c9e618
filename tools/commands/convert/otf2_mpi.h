/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_mpi.h - MPI in OTF2. Communicators have the numbers of the job's (job_traces.h); those of teams follow them.
 * Not here: all other events and definitions (otf2.h). */
#ifndef COMMANDS_CONVERT_OTF2_MPI_H
#define COMMANDS_CONVERT_OTF2_MPI_H

#include "sums/events.h"

#include <otf2/otf2.h>

/* It says who writes: a location of the rank `source` of the job `whole`. */
struct otf2_mpi {
  OTF2_EvtWriter *out;
  const struct traced_run *whole, *source;
  uint32_t *origins; /* as in otf2.h */
};

/* Writes an event EVENT_MPI at `time`; what has a duration began at `begin`. */
OTF2_ErrorCode otf2_mpi_put(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time);

/* Returns the number of a string. */
typedef OTF2_StringRef (*otf2_text)(void *context, const char *content);
/* Writes, after all events, the communicators and their groups, which have numbers from `*group` on; then that
 * becomes the next one. Writes nothing if it is no job. */
OTF2_ErrorCode otf2_mpi_define(const struct traced_run *s, const uint32_t *origins, OTF2_GlobalDefWriter *out,
                               OTF2_GroupRef *group, otf2_text text, void *context);

#endif
