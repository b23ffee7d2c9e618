/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* complain.h - the one way in which the compiler wrappers speak on stderr.
 * What does not live here: when they do, and the exit status that follows. */
#ifndef COMMANDS_CLANG_COMPLAIN_H
#define COMMANDS_CLANG_COMPLAIN_H

/* These are exit statuses: a call that can't be right, and a program that can't be run. */
enum { WRONG_USAGE = 2, CANT_RUN = 127 };

/* Prints `pomp-clang: error: ` and the text, which may hold words of the user's, in one line. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);
/* The same as a warning. */
__attribute__((format(printf, 1, 2))) void warn(const char *format, ...);

#endif
