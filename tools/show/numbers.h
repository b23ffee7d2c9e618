/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* numbers.h - writes numbers as text. Printf does the same, and takes longer: large tables and JSON have millions of
 * numbers. Not here: which unit a column is in (columns.h). Knows nothing but libc. */
#ifndef SHOW_NUMBERS_H
#define SHOW_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#define NUMBER_DIGITS 20u /* the most that a number takes, with its sign */

/* Writes the number in digits, and returns where they end. No terminator is written. */
char *number_put(char *at, int64_t number);

/* These write what `%llu` and `%.*f` would, the latter with 1 to 3 digits after the point, whatever the locale. */
void print_number(char *text, size_t size, uint64_t n);
void print_fixed(char *text, size_t size, double value, unsigned digits);

/* These take ns: the first writes seconds with three digits, the second the unit that fits as well. */
void print_seconds(char *text, size_t size, double ns);
void print_duration(char *text, size_t size, double ns);

double percent(double part, double whole); /* 0, if the whole is */

#endif
