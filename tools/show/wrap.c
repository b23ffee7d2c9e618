/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wrap.c - breaks text into lines.
 * Not here: what it says. */
#include "show/wrap.h"
#include "base/text_columns.h"
#include "pomp_text.h"
#include "show/locale_marks.h"

#include <stdlib.h>
#include <string.h>

/* Returns how many columns the first bytes of a text take. */
static size_t columns_of(const char *text, size_t length) {
  size_t columns = 0;
  for (size_t i = 0; i < length; i++)
    columns += ((unsigned char)text[i] & 0xc0) != 0x80;
  return columns;
}

unsigned wrap_words(FILE *out, const char *indent, const char *text, size_t width, unsigned most) {
  size_t column = 0, begin = text_columns(indent), mark = text_columns(text_ellipsis());
  unsigned lines = 1;
  for (const char *word = text; *word;) {
    size_t length = strcspn(word, " \n"), has = columns_of(word, length);
    const char *next = word + length + strspn(word + length, " \n");
    size_t at = begin + column + (column > 0);
    bool cut = most && lines == most && at + text_columns(word) > width; /* the last line needs room for the mark */
    bool fits = at + has + (cut ? 1 + mark : 0) <= width;
    if (!fits && cut) {
      fprintf(out, "%s%s", column ? " " : indent, text_ellipsis());
      break;
    }
    if (!fits && column) {
      fputc('\n', out);
      column = 0;
      lines++;
      continue;
    }
    fprintf(out, "%s%.*s", column ? " " : indent, (int)length, word);
    column += (column > 0) + has;
    word = next;
  }
  fputc('\n', out);
  return lines;
}

unsigned wrap_parts(FILE *out, const char *text, size_t width) {
  static const char between[] = " · ";
  static char shown[4096];
  size_t column = 0;
  unsigned lines = 1;
  for (const char *part = text, *next; part; part = next) {
    const char *end = strstr(part, between);
    size_t length = end ? (size_t)(end - part) : strlen(part);
    next = end ? end + strlen(between) : NULL;
    char *copy = strndup(part, length);
    pomp_text_shorten_middle(shown, sizeof shown, copy ? copy : "", width, text_ellipsis());
    free(copy);
    size_t has = text_columns(shown), gap = column ? text_columns(between) : 0;
    if (column && column + gap + has > width) {
      fputc('\n', out);
      lines++;
      column = gap = 0;
    }
    fprintf(out, "%s%s", gap ? between : "", shown);
    column += gap + has;
  }
  fputc('\n', out);
  return lines;
}
