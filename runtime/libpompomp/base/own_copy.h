/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_copy.h - tells this library from other copies of it in the process, whatever their names and versions, and from
 * somebody else's tool; and keeps the others from measuring, too.
 * Not here: which libraries are asked for a tool (surface/other_tool.c). */
#ifndef POMP_OWN_COPY_H
#define POMP_OWN_COPY_H

#include <stdbool.h>

enum pomp_tool_kind { POMP_TOOL_NONE, POMP_TOOL_OURSELVES, POMP_TOOL_COPY, POMP_TOOL_ELSES };

/* Says whose tool the loaded library `handle` offers, itself or by a library that it needs. */
enum pomp_tool_kind pomp_tool_kind(void *handle, const void *start);

/* True if this copy was there before the program began, or is visible to all that comes later: a runtime that asks us
 * for a tool has then asked no variable. */
bool pomp_copy_is_global(void);

/* True if the program's events go to another copy, which was there first. */
bool pomp_copy_is_second(void);

/* Ends what the copy behind `handle` would measure, which is nothing yet. */
void pomp_copy_end(void *handle);
/* The same for the next copy that the program's events pass over for us; a version that does not know
 * pomp_copy_is_second would leave an experiment of its own. */
void pomp_copy_end_next(void);

/* The file of this copy; NULL: it is not known. */
const char *pomp_copy_path(void);

#endif
