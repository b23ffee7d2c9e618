/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rare_events.h - what an event does when nothing usual fits.
 * Not here: what comes before (hot_path.h, traced_events.c). */
#ifndef POMP_RARE_EVENTS_H
#define POMP_RARE_EVENTS_H

#include "pomp.h"
#include "pomp_format.h"

/* Are called whenever something has to be made or repaired, and for all events while the gate is POMP_GATE_MORE. */
uint64_t pomp_enter_rare(struct ompregdescr *d, enum pomp_role role);
uint64_t pomp_exit_rare(struct ompregdescr *d, enum pomp_role role);

#endif
