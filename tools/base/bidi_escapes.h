/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bidi_escapes.h - text on its way to the user: characters that change its direction, which names may hold, are shown
 * as the escapes that C and JSON have for them, so that JSON stays the same data. Not here: control characters, which
 * common/pomp_text.h replaces where text comes in. */
#ifndef BASE_BIDI_ESCAPES_H
#define BASE_BIDI_ESCAPES_H

#include <stddef.h>

/* Sees to it that stdout is such a file, from now on. */
void bidi_escapes_begin(void);

/* Returns a copy, from malloc, that is ready to be shown, and its size; NULL if there is not enough memory. */
char *bidi_escapes_copy(const char *text, size_t size, size_t *copied);

#endif
