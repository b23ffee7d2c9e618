/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* listing.c - resolves names of columns: a listing's default columns, and the names in --columns and --sort. Not here:
 * the columns themselves, which each command defines. */
#include "show/listing.h"
#include "base/user_error.h"

#include <stdio.h>
#include <string.h>

static bool is_word(const char *word, const char *name, size_t length) {
  return strlen(word) == length && strncmp(word, name, length) == 0;
}

/* Makes the columns that the run has of its own. */
static size_t metrics_of(const struct listing *l, struct column *columns, size_t room) {
  return l->make ? l->make(l->of, l->has, columns, room) : 0;
}

/* Finds a metric's column by its key. */
static bool metric_column(const struct listing *l, const char *name, size_t length, struct column *column) {
  struct column columns[LISTING_MORE];
  size_t count = metrics_of(l, columns, COUNT(columns));
  for (size_t i = 0; i < count; i++)
    if (is_word(columns[i].key, name, length)) {
      *column = columns[i];
      return true;
    }
  return false;
}

bool listing_column(const struct listing *l, const char *name, size_t length, struct column *column) {
  const struct column *found = column_find(l->all, name, length, l->has);
  if (found)
    *column = *found;
  return found || metric_column(l, name, length, column);
}

/* Adds the columns that a word of a list stands for. */
static size_t add_columns(const struct listing *l, const char *name, size_t length, struct column *columns, size_t at) {
  if (is_word("metrics", name, length))
    return at + metrics_of(l, columns + at, LISTING_COLUMNS - at);
  return at + (at < LISTING_COLUMNS && listing_column(l, name, length, &columns[at]));
}

size_t listing_columns(const struct listing *l, struct column *columns) {
  size_t count = 0;
  for (const char *at = l->wanted->columns ? l->wanted->columns : l->columns; *at;) {
    size_t length = strcspn(at, ",");
    count = add_columns(l, at, length, columns, count);
    at += length + (at[length] == ',');
  }
  return count;
}

/* --- what can't be had --- */

/* Tells which columns the listing can have. */
static bool refuse_column(const struct listing *l, const char *name, size_t length) {
  enum { MOST = 160 };
  const char *names[MOST];
  struct column metrics[LISTING_MORE];
  char takes[4096], word[256];
  size_t count = 0, used;
  const struct column *c;
  for (size_t i = 0; (c = column_at(l->all, i)) && count < MOST; i++)
    if (!(c->of & ~l->has))
      names[count++] = c->key;
  size_t metric_count = metrics_of(l, metrics, COUNT(metrics));
  for (size_t i = 0; i < metric_count && count < MOST; i++)
    names[count++] = metrics[i].key;
  used = (size_t)snprintf(takes, sizeof takes, "--%s has", l->name);
  for (size_t i = 0; i < count && used < sizeof takes; i++)
    used += (size_t)snprintf(takes + used, sizeof takes - used, "%s %s", i ? "," : "", names[i]);
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
  return user_error_word("there is no column ", word, "", names, count, takes);
}

bool listing_can(const struct listing *l) {
  const struct table_options *wanted = l->wanted;
  struct column column;
  if (wanted->has_min && !l->part)
    return user_error(NULL, "--min is not for --%s, which has no parts of a whole", l->name);
  if (wanted->has_region && !(l->has & (HAS_NAME | HAS_COMPARED | HAS_STORED)))
    return user_error(NULL, "--region is not for --%s, whose rows are no regions", l->name);
  const char *sort = wanted->sort ? wanted->sort + (*wanted->sort == '-') : NULL;
  if (sort && !listing_column(l, sort, strlen(sort), &column))
    return refuse_column(l, sort, strlen(sort));
  size_t count = 0;
  for (const char *at = wanted->columns; at; at = at[strcspn(at, ",")] ? at + strcspn(at, ",") + 1 : NULL) {
    size_t length = strcspn(at, ",");
    if (!is_word("metrics", at, length) && !listing_column(l, at, length, &column))
      return refuse_column(l, at, length);
    if (++count > LISTING_COLUMNS - LISTING_MORE)
      return user_error(NULL, "--columns names more than %d columns", LISTING_COLUMNS - LISTING_MORE);
  }
  return true;
}
