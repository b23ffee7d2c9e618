/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* formats.h - what pomp-convert can write.
 * Not here: how each is written (perfetto.c, otf2*.c, ctf.c). */
#ifndef CONVERT_FORMATS_H
#define CONVERT_FORMATS_H

#include "source.h"

struct conversion {
  const struct source *source;
  const char *path; /* what is written: a file or a directory, which is not there yet */
  unsigned jobs;    /* threads, at most */
  uint64_t misfits; /* records that did not fit the others */
  char error[512];  /* what went wrong, without the name of the file that it went wrong with */
  bool input;       /* it is the trace's fault */
};

/* False, and the message, if it can't be done; what was written so far is the caller's to remove. */
bool perfetto_write(struct conversion *c);
bool ctf_write(struct conversion *c);
bool otf2_write(struct conversion *c);

/* Keeps the message. False. */
__attribute__((format(printf, 3, 4))) bool conversion_fail(struct conversion *c, bool input, const char *format, ...);

#endif
