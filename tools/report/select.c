/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select.c - which rows of a view the user wants to see, and in which order: --region, --min, --sort, --top.
 * Not here: which columns (view_columns.c), how they are printed (table.c, csv.c). */
#include "cells.h"
#include "condition.h"
#include "view_columns.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>

/* True if the expression matches a text of the row's. */
static bool matches(const struct asked *asked, const struct row *row,
                    void (*print)(char *, size_t, const struct row *, const struct column *)) {
  static char text[CELL_SIZE];
  print(text, sizeof text, row, NULL);
  return *text && regexec(&asked->region, text, 0, NULL, 0) == 0;
}

bool view_wants(const struct shown *s, const struct view *v, const struct row *row) {
  const struct asked *asked = s->asked;
  if (asked->has_region && row->compared && !condition_matches(&asked->region, row->compared))
    return false;
  if (asked->has_region && v->has & HAS_NAME && !matches(asked, row, cell_region) &&
      !matches(asked, row, cell_function) && !matches(asked, row, cell_where))
    return false;
  if (!asked->has_min || !v->part)
    return true;
  const struct column *part = column_find(v->part, strlen(v->part), v->has);
  return part->value(row, part).number >= asked->min;
}

/* --- the order --- */

bool sorter_make(const struct shown *s, const struct view *v, struct sorter *sorter) {
  const char *name = s->asked->sort;
  *sorter = (struct sorter){.reversed = false};
  if (!name)
    return false;
  if (*name == '-') {
    sorter->reversed = true;
    name++;
  }
  return view_column(s, v, name, strlen(name), &sorter->column);
}

/* Figures go from the largest to the smallest, and rows without one come last in either order. */
static int compare_values(const struct value *a, const struct value *b, bool reversed) {
  if (a->kind == VALUE_NOTHING || b->kind == VALUE_NOTHING)
    return (a->kind == VALUE_NOTHING) - (b->kind == VALUE_NOTHING);
  int more = a->kind == VALUE_NUMBER || b->kind == VALUE_NUMBER ? (a->number < b->number) - (a->number > b->number)
                                                                : (a->n < b->n) - (a->n > b->n);
  return reversed ? -more : more;
}

/* Texts go from A to Z, and empty ones come last. */
static int compare_texts(const char *a, const char *b, bool reversed) {
  if (!*a || !*b)
    return !*a - !*b;
  return reversed ? strcmp(b, a) : strcmp(a, b);
}

int sorter_compare(const struct sorter *sorter, const struct row *a, const struct row *b) {
  static char text[2][CELL_SIZE];
  const struct column *c = &sorter->column;
  if (c->value) {
    struct value x = c->value(a, c), y = c->value(b, c);
    return compare_values(&x, &y, sorter->reversed);
  }
  column_text(text[0], sizeof text[0], a, c);
  column_text(text[1], sizeof text[1], b, c);
  return compare_texts(text[0], text[1], sorter->reversed);
}

/* What a row is sorted by is found once. Rows that are equal stay in the order in which they were. */
struct sorted {
  size_t at;
  struct value value;
  char *text;
};

static int by_key(const void *x, const void *y, void *reversed) {
  const struct sorted *a = x, *b = y;
  int order = a->text ? compare_texts(a->text, b->text, *(bool *)reversed)
                      : compare_values(&a->value, &b->value, *(bool *)reversed);
  return order ? order : (a->at > b->at) - (a->at < b->at);
}

static bool key_of(struct sorted *key, const struct sorter *sorter, const struct row *row) {
  static char text[CELL_SIZE];
  const struct column *c = &sorter->column;
  if (c->value) {
    key->value = c->value(row, c);
    return true;
  }
  column_text(text, sizeof text, row, c);
  key->text = strdup(text);
  return key->text != NULL;
}

static bool sort_rows(const struct sorter *sorter, struct row *rows, size_t count) {
  struct sorted *keys = calloc(count + 1, sizeof *keys);
  struct row *copy = malloc((count + 1) * sizeof *copy);
  bool good = keys && copy, reversed = sorter->reversed;
  for (size_t i = 0; good && i < count; i++) {
    keys[i].at = i;
    copy[i] = rows[i];
    good = key_of(&keys[i], sorter, &rows[i]);
  }
  if (good && count)
    qsort_r(keys, count, sizeof *keys, by_key, &reversed);
  for (size_t i = 0; good && i < count; i++)
    rows[i] = copy[keys[i].at];
  for (size_t i = 0; keys && i < count; i++)
    free(keys[i].text);
  free(keys);
  free(copy);
  return good;
}

size_t view_select(const struct shown *s, const struct view *v, struct row *rows, size_t count) {
  size_t some = 0;
  struct sorter sorter;
  for (size_t i = 0; i < count; i++)
    if (view_wants(s, v, &rows[i]))
      rows[some++] = rows[i];
  if (sorter_make(s, v, &sorter) && !sort_rows(&sorter, rows, some))
    return SIZE_MAX;
  return s->asked->has_top && s->asked->top < some ? s->asked->top : some;
}
