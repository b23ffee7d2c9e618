/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* text.c - cleans text, and measures it. */
#include "text.h"

#include <stdbool.h>
#include <string.h>

static bool continues(const unsigned char *text, size_t count, size_t left) {
  if (count > left)
    return false;
  for (size_t i = 0; i < count; i++)
    if ((text[i] & 0xc0) != 0x80)
      return false;
  return true;
}

/* Returns the length of the printable character at `text`, or 0 if there is none. */
static size_t character(const unsigned char *text, size_t left) {
  unsigned c = text[0], next = left > 1 ? text[1] : 0;
  if (c < 0x80)
    return c >= 0x20 && c != 0x7f;
  /* 0xc2 0x80 to 0xc2 0x9f are control characters, too. */
  if (c >= 0xc2 && c <= 0xdf)
    return continues(text + 1, 1, left - 1) && !(c == 0xc2 && next < 0xa0) ? 2 : 0;
  /* Overlong forms and surrogates are no UTF-8. */
  if ((c & 0xf0) == 0xe0)
    return continues(text + 1, 2, left - 1) && !(c == 0xe0 && next < 0xa0) && !(c == 0xed && next > 0x9f) ? 3 : 0;
  if (c >= 0xf0 && c <= 0xf4)
    return continues(text + 1, 3, left - 1) && !(c == 0xf0 && next < 0x90) && !(c == 0xf4 && next > 0x8f) ? 4 : 0;
  return 0;
}

void text_clean(char *text, const char *keep) {
  for (size_t i = 0, length = strlen(text); i < length;) {
    size_t n = character((const unsigned char *)text + i, length - i);
    if (n == 0 && !strchr(keep, text[i]))
      text[i] = '?';
    i += n ? n : 1;
  }
}

size_t text_columns(const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xc0) != 0x80;
  return n;
}
