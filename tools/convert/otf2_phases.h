/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_phases.h - phases as Score-P has its dynamic regions: the region is dynamic, and each enter is followed by the
 * parameter `instance`, the number of the visit.
 * Not here: the enter itself (otf2_events.c). */
#ifndef CONVERT_OTF2_PHASES_H
#define CONVERT_OTF2_PHASES_H

#include "events.h"

#include <otf2/otf2.h>

#define OTF2_INSTANCE 0 /* the parameter */

/* The flags of a region. */
OTF2_RegionFlag otf2_region_flags(const struct analysis *a, uint32_t region);

/* The numbers of the visits that a thread is in, by phase. */
struct otf2_instances {
  uint64_t *at; /* NULL: none is known yet */
};

/* Returns the number of the visit that an event enters; 0: it is of no phase, or its number is not known, as a part of
 * the trace is missing and times of single visits are not kept any more. */
uint64_t otf2_instance(struct otf2_instances *now, const struct analysis *a, const struct event *e);

#endif
