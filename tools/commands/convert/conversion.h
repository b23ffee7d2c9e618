/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conversion.h - what each writer of a format is given, what it says if it fails, and how it names threads.
 * Not here: the writers (formats.h). */
#ifndef COMMANDS_CONVERT_CONVERSION_H
#define COMMANDS_CONVERT_CONVERSION_H

#include "sums/samples.h"
#include "sums/traced_run.h"

struct conversion {
  const struct traced_run *source;
  const char *path; /* what is written: a file or a directory, which is not there yet */
  unsigned jobs;    /* threads, at most */
  bool large;       /* it may be more than LARGE_OUTPUT */
  bool sampled;     /* the stacks that were sampled are asked for, in place of the profile */
  uint64_t misfits; /* records that did not fit the others */
  char error[512];  /* what went wrong, without the name of the file that it went wrong with */
  bool input;       /* it is the trace's fault, or the profile's */
};

#define LARGE_OUTPUT 1000000000u /* bytes: more are written only for who has asked for that */

/* Says how much is going to be written if that is much. False, with the conversion's message, if it is too much. */
bool conversion_may_write(struct conversion *c, uint64_t bytes);

/* Keeps the message. The result is false. */
__attribute__((format(printf, 3, 4))) bool conversion_fail(struct conversion *c, bool input, const char *format, ...);

/* Names a location as the report does; but a thread that is a number alone becomes `thread 0`. ViTE 1.2 names types
 * of containers by their members, and ends with an assertion at one named "0", which is the root's name in the
 * format that it began with. */
void conversion_name_thread(char *name, size_t size, const char *path);

/* Names a region as Score-P does: constructs have their line in the name, functions don't, and the root is the program.
 * The name is one line of UTF-8, and has a character. */
void conversion_name_region(char *name, size_t size, const struct experiment *e, const struct region *r);

/* Names a step of a sampled stack: a region as above, or a function by its name. */
void conversion_name_step(char *name, size_t size, const struct samples *s, uint32_t step);

#endif
