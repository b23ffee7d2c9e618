/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual.h - prints a command's man page, and its completion for shells, from the table of its command line.
 * Not here: the table (command_line.h); man pages that are made of the documents (manual_markdown.c). */
#ifndef BASE_MANUAL_H
#define BASE_MANUAL_H

#include "base/command_line.h"

/* Prints the page or the completion that is called `form`, one of command_forms. False if there is no such form. */
bool manual_print(const struct command_line *m, const char *form);

/* Print text escaped for roff; the first function takes a text that begins a line. */
void roff_line(const char *text);
void roff_text(const char *text, size_t length);
void roff_title(const char *name, int section, const char *purpose);

/* These are the forms. */
void manual_man(const struct command_line *m);
void manual_bash(const struct command_line *m);
void manual_zsh(const struct command_line *m);
void manual_fish(const struct command_line *m);

/* Prints a document as a man page. False if the file can't be read. */
bool manual_markdown(const char *path, const char *name, int section, const char *purpose);

#endif
