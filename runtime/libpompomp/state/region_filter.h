/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_filter.h - POMP_FILTER: which regions are not measured.
 * Not here: the syntax of the file (common/pomp_filter.c), what becomes of an excluded region's events (measurement.c). */
#ifndef POMP_REGION_FILTER_H
#define POMP_REGION_FILTER_H

#include <stdbool.h>
#include <stddef.h>

struct ompregdescr;

/* Reads the file. False: it can't be read or is wrong, and the user has been told. `verbose`: say what is excluded. */
bool pomp_exclude_load(const char *file, bool verbose);

/* The memory that its rules take. */
size_t pomp_exclude_bytes(void);

/* What the rules say of a construct. CARRIES: they exclude it, but it is measured all the same, as the call paths of
 * other threads, or of tasks, go through it. Under the slow lock, as pomp_exclude_say. */
enum pomp_excluded { POMP_INCLUDED, POMP_EXCLUDED, POMP_CARRIES };
enum pomp_excluded pomp_exclude(const struct ompregdescr *d);

/* Tells a user who wants to know. */
void pomp_exclude_say(const struct ompregdescr *d, enum pomp_excluded excluded);

#endif
