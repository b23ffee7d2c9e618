/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2.h - what the parts of the writer of OTF2 have in common.
 * Not here: what others may call (formats.h). */
#ifndef COMMANDS_CONVERT_OTF2_H
#define COMMANDS_CONVERT_OTF2_H

#include "base/parallel.h"
#include "commands/convert/formats.h"

#include <otf2/otf2.h>

/* These are attributes: of enter and leave (enum event_flags), of the begin of the program and of a member's in a team.
 */
enum { OTF2_CONTINUED, OTF2_UNFINISHED, OTF2_PROCESS_ID, OTF2_THREAD_ID };

/* It is the parameter behind the enter of a phase: the number of the visit. */
enum { OTF2_INSTANCE };

/* These are numbers of strings. */
enum { OTF2_NO_TEXT, OTF2_PROGRAM_NAME };

/* The group of all locations comes first; then come MPI's groups, and then a group for each team. */
enum { OTF2_ALL_LOCATIONS, OTF2_FIRST_GROUP };

struct otf2_archive {
  struct conversion *conversion;
  const struct traced_run *source;
  OTF2_Archive *archive;
  /* A team is the location that forked it and its size; the implicit team of one is OTF2_ALONE | location. */
  struct numbers teams, locks;
  uint64_t *events;      /* by location */
  uint32_t *origins;     /* by communicator: the communicator whose ranks made it, plus 1; 0 if no event tells of it,
                            UINT32_MAX if only its end is reported */
  uint32_t first_team;   /* number of the first communicator that is a team */
  OTF2_EvtWriter *first; /* the writer of the process's first thread, which is kept until the end */
  uint64_t last;         /* latest time */
  unsigned order_shift;
  struct buffer *buffers; /* all that the library has been given */
  bool broken;            /* a call has failed */
  bool off;               /* measurement was off for some time */
  pthread_mutex_t mutex;  /* guards the conversion's fields and the list of buffers */
};
#define OTF2_ALONE (1ull << 63)

/* The first writes the events of all locations, in parallel; the second writes what they refer to. False, with the
 * conversion's message, if it can't be done. */
bool otf2_events(struct otf2_archive *a);
bool otf2_definitions(struct otf2_archive *a);

/* Returns the archive's number of a location of the experiment. The first location of each process, which is the MPI
 * rank, has the process's number: ViTE 1.2 takes a rank for the number of its location. */
OTF2_LocationRef otf2_location(const struct traced_run *s, uint32_t location);

/* True if the code is that of success; otherwise the conversion's message is set. Any thread may call it. After an
 * error nothing of the archive must be closed any more: version 3.0.2 of the library uses the buffer of a file again
 * that it has freed when it could not be written. The process is about to end anyway. */
bool otf2_good(struct otf2_archive *a, OTF2_ErrorCode code);

#endif
