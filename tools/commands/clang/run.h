/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run.h - runs another program and waits for it, where it is not enough to become that program.
 * What does not live here: why a program is run (pomp-clang.c, other-clang.c). */
#ifndef COMMANDS_CLANG_RUN_H
#define COMMANDS_CLANG_RUN_H

#include "commands/clang/words.h"

#include <stddef.h>

/* Becomes the program words->text[0], which is looked for in PATH. Returns, with errno, only if that can't be done. If
 * the words are too many for the system, Clang gets those from `first` on in a file, as a response file. */
void run_instead(struct words *words, int first);

/* Runs it and waits for its end. The result is its exit status; a signal that has ended it ends this program as well.
 * -1, with errno: it can't be run. */
int run_and_wait(struct words *words, int first);

/* Runs it without the environment variable `without` (NULL: with all), keeps the beginning of what it writes to
 * `stream`, which is STDOUT_FILENO or STDERR_FILENO, as a string, and drops the rest and all that it writes elsewhere.
 * The result is as above. */
int run_and_read(char *const argv[], const char *without, int stream, char *text, size_t size);

#endif
