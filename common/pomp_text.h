/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_text.h - makes text from outside (names, paths, arguments) fit for a terminal: such text may hold what the
 * terminal takes for commands. Not here: where such text comes from, and who prints it. Nothing is called, so that the
 * runtime may use it anywhere. */
#ifndef POMP_TEXT_H
#define POMP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

static inline bool pomp_text_continues(const unsigned char *text, size_t count, size_t left) {
  if (count > left)
    return false;
  for (size_t i = 0; i < count; i++)
    if ((text[i] & 0xc0) != 0x80)
      return false;
  return true;
}

/* Returns the length of the printable character at `text`, or 0 if there is none. */
static inline size_t pomp_text_character(const unsigned char *text, size_t left) {
  unsigned c = text[0], next = left > 1 ? text[1] : 0;
  if (c < 0x80)
    return c >= 0x20 && c != 0x7f;
  /* 0xc2 0x80 to 0xc2 0x9f are control characters, too. */
  if (c >= 0xc2 && c <= 0xdf)
    return pomp_text_continues(text + 1, 1, left - 1) && !(c == 0xc2 && next < 0xa0) ? 2 : 0;
  /* Overlong forms and surrogates are no UTF-8. */
  if ((c & 0xf0) == 0xe0)
    return pomp_text_continues(text + 1, 2, left - 1) && !(c == 0xe0 && next < 0xa0) && !(c == 0xed && next > 0x9f) ? 3
                                                                                                                    : 0;
  if (c >= 0xf0 && c <= 0xf4)
    return pomp_text_continues(text + 1, 3, left - 1) && !(c == 0xf0 && next < 0x90) && !(c == 0xf4 && next > 0x8f) ? 4
                                                                                                                    : 0;
  return 0;
}

/* Replaces, in place and byte by byte, control characters other than `keep`, and what is not UTF-8, by '?'. `keep` is 0
 * if none is to be kept. */
static inline void pomp_text_clean(char *text, char keep) {
  size_t length = 0;
  while (text[length])
    length++;
  for (size_t i = 0; i < length;) {
    size_t n = pomp_text_character((const unsigned char *)text + i, length - i);
    if (n == 0 && (!keep || text[i] != keep))
      text[i] = '?';
    i += n ? n : 1;
  }
}

#endif /* POMP_TEXT_H */
