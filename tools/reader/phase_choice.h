/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_choice.h - which visit of a phase is wanted of a run.
 * Not here: what is left of the run then (phases.h). */
#ifndef READER_PHASE_CHOICE_H
#define READER_PHASE_CHOICE_H

#include "load.h"

/* A visit by its number, or a profile as profile-3; a region's name and a colon may come before that. NULL: all of the
 * run is wanted. */
extern const char *load_phase;

/* Makes of what was loaded what is wanted of it. False, with a message, if there is no such visit, or no memory. */
bool phase_choose(struct loaded *l);

#endif
