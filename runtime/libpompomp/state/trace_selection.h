/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_selection.h - the setting POMP_TRACE_SELECT: which visits of which regions are traced.
 * Not here: when such a visit begins and ends (selected_visits.h). */
#ifndef POMP_TRACE_SELECTION_H
#define POMP_TRACE_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

/* The visits `from` to `to` of all regions that have the name, counted over all threads. */
struct pomp_trace_rule {
  const char *name;
  uint64_t from, to;
  uint64_t visits; /* how many have begun */
  bool found;      /* a region has the name */
};

/* Reads the setting: region:from-to or region:n, several with commas between them. False: it is wrong. */
bool pomp_trace_selection_parse(const char *text);

/* The rules that it consists of. The last two members of each belong to the caller. */
struct pomp_trace_rule *pomp_trace_selection(unsigned *count);

#endif
