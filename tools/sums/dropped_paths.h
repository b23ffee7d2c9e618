/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dropped_paths.h - the call paths of a trace that are left out, for those who open sources.
 * Not here: what others may ask (traced_run.h). */
#ifndef SUMS_DROPPED_PATHS_H
#define SUMS_DROPPED_PATHS_H

#include "sums/traced_run.h"

/* Leaves out the call paths of its trace that are marked, by index; frees the marks. False if none is left, or if there
 * is no memory; a message has been printed. */
bool traced_run_drop_call_paths(struct traced_run *s, unsigned char *marks);

#endif
