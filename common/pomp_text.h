/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_text.h - makes text from outside (names, paths, arguments) fit for a terminal: such text may hold what the
 * terminal reads as commands; and short enough for a column of a table. Not here: where such text comes from, and who
 * prints it. Nothing is called, so that the runtime may use it anywhere. */
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

/* Returns how many columns the text takes, if each character takes one. */
static inline size_t pomp_text_columns(const char *text) {
  size_t columns = 0;
  for (; *text; text++)
    columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

/* Writes the text, or, if it takes more than `columns` or has no room, as much of its begin or end as fits beside
 * `mark`, which then is where something is missing. No character is cut in two. The end of a path or of a
 * qualified name tells more than its begin. */
static inline void pomp_text_shorten(char *to, size_t size, const char *text, size_t columns, const char *mark,
                                     bool keep_end) {
  size_t length = 0, mark_length = 0, has = pomp_text_columns(text), mark_has = pomp_text_columns(mark);
  while (text[length])
    length++;
  while (mark[mark_length])
    mark_length++;
  size_t begin = 0, end = length, used = 0;
  bool cut = has > columns || length >= size;
  if (cut) {
    size_t room = columns > mark_has ? columns - mark_has : 0;
    while (begin < end && (has > room || end - begin + mark_length >= size)) {
      if (keep_end)
        do
          begin++;
        while (begin < end && ((unsigned char)text[begin] & 0xc0) == 0x80);
      else
        do
          end--;
        while (begin < end && ((unsigned char)text[end] & 0xc0) == 0x80);
      has -= has > 0;
    }
  }
  for (size_t i = 0; cut && keep_end && i < mark_length && used + 1 < size; i++)
    to[used++] = mark[i];
  for (size_t i = begin; i < end && used + 1 < size; i++)
    to[used++] = text[i];
  for (size_t i = 0; cut && !keep_end && i < mark_length && used + 1 < size; i++)
    to[used++] = mark[i];
  to[used] = 0;
}

#endif /* POMP_TEXT_H */
