/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_select.h - POMP_TRACE_SELECT: events are traced only while certain visits of certain regions are open.
 * Not here: what a break in the trace is (trace.c). */
#ifndef POMP_TRACE_SELECT_H
#define POMP_TRACE_SELECT_H

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;

/* Reads the setting: region:from-to or region:n, several with commas between them. False: it is wrong. */
bool pomp_trace_select_parse(const char *text);
/* It names anything. */
bool pomp_trace_select_is_set(void);
/* A construct, which has just got its number. 0 or -ENOMEM. Under the slow lock. */
int pomp_trace_select_region(const struct ompregdescr *d, uint32_t construct);
/* At the measurement's end: says which names no region had, if the program has any. Under the slow lock. */
void pomp_trace_select_end(void);

#endif
