/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns.c - finds a column by what the user calls it, and prints its figures.
 * Not here: the lists of columns, which each command has. */
#include "show/columns.h"
#include "show/numbers.h"

#include <string.h>

const struct column *column_at(column_lists all, size_t i) {
  for (; *all; all++)
    for (const struct column *c = *all; c->key; c++)
      if (i-- == 0)
        return c;
  return NULL;
}

const char *unit_name(enum unit unit) {
  static const char *const names[] = {[UNIT_TEXT] = "text",  [UNIT_COUNT] = "number", [UNIT_SECONDS] = "s",
                                      [UNIT_DURATION] = "s", [UNIT_PERCENT] = "%",    [UNIT_NUMBER] = "number"};
  return names[unit];
}

/* Returns the length of the key without its unit. */
static size_t stem_of(const struct column *c) {
  static const char *const ends[] = {
      [UNIT_SECONDS] = "_s", [UNIT_DURATION] = "_s", [UNIT_PERCENT] = "_percent", [UNIT_NUMBER] = NULL};
  size_t length = strlen(c->key);
  const char *end = c->unit < COUNT(ends) ? ends[c->unit] : NULL;
  return end && length > strlen(end) && strcmp(c->key + length - strlen(end), end) == 0 ? length - strlen(end) : length;
}

static bool is_word(const char *word, size_t word_length, const char *name, size_t length) {
  return word_length == length && strncmp(word, name, length) == 0;
}

const struct column *column_find(column_lists all, const char *name, size_t length, unsigned has) {
  const struct column *best = NULL, *c;
  int rank = 0; /* of `best`: 3 if it was called by its key, 2 by its head, 1 by its key without the unit of time */
  for (size_t i = 0; (c = column_at(all, i)); i++) {
    if (c->of & ~has)
      continue;
    int now = is_word(c->key, strlen(c->key), name, length)     ? 3
              : is_word(c->head, strlen(c->head), name, length) ? 2
              : is_word(c->key, stem_of(c), name, length)       ? 1
                                                                : 0;
    bool better = now > rank || (now == 1 && rank == 1 && best->unit == UNIT_PERCENT && c->unit != UNIT_PERCENT);
    best = better ? c : best;
    rank = now > rank ? now : rank;
  }
  return best;
}

struct value column_value(const struct row *row, const struct column *column) {
  return column->of & row->lacks ? NOTHING : column->value(row, column);
}

void cell_of_value(char *text, size_t size, const struct row *row, const struct column *column) {
  struct value v = column_value(row, column);
  *text = 0;
  if (v.kind == VALUE_NOTHING)
    return;
  if (column->unit == UNIT_SECONDS)
    print_seconds(text, size, v.number);
  else if (column->unit == UNIT_DURATION)
    print_duration(text, size, v.number);
  else if (column->unit == UNIT_COUNT)
    v.n < 0 ? (void)snprintf(text, size, "%lld", (long long)v.n) : print_number(text, size, (uint64_t)v.n);
  else
    print_fixed(text, size, v.number, column->unit == UNIT_PERCENT ? 1 : 2);
}

void column_text(char *text, size_t size, const struct row *row, const struct column *column) {
  (column->plain ? column->plain : column->print)(text, size, row, column);
}
