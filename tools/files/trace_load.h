/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_load.h - opens the trace of an experiment.
 * Not here: what is in it (trace.h). */
#ifndef FILES_TRACE_LOAD_H
#define FILES_TRACE_LOAD_H

#include "files/archive.h"
#include "files/trace.h"

struct trace_file {
  struct trace trace;
  char path[4096];
  int fd; /* -1: it is in an archive, or not open */
  const struct archive *archive;
  uint32_t member;
};

/* Opens the trace in the experiment's directory, which must be of the process whose profile has this header. False,
 * with a message, if there is none, or if it is damaged or another process's. Either way trace_file_close is to be
 * called. */
bool trace_file_open(struct trace_file *f, const char *directory, const struct pomp_header *profile, char *error,
                     size_t error_size);
void trace_file_close(struct trace_file *f);

/* Frees the memory of an open trace, and closes its file: its header and the known damage are kept.
 * trace_file_open_again opens it again, and still knows the damage; either is followed by trace_file_leave or
 * trace_file_close. */
void trace_file_leave(struct trace_file *f);
bool trace_file_open_again(struct trace_file *f, const char *directory, const struct pomp_header *profile, char *error,
                           size_t error_size);

/* True if there is a file that should be the trace of the experiment in the directory. */
bool trace_file_is_there(const char *directory);

#endif
