/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scorep_names.h - how Score-P calls regions, by which Scalasca, Cube and others know what they are.
 * Not here: how the report calls them (pomp_names.h). */
#ifndef COMMANDS_CONVERT_SCOREP_NAMES_H
#define COMMANDS_CONVERT_SCOREP_NAMES_H

#include "sums/analysis.h"

/* Writes the name of a region: `!$omp for @stencil.c:42` of a construct, and the routine's or function's own name of
 * others; that of the program is given. It may be empty, and end in the middle of a character if it has no room:
 * formats call conversion_name_region. */
void scorep_region_name(const struct region *r, const char *program, char *name, size_t size);

/* Returns the region's first line, 0 if that is not known: an implicit barrier is at the end of its construct. */
uint32_t scorep_first_line(const struct region *r);
/* Returns its last line. */
uint32_t scorep_last_line(const struct region *r);

#endif
