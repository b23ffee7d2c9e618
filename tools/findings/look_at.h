/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* look_at.h - what the compiler noted in constructs in which the run spent time: a place to look at, with or without a
 * finding about the construct.
 * Not here: findings (diagnosis.h), what the compiler notes (common/pomp_notes.def). */
#ifndef FINDINGS_LOOK_AT_H
#define FINDINGS_LOOK_AT_H

#include "findings/diagnosis.h"

struct look_at {
  uint32_t region;  /* the part of the construct in which most time is */
  const char *kind; /* a word of pomp_notes.def */
  int line;         /* in the construct's file */
  char *text;       /* a sentence about that line */
  const char *cure;
  double time;      /* of the thread that spends most in the construct itself, ns */
  uint32_t finding; /* a finding about the same construct; or NO_FINDING */
};

struct looks {
  struct look_at *rows; /* in descending order of the time */
  uint32_t count;
};

/* Returns the time of the thread that spends most in a construct with notes, by its number from 0 on; 0: it has no
 * notes. `times` is scratch, by location. */
double look_at_time(const struct analysis *a, uint32_t construct, double *times);

/* Finds the notes of constructs that have a finding, or in which some thread spends a twentieth of the wall time. False
 * if there is not enough memory. Either way look_at_free is to be called. */
bool look_at_find(struct looks *l, const struct diagnosis *d);
void look_at_free(struct looks *l);

#endif
