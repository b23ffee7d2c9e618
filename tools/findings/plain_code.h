/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plain_code.h - constructs of code that was not instrumented, of which the OpenMP runtime alone tells: what the source
 * would tell more.
 * Not here: which regions are copies of one (region_copies.c). */
#ifndef FINDINGS_PLAIN_CODE_H
#define FINDINGS_PLAIN_CODE_H

#include "findings/finding.h"

/* Of files with so much time or more in such regions: how many there are, and the one with most of it. */
struct plain_files {
  uint32_t count;
  const char *most;
  double time;
  bool can_compile; /* by pomp-clang */
};
struct plain_files plain_files_of(const struct analysis *a, double least);

/* Returns the end of an advice about such code, with what helps. */
const char *plain_advice(const struct region *r);
/* Says in a finding's advice which file to compile with pomp-clang, where the source would tell more. */
void plain_tell_source(struct finding *f, const struct analysis *a);

#endif
