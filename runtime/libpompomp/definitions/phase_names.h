/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_names.h - which regions are phases: those that POMP_PHASES names, and those that the source says are.
 * Not here: what is kept of their visits (phases.h). */
#ifndef POMP_PHASE_NAMES_H
#define POMP_PHASE_NAMES_H

#include "pomp.h"
#include "pomp_format.h"

#include <stdbool.h>

/* True if the region is called so. Its name is what the report shows; a parallel region is also called by its words, or
 * by the first of them, as a "parallel for" is "parallel", and a function or a user region by its own name. */
bool pomp_region_is_called(const struct ompregdescr *d, uint32_t role, const char *wanted);

/* Tells whether a construct that is defined just now is a phase. Under the slow lock. */
bool pomp_phase_is_named(const struct ompregdescr *d);

/* This is beside the flags in d->data[1] of a phase. */
#define POMP_REGION_IS_PHASE ((unsigned)POMP_RD_PHASE)

/* True of the part of a construct that is a phase: a region of the user, a function, a parallel region as a whole. */
static inline bool pomp_region_is_phase(struct ompregdescr *d, uint32_t role) {
  return (role == POMP_ROLE_USER || role == POMP_ROLE_FORK) &&
         (uintptr_t)__atomic_load_n(&d->data[1], __ATOMIC_RELAXED) & POMP_REGION_IS_PHASE;
}

/* Says which names of POMP_PHASES no region has had. */
void pomp_phase_names_end(void);

#endif
