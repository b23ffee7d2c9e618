/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.c - resolves the names of columns: those of a view, those of --columns and --sort.
 * Not here: the columns themselves (columns.c, metric_columns.c). */
#include "view_columns.h"
#include "cells.h"
#include "metric_columns.h"
#include "user_error.h"

#include <stdlib.h>
#include <string.h>

static bool is_word(const char *word, const char *name, size_t length) {
  return strlen(word) == length && strncmp(word, name, length) == 0;
}

/* Makes the columns of metrics that the view can have. Locations have one for each. */
static size_t metrics_of(const struct shown *s, const struct view *v, struct column *columns, size_t room) {
  if (!(v->has & (HAS_TOTALS | HAS_SUMS)))
    return 0;
  return metric_columns(s->analysis->experiment, v->has & HAS_SUMS ? SELF : SELF_AND_INCLUSIVE, columns, room);
}

/* Finds a metric's column by its key. */
static bool metric_column(const struct shown *s, const struct view *v, const char *name, size_t length,
                          struct column *column) {
  struct column columns[TABLE_COLUMNS];
  size_t count = metrics_of(s, v, columns, COUNT(columns));
  for (size_t i = 0; i < count; i++)
    if (is_word(columns[i].key, name, length)) {
      *column = columns[i];
      return true;
    }
  return false;
}

bool view_column(const struct shown *s, const struct view *v, const char *name, size_t length, struct column *column) {
  const struct column *found = column_find(name, length, v->has);
  if (found)
    *column = *found;
  return found || metric_column(s, v, name, length, column);
}

/* Adds the columns that a word of a list stands for. */
static size_t add_columns(const struct shown *s, const struct view *v, const char *name, size_t length,
                          struct column *columns, size_t at) {
  if (is_word("metrics", name, length))
    return at + metrics_of(s, v, columns + at, VIEW_COLUMNS - at);
  return at + (at < VIEW_COLUMNS && view_column(s, v, name, length, &columns[at]));
}

size_t view_columns(const struct shown *s, const struct view *v, struct column *columns) {
  size_t count = 0;
  for (const char *at = s->asked->columns ? s->asked->columns : v->columns; *at;) {
    size_t length = strcspn(at, ",");
    count = add_columns(s, v, at, length, columns, count);
    at += length + (at[length] == ',');
  }
  return count;
}

void column_text(char *text, size_t size, const struct row *row, const struct column *column) {
  (column->plain ? column->plain : column->print)(text, size, row, column);
}

/* --- what can't be had --- */

/* Tells which columns the view can have. */
static bool refuse_column(const struct shown *s, const struct view *v, const char *name, size_t length) {
  enum { MOST = 160 };
  const char *names[MOST];
  struct column metrics[TABLE_COLUMNS];
  char takes[4096], word[256];
  size_t count = 0, used;
  const struct column *c;
  for (size_t i = 0; (c = column_at(i)) && count < MOST; i++)
    if (!(c->of & ~v->has))
      names[count++] = c->key;
  size_t metric_count = metrics_of(s, v, metrics, COUNT(metrics));
  for (size_t i = 0; i < metric_count && count < MOST; i++)
    names[count++] = metrics[i].key;
  used = (size_t)snprintf(takes, sizeof takes, "--%s has", v->name);
  for (size_t i = 0; i < count && used < sizeof takes; i++)
    used += (size_t)snprintf(takes + used, sizeof takes - used, "%s %s", i ? "," : "", names[i]);
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
  return user_error_word("there is no column ", word, "", names, count, takes);
}

bool view_can(const struct shown *s, const struct view *v) {
  const struct asked *asked = s->asked;
  struct column column;
  if (asked->has_min && !v->part)
    return user_error(NULL, "--min is not for --%s, which has no parts of a whole", v->name);
  if (asked->has_region && !(v->has & (HAS_NAME | HAS_COMPARED | HAS_STORED)))
    return user_error(NULL, "--region is not for --%s, whose rows are no regions", v->name);
  const char *sort = asked->sort ? asked->sort + (*asked->sort == '-') : NULL;
  if (sort && !view_column(s, v, sort, strlen(sort), &column))
    return refuse_column(s, v, sort, strlen(sort));
  size_t count = 0;
  for (const char *at = asked->columns; at; at = at[strcspn(at, ",")] ? at + strcspn(at, ",") + 1 : NULL) {
    size_t length = strcspn(at, ",");
    if (!is_word("metrics", at, length) && !view_column(s, v, at, length, &column))
      return refuse_column(s, v, at, length);
    if (++count > VIEW_COLUMNS - TABLE_COLUMNS)
      return user_error(NULL, "--columns names more than %d columns", VIEW_COLUMNS - TABLE_COLUMNS);
  }
  return true;
}
