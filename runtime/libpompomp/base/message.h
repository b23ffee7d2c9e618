/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message.h - the one place that speaks to the user: a line on stderr.
 * Not here: the decision to say something, and the summary's layout (summary_table.c). */
#ifndef POMP_MESSAGE_H
#define POMP_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Says that stderr is now what the user sees. The library does that when it is loaded. */
void pomp_message_begin(void);
/* False if the program has closed stderr, or has put another file in its place: then nothing is said any more. */
bool pomp_message_is_heard(void);

/* Writes "pomp: " and the text as one line to stderr, in one write, without what a terminal would read as commands.
 * Any thread may call it; errno is kept. */
void pomp_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void pomp_say_list(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* From now on, who doesn't read what is written is waited for no longer than a second. */
void pomp_message_hurry(void);

/* A text that is built up piece by piece in a buffer and written at once; what does not fit is left out. */
struct pomp_text {
  char *at;
  size_t size, length;
};
void pomp_text_add(struct pomp_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pomp_say_text(const char *bytes, size_t length);
void pomp_write_all(int fd, const char *bytes, size_t length);

#endif
