/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message.c - lines on stderr, without stdio: the program's own buffers and locks are not ours to touch.
 * Not here: the texts, which come from the callers. */
#include "base/message.h"
#include "base/side_stack.h"
#include "pomp_quiet.h"
#include "pomp_system.h"
#include "pomp_text.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>

static void add(struct pomp_text *text, const char *format, va_list arguments) {
  if (text->length + 1 >= text->size)
    return;
  int n = vsnprintf(text->at + text->length, text->size - text->length, format, arguments);
  if (n < 0)
    return;
  text->length += (size_t)n;
  if (text->length > text->size - 1)
    text->length = text->size - 1;
}

void pomp_text_add(struct pomp_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(text, format, arguments);
  va_end(arguments);
}

/* A pipe takes this much, if it takes anything. */
#define AT_ONCE 4096

static bool hurried;
void pomp_message_hurry(void) { hurried = true; }

/* Waits until a write will not wait. False means that this takes too long. */
static bool is_ready(int fd) {
  struct pollfd file = {.fd = fd, .events = POLLOUT};
  struct timespec patience = {1, 0};
  return POMP_SYSTEM_5(ppoll, POMP_SYSTEM_ADDRESS(&file), 1, POMP_SYSTEM_ADDRESS(&patience), 0, 0) == 1;
}

/* Returns 0 or a negative errno. */
static int write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    if (hurried && !is_ready(fd))
      return -EAGAIN;
    ssize_t n = pomp_sys_write(fd, bytes, hurried && length > AT_ONCE ? AT_ONCE : length);
    if (n == -EINTR)
      continue;
    if (n <= 0)
      return (int)n;
    bytes += n;
    length -= (size_t)n;
  }
  return 0;
}

void pomp_write_all(int fd, const char *bytes, size_t length) {
  struct pomp_quiet quiet;
  pomp_quiet_begin(&quiet);
  pomp_quiet_end(&quiet, write_all(fd, bytes, length));
}

/* The file that stderr was when the library was loaded. The program may close descriptor 2, or may have been started
 * without it, and get its number for a file of its own, which nothing of ours must be written to. Nothing tells such a
 * file from a log that the program has put in the place of stderr on purpose: so that one gets nothing either. */
static struct stat heard;
static bool is_heard;

void pomp_message_begin(void) { is_heard = pomp_sys_fstat(STDERR_FILENO, &heard) == 0; }
__attribute__((constructor)) static void loaded(void) { pomp_message_begin(); }

bool pomp_message_is_heard(void) {
  struct stat now;
  return is_heard && pomp_sys_fstat(STDERR_FILENO, &now) == 0 && now.st_dev == heard.st_dev &&
         now.st_ino == heard.st_ino;
}

void pomp_say_text(const char *bytes, size_t length) {
  if (pomp_message_is_heard())
    pomp_write_all(STDERR_FILENO, bytes, length);
}

struct said {
  const char *format;
  va_list *arguments;
};
static void say(void *argument) {
  struct said *s = argument;
  char line[2048];
  struct pomp_text text = {line, sizeof line - 1, 0}; /* one byte is kept for the end of the line */
  pomp_text_add(&text, "pomp: ");
  add(&text, s->format, *s->arguments);
  pomp_text_clean(line, 0); /* paths and variables are anybody's */
  text.length = pomp_text_show(line, sizeof line - 1);
  line[text.length++] = '\n';
  pomp_say_text(line, text.length);
}

void pomp_say_list(const char *format, va_list arguments) {
  int saved = errno;
  va_list copy;
  va_copy(copy, arguments);
  struct said s = {format, &copy};
  pomp_call_aside(say, &s);
  va_end(copy);
  errno = saved;
}

void pomp_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pomp_say_list(format, arguments);
  va_end(arguments);
}
