/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conversion.h - what each writer of a format is given, and what it says if it fails.
 * Not here: the writers (formats.h). */
#ifndef CONVERT_CONVERSION_H
#define CONVERT_CONVERSION_H

#include "source.h"

struct conversion {
  const struct source *source;
  const char *path; /* what is written: a file or a directory, which is not there yet */
  unsigned jobs;    /* threads, at most */
  uint64_t misfits; /* records that did not fit the others */
  char error[512];  /* what went wrong, without the name of the file that it went wrong with */
  bool input;       /* it is the trace's fault */
};

/* Keeps the message. The result is false. */
__attribute__((format(printf, 3, 4))) bool conversion_fail(struct conversion *c, bool input, const char *format, ...);

#endif
