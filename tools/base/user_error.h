/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_error.h - the one way in which the tools say on stderr what went wrong: with a file, or with how they were
 * called. Names of files and arguments are made fit for a terminal. Not here: what the parsers find, which they return
 * as text to their callers. */
#ifndef BASE_USER_ERROR_H
#define BASE_USER_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* This is the exit status of a call that can't be right. */
#define USER_ERROR_USAGE 2

/* Prints `program: path: message`; without the path if it is NULL. */
__attribute__((format(printf, 2, 3))) void user_error_print(const char *path, const char *format, ...);

/* repeat: false: from now on, lines that were printed before are not printed again, as what says them is done once
 * more.
 */
void user_error_repeats(bool repeat);

/* From now on, what this thread would print goes to `text`, which has room for `size` bytes, in place of what was
 * there: a library prints nothing. keep: false: it goes to stderr again. */
void user_error_keep(bool keep, char *text, size_t size);

/* The same, as an expression that is false, so that a function can fail with it. */
#define user_error(...) (user_error_print(__VA_ARGS__), false)

/* False, with a message, if a file or directory that would be written is another user's. */
bool user_owns(const struct stat *s, const char *path);

/* Prints `program: what word (did you mean near?); takes`: the names are what the word may be, and each has `before` in
 * front of it where the user writes it. The result is false. */
bool user_error_word(const char *what, const char *word, const char *before, const char *const *names, size_t count,
                     const char *takes);

/* Says in this way that there is no option `word`, and lists the options; the names are without their dashes. */
bool user_error_option(const char *word, const char *const *names, size_t count);

#endif
