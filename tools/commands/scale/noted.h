/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* noted.h - what the compiler noted in a construct, in words.
 * Not here: what it notes (common/pomp_notes.def), notes of one run (tools/findings/look_at.h). */
#ifndef COMMANDS_SCALE_NOTED_H
#define COMMANDS_SCALE_NOTED_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a sentence for each note, with what helps. `notes` are as in struct construct. */
void noted_add(const char *notes, char *text, size_t size);

/* True if there is any note. */
bool noted_some(const char *notes);

/* True if there is a note of this kind, a word of pomp_notes.def. */
bool noted_has(const char *notes, const char *word);

#endif
