/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select_rows.c - chooses rows and sorts them: --region, --min, --sort, --top.
 * Not here: which columns (listing.c), how they are printed (table.c, csv.c). */
#include "show/select_rows.h"
#include "base/user_error.h"
#include "findings/fail_condition.h"
#include "pomp_array.h"
#include "pomp_nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This is the name most like --region of those that it did not match: "did you mean". */
static struct {
  char name[POMP_NEAREST_LENGTH + 1];
  size_t distance;
} near;

static void offer(const char *word, const char *text, size_t length) {
  char name[sizeof near.name];
  struct pomp_nearest nearest = {word, strlen(word), *near.name ? near.name : NULL, near.distance};
  if (length >= sizeof name)
    return;
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  pomp_nearest_offer(&nearest, name);
  if (nearest.name != name)
    return;
  memcpy(near.name, name, sizeof name);
  near.distance = nearest.distance;
}

/* Offers a text, and what a user has called it: `step` of `region(step)`. */
static void offer_both(const char *word, const char *text) {
  const char *own = strchr(text, '(');
  offer(word, text, strlen(text));
  if (own)
    offer(word, own + 1, strcspn(own + 1, ")"));
}

/* True if the expression matches one of the texts that say which region a row is about. */
static bool matches(const struct listing *l, const struct row *row) {
  static const char *const names[] = {"region", "function", "where"};
  static const struct column *columns[COUNT(names)]; /* those of the command's, found once */
  static char text[CELL_SIZE];
  for (size_t i = 0; i < COUNT(names); i++) {
    if (!columns[i])
      columns[i] = column_find(l->all, names[i], strlen(names[i]), HAS_NAME);
    columns[i]->print(text, sizeof text, row, columns[i]);
    if (*text && regexec(&l->wanted->region, text, 0, NULL, 0) == 0)
      return true;
    offer_both(l->wanted->region_text, text);
  }
  return false;
}

bool listing_wants(const struct listing *l, const struct row *row) {
  const struct table_options *wanted = l->wanted;
  if (wanted->has_region && row->compared && !condition_matches(&wanted->region, row->compared))
    return false;
  if (wanted->has_region && l->has & HAS_NAME && !matches(l, row))
    return false;
  if (!wanted->has_min || !l->part)
    return true;
  const struct column *part = column_find(l->all, l->part, strlen(l->part), l->has);
  return part->value(row, part).number >= wanted->min;
}

void listing_tell_empty(const struct listing *l, size_t all, size_t left) {
  static bool said;
  const struct table_options *w = l->wanted;
  if (said || !all || left || !(w->has_region || w->has_min))
    return;
  said = true;
  if (w->has_region && w->has_min)
    user_error_print(NULL, "no row matches --region %s and has %g %% of the whole or more, as --min asks",
                     w->region_text, w->min);
  else if (w->has_region)
    user_error_print(NULL, "no row has a region, function or place that --region %s matches%s%s%s", w->region_text,
                     *near.name ? " (did you mean " : "", near.name, *near.name ? "?)" : "");
  else
    user_error_print(NULL, "no row has %g %% of the whole or more, as --min asks", w->min);
}

/* --- the order --- */

bool sorter_make(const struct listing *l, struct sorter *sorter) {
  const char *name = l->wanted->sort;
  *sorter = (struct sorter){.reversed = false};
  if (!name)
    return false;
  if (*name == '-') {
    sorter->reversed = true;
    name++;
  }
  return listing_column(l, name, strlen(name), &sorter->column);
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

static void forget_keys(struct sorted *keys, size_t from, size_t to) {
  for (; keys && from < to; from++)
    free(keys[from].text);
}

/* It collects the wanted rows: their numbers alone, or, if they are to be sorted, with what they are sorted by. */
struct choice {
  const struct table_options *wanted;
  struct sorter sorter;
  bool sorts;
  struct sorted *keys;
  size_t *order, count;
  uint32_t room;
};

/* Sorts the keys, and leaves the first ones alone that are wanted. */
static void sort_keys(struct choice *c) {
  if (c->count)
    qsort_r(c->keys, c->count, sizeof *c->keys, by_key, &c->sorter.reversed);
  if (c->wanted->has_top && c->wanted->top < c->count) {
    forget_keys(c->keys, c->wanted->top, c->count);
    c->count = c->wanted->top;
  }
}

/* Where the first rows alone are wanted, no more than twice as many are collected. */
static bool collect(struct choice *c, size_t i, const struct row *row) {
  enum { LEAST = 4096 };
  if (!c->sorts) {
    if (!POMP_ARRAY_ROOM(c->order, c->room, c->count + 1ull))
      return false;
    c->order[c->count++] = i;
    return true;
  }
  if (c->wanted->has_top && c->count >= LEAST && c->count / 2 >= c->wanted->top)
    sort_keys(c);
  if (!POMP_ARRAY_ROOM(c->keys, c->room, c->count + 1ull))
    return false;
  c->keys[c->count] = (struct sorted){.at = i};
  return key_of(&c->keys[c->count], &c->sorter, row) && ++c->count;
}

/* Makes the numbers of the rows from the keys. */
static bool take_order(struct choice *c) {
  sort_keys(c);
  c->order = malloc((c->count + 1) * sizeof *c->order);
  for (size_t i = 0; c->order && i < c->count; i++)
    c->order[i] = c->keys[i].at;
  return c->order != NULL;
}

bool listing_choose(const struct listing *l, struct row_source *rows) {
  const struct table_options *w = l->wanted;
  struct choice c = {.wanted = w};
  const bool all = !w->has_region && !w->has_min;
  bool good = true;
  c.sorts = sorter_make(l, &c.sorter);
  for (size_t i = 0; (c.sorts || !all) && good && i < rows->count; i++) {
    const struct row *row = row_source_at(rows, i);
    if (listing_wants(l, row))
      good = collect(&c, i, row);
  }
  if (c.sorts || !all)
    listing_tell_empty(l, rows->count, c.count);
  good = good && (!c.sorts || take_order(&c));
  forget_keys(c.keys, 0, c.count);
  free(c.keys);
  rows->order = c.order;
  rows->count = c.sorts || !all ? c.count : rows->count;
  if (w->has_top && w->top < rows->count)
    rows->count = w->top;
  return good;
}

size_t listing_select(const struct listing *l, struct row *rows, size_t count) {
  struct row_source chosen = row_source_of(rows, count);
  struct row *copy = NULL;
  bool good = listing_choose(l, &chosen);
  if (good && chosen.order && (good = (copy = malloc((chosen.count + 1) * sizeof *copy)) != NULL)) {
    for (size_t i = 0; i < chosen.count; i++)
      copy[i] = rows[chosen.order[i]];
    memcpy(rows, copy, chosen.count * sizeof *copy);
  }
  free(copy);
  free(chosen.order);
  return good ? chosen.count : SIZE_MAX;
}
