/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* selected_visits.h - events are traced only while a visit is open that POMP_TRACE_SELECT names.
 * Not here: the setting (trace_selection.h); what a break in the trace is (trace.c). */
#ifndef POMP_SELECTED_VISITS_H
#define POMP_SELECTED_VISITS_H

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;

/* A construct, which has just got its number. 0 or -ENOMEM. Under the slow lock. */
int pomp_trace_select_region(const struct ompregdescr *d, uint32_t construct);
/* At the measurement's end: says which names no region had, if the program has any. Under the slow lock. */
void pomp_trace_select_end(void);

#endif
