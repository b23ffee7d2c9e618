/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* split.h - a command that is one word of the command line, as the words that a shell would make of it.
 * Not here: what else a shell does, such as variables and patterns, which mean nothing here. */
#ifndef COMMANDS_SCALE_SPLIT_H
#define COMMANDS_SCALE_SPLIT_H

/* Splits it at blanks that are not quoted. The result is from malloc, and ends with a NULL; NULL: it can't be done, and
 * `*why` says why. */
char **split_words(const char *text, const char **why);
void split_free(char **words);

#endif
