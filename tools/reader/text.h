/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* text.h - text from an experiment, made fit for a terminal and for JSON.
 * Not here: layout (table.c). */
#ifndef READER_TEXT_H
#define READER_TEXT_H

#include <stddef.h>

/* Replaces, in place and byte by byte, control characters other than those in `keep`, and what is not UTF-8, by '?'. */
void text_clean(char *text, const char *keep);

/* Returns how many columns the text takes, if each character takes one. */
size_t text_columns(const char *text);

#endif
