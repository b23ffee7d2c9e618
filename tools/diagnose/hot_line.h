/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hot_line.h - the function and line in which samples have found serial code most often.
 * Not here: the samples (tools/samples), findings (find.h). */
#ifndef DIAGNOSE_HOT_LINE_H
#define DIAGNOSE_HOT_LINE_H

#include "analysis.h"

/* Writes where a region's samples on threads that were in no team are, as "97 % of its 90 samples are in flux, f.c:14.
 * ";
 * "" if that is not known, or is noise. */
void hot_line_write(char *text, size_t size, const struct analysis *a, uint32_t region);

#endif
