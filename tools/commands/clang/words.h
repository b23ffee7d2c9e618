/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* words.h - keeps a command line as a growing list of words, with the response files (@FILE) among them opened.
 *
 * What lives here: lists, and Clang's rules for response files. What does not: what a word means (clang-options.h). */
#ifndef COMMANDS_CLANG_WORDS_H
#define COMMANDS_CLANG_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct words { /* all zero: the empty list */
  char **text; /* text[count] is NULL, as execv wants it */
  int *origin; /* origin[i]: which word of the command line text[i] is, or came out of; -1: it is our own */
  int count, room;
};

/* Adds one word; `text` must outlive the list. Ends the program if memory runs out. */
void words_add(struct words *words, char *text, int origin);

/* Does the same with printf's formatting, for words that we make up ourselves. */
void words_format(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns all of argv[1..], response files opened. A file that can't be opened stays a word, `@FILE`, as it does in
 * Clang. */
struct words words_expand(int argc, char *const argv[]);

#endif
