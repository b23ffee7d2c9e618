/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bidi_escapes.c - puts a file in front of stdout that writes the characters that change the direction of text as
 * escapes. */
#include "base/bidi_escapes.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each character that changes the direction begins with one of two bytes. */
static bool may_begin(char byte) { return byte == '\xe2' || byte == '\xd8'; }

char *bidi_escapes_copy(const char *text, size_t size, size_t *copied) {
  char *copy = malloc(size * (POMP_TEXT_ESCAPE / 2) + 1); /* the shortest has two bytes */
  size_t used = 0;
  for (size_t i = 0, n; copy && i < size; i += n ? n : 1) {
    unsigned number;
    n = may_begin(text[i]) ? pomp_text_direction((const unsigned char *)text + i, size - i, &number) : 0;
    if (n)
      pomp_text_escape(copy + used, number);
    else
      copy[used] = text[i];
    used += n ? POMP_TEXT_ESCAPE : 1;
  }
  if (copy)
    copy[used] = 0;
  *copied = used;
  return copy;
}

/* --- stdout --- */

static bool write_all(const char *text, size_t size) {
  for (size_t at = 0; at < size;) {
    ssize_t n = write(STDOUT_FILENO, text + at, size - at);
    if (n < 0 && errno != EINTR)
      return false;
    at += n > 0 ? (size_t)n : 0;
  }
  return true;
}

/* Writes what stdout's buffer holds. A character may begin in one buffer and end in the next: its begin waits. */
static ssize_t put(void *unused, const char *text, size_t size) {
  static char begun[4];
  static size_t waits;
  (void)unused;
  if (!waits && !memchr(text, '\xe2', size) && !memchr(text, '\xd8', size))
    return write_all(text, size) ? (ssize_t)size : 0;
  size_t end = waits + size, all;
  char *joined = malloc(end), *copy = NULL;
  if (!joined)
    return 0;
  memcpy(joined, begun, waits);
  memcpy(joined + waits, text, size);
  const size_t whole = end;
  for (size_t back = 1; back <= 2 && back <= whole; back++)
    if (may_begin(joined[whole - back]) && (back == 1 || joined[whole - back] == '\xe2'))
      end = whole - back;
  waits = whole - end;
  memcpy(begun, joined + end, waits);
  copy = bidi_escapes_copy(joined, end, &all);
  bool good = copy && write_all(copy, all);
  int error = errno;
  free(joined);
  free(copy);
  errno = error;
  return good ? (ssize_t)size : 0;
}

void bidi_escapes_begin(void) {
  FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = put});
  if (!out)
    return;
  setvbuf(out, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, 1 << 16);
  stdout = out;
}
