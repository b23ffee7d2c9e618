/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_error.h - the one way in which the tools say on stderr what went wrong with a file.
 * Not here: what the parsers find, which they return as text to whoever has called them. */
#ifndef READER_USER_ERROR_H
#define READER_USER_ERROR_H

#include <stdbool.h>

/* Prints `program: path: message`. */
__attribute__((format(printf, 2, 3))) void user_error_print(const char *path, const char *format, ...);

/* The same, as an expression that is false, so that a function can fail with it. */
#define user_error(...) (user_error_print(__VA_ARGS__), false)

#endif
