/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_text.h - makes text from outside (names, paths, arguments) fit for a terminal: such text may hold what the
 * terminal reads as commands, or what shows it in another order; fit for a spreadsheet, which may take it for a
 * formula; and short enough for a column of a table. Not here: where such text comes from, and who prints it. Nothing
 * is called, so that the runtime may use it anywhere. */
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

#define POMP_TEXT_ESCAPE 6 /* bytes of an escape, as \u202e */

/* Returns how many bytes the character at `text` has, and its number, if it changes the direction in which text is
 * shown, so that a reader would see other text than the bytes say; 0 for other characters. */
static inline size_t pomp_text_direction(const unsigned char *text, size_t left, unsigned *number) {
  if (left >= 2 && text[0] == 0xd8 && text[1] == 0x9c) {
    *number = 0x061c;
    return 2;
  }
  if (left < 3 || text[0] != 0xe2 || (text[1] & 0xfe) != 0x80 || (text[2] & 0xc0) != 0x80)
    return 0;
  unsigned n = 0x2000 + ((text[1] & 0x3fu) << 6) + (text[2] & 0x3fu);
  *number = n;
  return n == 0x200e || n == 0x200f || (n >= 0x202a && n <= 0x202e) || (n >= 0x2066 && n <= 0x2069) ? 3 : 0;
}

/* Writes such a character as C and JSON write it in a string. There is room for POMP_TEXT_ESCAPE bytes. */
static inline void pomp_text_escape(char *to, unsigned number) {
  to[0] = '\\';
  to[1] = 'u';
  for (unsigned i = 0; i < 4; i++)
    to[2 + i] = "0123456789abcdef"[number >> (12 - 4 * i) & 15];
}

/* Replaces, in place, characters that change the direction of text by escapes. `size` is that of the room. If there is
 * no room for them, each of their bytes becomes '?'. The result is the new length. */
static inline size_t pomp_text_show(char *text, size_t size) {
  size_t length = 0, more = 0, n = 0;
  unsigned number = 0;
  for (; text[length]; length++)
    if ((n = pomp_text_direction((const unsigned char *)text + length, size - length, &number)))
      more += POMP_TEXT_ESCAPE - n;
  if (!more)
    return length;
  bool fits = length + more < size;
  size_t from = fits ? more : 0, to = 0;
  for (size_t i = length + 1; fits && i-- > 0;)
    text[i + more] = text[i];
  for (size_t end = from + length; from < end; from += n ? n : 1) {
    n = pomp_text_direction((const unsigned char *)text + from, end - from, &number);
    if (n && fits)
      pomp_text_escape(text + to, number);
    for (size_t i = 0; i < n && !fits; i++)
      text[to + i] = '?';
    if (!n)
      text[to] = text[from];
    to += !n ? 1 : fits ? POMP_TEXT_ESCAPE : n;
  }
  text[to] = 0;
  return to;
}

/* True if a spreadsheet may take the text for a formula, which may start programs there. A number is none. */
static inline bool pomp_text_is_formula(const char *text) {
  size_t i = 1;
  if (*text == '=' || *text == '@' || *text == '\t' || *text == '\r' || *text == '\n')
    return true;
  if (*text != '+' && *text != '-')
    return false;
  while ((text[i] >= '0' && text[i] <= '9') || text[i] == '.')
    i++;
  return i == 1 || text[i];
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

/* Does the same, but keeps both ends. Of a text that has no room there is only the begin. */
static inline void pomp_text_shorten_middle(char *to, size_t size, const char *text, size_t columns, const char *mark) {
  size_t has = pomp_text_columns(text), mark_has = pomp_text_columns(mark), used = 0;
  if (has <= columns || columns < mark_has + 2) {
    pomp_text_shorten(to, size, text, columns, mark, false);
    return;
  }
  size_t left = (columns - mark_has) / 2, right = columns - mark_has - left, at = 0;
  for (; used + 1 < size && text[used] && (((unsigned char)text[used] & 0xc0) == 0x80 || at < left); used++) {
    at += ((unsigned char)text[used] & 0xc0) != 0x80;
    to[used] = text[used];
  }
  for (size_t i = 0; mark[i] && used + 1 < size; i++)
    to[used++] = mark[i];
  for (at = 0; has > right; at++)
    has -= ((unsigned char)text[at] & 0xc0) != 0x80;
  while (((unsigned char)text[at] & 0xc0) == 0x80)
    at++;
  for (; text[at] && used + 1 < size; at++)
    to[used++] = text[at];
  to[used] = 0;
}

#endif /* POMP_TEXT_H */
