/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_instances.h - which visit of a phase an event of a trace enters.
 * Not here: how a format says so (otf2_events.c, perfetto.c). */
#ifndef COMMANDS_CONVERT_PHASE_INSTANCES_H
#define COMMANDS_CONVERT_PHASE_INSTANCES_H

#include "sums/events.h"

/* True if the region is a phase, as far as the profile tells. */
bool phase_is_region(const struct analysis *a, uint32_t region);

/* The numbers of the visits that a thread is in, by phase. `at` is to be freed. */
struct phase_instances {
  uint64_t *at; /* NULL: none is known yet */
};

/* Returns the number of the visit that an event enters; 0: it is of no phase, or its number is not known, as a part of
 * the trace is missing and times of single visits are not kept any more. */
uint64_t phase_instance(struct phase_instances *now, const struct analysis *a, const struct event *e);

#endif
