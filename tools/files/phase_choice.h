/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_choice.h - which visit of a phase is wanted of a run.
 * Not here: what is left of the run then (phases.h). */
#ifndef FILES_PHASE_CHOICE_H
#define FILES_PHASE_CHOICE_H

#include "files/load.h"

/* A visit by its number, or a profile as profile-3; a region's name and a colon may come before that. NULL: all of the
 * run is wanted. */
extern const char *load_phase;

/* Reduces the loaded experiment to the wanted visit or profile. False, with a message, if there is no such visit, or no
 * memory. */
bool phase_choose(struct loaded *l);

/* The same for a rank, where processes are read one by one. False, without a message, if several regions have this
 * name, or there is no memory. */
struct pomp_bytes;
bool phase_choose_rank(struct experiment *rank);
/* Each tells what has been chosen; the frame is told in the order of the processes. False: that contradicts itself, or
 * there is not enough memory. Then the frame forgets what is not known of visits; false: nothing has been chosen. */
void phase_put_chosen(const struct experiment *rank, struct pomp_bytes *to);
bool phase_add_chosen(struct experiment *frame, uint32_t process, struct pomp_bytes *from);
bool phase_conclude_chosen(struct experiment *frame);

#endif
