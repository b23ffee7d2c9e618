/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* selected_visits.h - events are traced only while a visit is open that POMP_TRACE_SELECT names.
 * Not here: the setting (trace_selection.h); what a break in the trace is (trace.c). */
#ifndef POMP_SELECTED_VISITS_H
#define POMP_SELECTED_VISITS_H

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;
struct pomp_thread;

/* Looks which rules name a construct that has just got its number. Returns 0 or -ENOMEM. Under the slow lock. */
int pomp_trace_select_region(const struct ompregdescr *d, uint32_t construct);
/* While pomp_trace_selects, each visit's begin and end is looked at, whether it is traced or not: the begin before its
 * record, the end after. Not under the slow lock. */
void pomp_trace_select_enter(const struct pomp_thread *t, uint32_t key, uint64_t now);
void pomp_trace_select_exit(const struct pomp_thread *t, uint32_t key, uint64_t now);
/* Says at the measurement's end which names no region had, if the program has any. Under the slow lock. */
void pomp_trace_select_end(void);

#endif
