/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_begin.h - the begin of a function or of a region of the user.
 * Not here: the usual case (surface/api.c), which functions have been left (left_functions.h). */
#ifndef POMP_FUNCTION_BEGIN_H
#define POMP_FUNCTION_BEGIN_H

#include "life/measurement.h"
#include "visits/hot_path.h"

static inline bool pomp_is_function(const struct ompregdescr *d) {
  return (uintptr_t)POMP_LOAD(d->data[1]) & POMP_REGION_IS_FUNCTION;
}

/* True if nothing can have been left that is not around the begin, as far as the places tell without looking closely. A
 * call path that is no function's has no place, but a pointer or 0, which is below all stacks. */
static inline bool pomp_begins_usually(const struct pomp_thread *t, struct ompregdescr *d, uint64_t word) {
  return t && (word <= pomp_tls.stack || word <= t->current->stack) && !pomp_is_filtered(d) && POMP_LOAD(pomp_kept);
}

/* POMP_Begin and the first one of these go on here by jumps: then these have the program's call as their own, and the
 * registers that belong to the caller. If the compiler has made calls of them, frames are not looked at. */
void pomp_begin_traced(struct ompregdescr *d, uint64_t word);
void pomp_begin_rarely(struct ompregdescr *d, uint64_t word);

#endif
