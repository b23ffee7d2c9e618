/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wrap.h - breaks text into lines.
 * Not here: tables (tools/show). */
#ifndef SHOW_WRAP_H
#define SHOW_WRAP_H

#include <stdio.h>

/* Prints text in lines of so many columns, each of which begins with `indent`. Words stay whole. If there are more than
 * `most` lines, the last one ends with a mark; 0: there may be any number. Returns how many there are. */
unsigned wrap_words(FILE *out, const char *indent, const char *text, size_t width, unsigned most);

/* Does the same with parts that have ` · ` between them. A part that is wider than a line loses its middle. */
unsigned wrap_parts(FILE *out, const char *text, size_t width);

#endif
