/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hot_line.h - the function and line in which samples have found serial code most often.
 * Not here: the samples (tools/sums), findings (finding.h). */
#ifndef FINDINGS_HOT_LINE_H
#define FINDINGS_HOT_LINE_H

#include "sums/analysis.h"

/* It says which part of a region's serial code is asked for: all, what was before the process forked its first team, or
 * what was later. */
enum serial_part { SERIAL_ALL, SERIAL_EARLY, SERIAL_LATER };

/* This is a line of the function that has most samples; the function has `count` of all that were asked for. */
struct hot_line {
  uint64_t count, all;
  uint32_t place; /* of samples.places */
};
/* Finds that of a region's samples on threads that were in no team. False: it is not known, or is noise. */
bool hot_line_find(struct hot_line *h, const struct analysis *a, uint32_t region, enum serial_part part);
/* Writes what follows the function's name: ", f.c:14", or the file of its code, " (libm.so)". */
void hot_line_where(char *text, size_t size, const struct analysis *a, const struct hot_line *h);

/* Writes "97 % of its 90 samples are in flux, f.c:14." */
void hot_line_words(char *text, size_t size, const struct analysis *a, const struct hot_line *h);

/* Writes where a region's samples on threads that were in no team are, as "97 % of its 90 samples are in flux, f.c:14.
 * ";
 * "" if that is not known, or is noise. */
void hot_line_write(char *text, size_t size, const struct analysis *a, uint32_t region, enum serial_part part);

#endif
