/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_groups.h - taskgroups and taskloops of which OMPT alone tells.
 * Not here: other constructs (told_events.h). */
#ifndef POMP_TOLD_GROUPS_H
#define POMP_TOLD_GROUPS_H

#include "state/thread.h"

#include <stdbool.h>

void pomp_told_taskloop(bool begins);
void pomp_told_group_begin(const void *code);
void pomp_told_group_end(struct pomp_thread *t, const void *code);

#endif
