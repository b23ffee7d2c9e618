/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* text_columns.h - how much room text takes.
 * Not here: layout (table.c); text from outside, which common/pomp_text.h makes fit for a terminal. */
#ifndef BASE_TEXT_COLUMNS_H
#define BASE_TEXT_COLUMNS_H

#include <stddef.h>

/* Returns how many columns the text takes, if each character takes one. */
size_t text_columns(const char *text);

#endif
