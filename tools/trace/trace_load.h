/* trace_load.h - opens the trace of an experiment.
 * Not here: what is in it (trace.h). */
#ifndef TRACE_LOAD_H
#define TRACE_LOAD_H

#include "trace.h"

struct trace_file {
  struct trace trace;
  char path[4096];
  int fd;
};

/* The trace in the experiment's directory. False, and a message, if there is none or it is damaged. Either way
 * trace_file_close is to be called. */
bool trace_file_open(struct trace_file *f, const char *directory, char *error, size_t error_size);
void trace_file_close(struct trace_file *f);

/* It is the trace of this process: that of the profile with this header. */
bool trace_belongs(const struct trace *t, const struct pomp_header *profile);

/* There is a file that should be the trace of the experiment in the directory. */
bool trace_file_is_there(const char *directory);

#endif
