/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* last_moment.h - what can be known from outside a process's file: whether the process is alive, and until when it was.
 * Not here: what its file says of that (read_processes.c). */
#ifndef FILES_LAST_MOMENT_H
#define FILES_LAST_MOMENT_H

#include "files/experiment.h"

/* Finds out what has become of a process. */
enum run_state last_moment_state(struct process *p);

/* Notes which file is the process's own. */
void last_moment_note_file(int fd, bool packed, struct process *p);

/* This is what a file was like when it was copied. */
struct last_moment {
  int fd;                     /* below 0: it has none, and nobody writes to it */
  const unsigned char *bytes; /* its copy */
  uint64_t size;
  uint64_t begun_ns; /* CLOCK_MONOTONIC when the copying began */
  /* An archive has it, and this is when the file that was packed was changed and made, in ns since 1970; 0: that is not
   * known. */
  bool packed;
  uint64_t changed_ns, born_ns;
};

/* Returns the CLOCK_MONOTONIC of now, in ns. */
uint64_t last_moment_clock(void);

/* This is an experiment_witness; the context is a struct last_moment. */
uint64_t last_moment_of(const void *context, struct process *p, uint64_t latest);

#endif
