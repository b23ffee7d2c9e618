/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inside.h - what samples say of the inside of a region: the chain of calls that takes most of it, and what is known of
 * a library's function in it.
 * Not here: the samples (sums/samples.h), serial code by function and line (hot_line.h). */
#ifndef FINDINGS_INSIDE_H
#define FINDINGS_INSIDE_H

#include "findings/hot_line.h"
#include "sums/analysis.h"

/* So much of a region's samples found the same function, or what that calls. */
struct inside {
  uint64_t count, all;
  uint32_t function;        /* of samples.functions; NO_PLACE: it is the construct's own code */
  uint32_t caller;          /* the one that calls it within the region; NO_PLACE: none does */
  uint32_t first;           /* the outermost one within the region */
  uint32_t place;           /* of samples.places: where it is called, or, if nothing is known of it, where it was */
  const char *means, *cure; /* NULL: nothing is known of it */
  bool sleeps;              /* it is known that threads may sleep there */
};

/* Finds that of a region's samples; `part` is of serial code, else SERIAL_ALL. False: it is not known, or is noise, or
 * the run has several processes, whose stacks nobody keeps all (tools/sums/job_samples.h). */
bool inside_find(struct inside *in, const struct analysis *a, uint32_t region, enum serial_part part);

/* Writes "85 % of its 400 samples are in format -> snprintf, f.c:3", and ": numbers become text; print less" if
 * something is known. */
void inside_write(char *text, size_t size, const struct analysis *a, const struct inside *in);

#endif
