/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_filter.h - POMP_FILTER: which regions are not measured.
 * Not here: the syntax of the file (common/pomp_filter.c), what becomes of an excluded region's events (measurement.c).
 */
#ifndef POMP_REGION_FILTER_H
#define POMP_REGION_FILTER_H

#include "pomp_filter_construct.h"

#include <stdbool.h>
#include <stddef.h>

struct ompregdescr;

/* Reads the file. False means that it can't be read or is wrong, and that a message has been printed. `verbose` asks
 * for a line about each construct that is excluded. */
bool pomp_exclude_load(const char *file, bool verbose);

/* Returns how many bytes of memory the rules take. */
size_t pomp_exclude_bytes(void);

/* Says what the rules make of a construct. Under the slow lock, as the next one. */
enum pomp_excluded pomp_exclude(const struct ompregdescr *d);

/* Tells the user of the construct that was asked about last, if `verbose` was asked for. */
void pomp_exclude_say(const struct ompregdescr *d, enum pomp_excluded excluded);

#endif
