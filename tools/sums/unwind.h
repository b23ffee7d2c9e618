/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unwind.h - who called whom on a stack, by the call frame information of the modules (elfutils' libdw).
 * Not here: which functions those are (code_places.c). A build without libdw has none of this. */
#ifndef SUMS_UNWIND_H
#define SUMS_UNWIND_H

#include "files/experiment.h"

/* These are the addresses of the code that is active on a stack, the innermost first. */
struct unwound {
  uint64_t
      *addresses; /* the thread's instruction, and then the addresses of the calls, each within the call instruction */
  uint32_t count, room;
  bool cut; /* the stack is not known up to the thread's begin */
};

struct unwinder;
/* NULL: no memory. */
struct unwinder *unwinder_begin(const struct experiment *e);
void unwinder_end(struct unwinder *u);
/* False: no memory. */
bool unwind(struct unwinder *u, const struct sample_record *s, struct unwound *result);

#endif
