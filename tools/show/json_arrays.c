/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_arrays.c - the binary numbers that follow the text of --arrays: the shares of locations in regions and call
 * paths, and the waits with their holders. docs/report-json.md is the contract.
 * Not here: the text before them (report_json.c), the same as text (json_shares.c).
 *
 * Numbers are written by columns, as a program that reads millions of them takes them as arrays. A block of rows is
 * kept until it is full, so that the memory does not grow with the experiment. */
#include "show/json_arrays.h"
#include "show/json_shares.h"

#include <endian.h>
#include <stdlib.h>

enum { BLOCK_ROWS = 4096 };

/* These are the columns of shares behind the first one, but for metrics; the others have names of their own. */
#define KEY(...)
#define INNER(...)
#define FIGURE(member, sum, key, type, meaning) key,
static const char *const share_columns[] = {"location",
#define FIGURES_OF_TOTALS
#include "files/figures.def"
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
                                            NULL};
#undef FIGURE
static const char *const blame_columns[] = {"holder", "held", "callpath", "location", "waits", "wait_ns", NULL};

/* This is a block that is being filled. */
struct block {
  struct json_out *out;
  int64_t *at; /* BLOCK_ROWS of each column */
  size_t columns, rows;
  uint32_t metrics; /* the last columns are two for each */
};

static void write_block(struct block *b) {
  int64_t rows = (int64_t)htole64(b->rows);
  json_out_bytes(b->out, (const char *)&rows, sizeof rows);
  for (size_t c = 0; c < b->columns && b->rows; c++) {
    int64_t *column = b->at + c * BLOCK_ROWS;
    for (size_t i = 0; i < b->rows; i++)
      column[i] = (int64_t)htole64((uint64_t)column[i]);
    json_out_bytes(b->out, (const char *)column, b->rows * sizeof *column);
  }
  b->rows = 0;
}

/* Returns where the row's number of the first column goes; each further column's number is BLOCK_ROWS behind the one
 * before. */
static int64_t *next_row(struct block *b) {
  if (b->rows == BLOCK_ROWS)
    write_block(b);
  return b->at + b->rows++;
}

static int64_t *put(int64_t *at, uint64_t number) {
  *at = (int64_t)number;
  return at + BLOCK_ROWS;
}

static void put_share(struct block *b, uint32_t of, uint32_t location, const struct totals *t) {
  const uint64_t totals[] = {
      of,
      location,
#define UNSIGNED
#define UNSIGNED_IF(known) !(known) ? UINT64_MAX: /* it is read as -1 */
#define FIGURE(member, sum, key, type, meaning) type(t->member),
#define FIGURES_OF_TOTALS
#include "files/figures.def"
#undef FIGURE
#define FIGURE(member, ...) t->messages.member,
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
#undef FIGURE
  };
  const size_t count = sizeof totals / sizeof *totals;
  int64_t *at = next_row(b);
  for (size_t i = 0; i < count && i < b->columns - 2u * b->metrics; i++)
    at = put(at, totals[i]);
  for (uint32_t i = 0; i < b->metrics; i++) {
    const struct metric_sum sum = i < t->metric_count ? t->metrics[i] : (struct metric_sum){0, 0};
    at = put(put(at, (uint64_t)sum.inclusive), (uint64_t)sum.exclusive);
  }
}

static void put_regions(struct block *b, const struct analysis *a) {
  struct metric_sum sums[METRICS];
  for (uint32_t r = 0; r < a->region_count && !b->out->failed; r++) {
    const struct share *s = analysis_shares(a, &a->regions[r]);
    for (uint32_t k = 0; k < a->regions[r].shares; k++, s++) {
      struct totals totals = analysis_share_totals(a, s, sums);
      put_share(b, r, s->location, &totals);
    }
  }
}

static void put_paths(struct block *b, const struct analysis *a) {
  struct metric_sum sums[METRICS];
  struct totals totals;
  for (uint32_t p = 0; p < a->path_count && !b->out->failed; p++)
    for (uint32_t at = 0, location; analysis_path_share(a, p, &at, &location, &totals, sums);)
      put_share(b, p, location, &totals);
}

static void put_blame(struct block *b, const struct analysis *a) {
  for (uint32_t i = 0; i < a->blame_count && !b->out->failed; i++) {
    const struct blame *m = &a->blames[i];
    int64_t *at = put(next_row(b), m->waiter);
    at = put(at, m->holder == NO_REGION ? UINT64_MAX : m->holder);
    put(put(put(put(put(at, m->held), m->path), m->location), m->waits), m->time);
  }
}

/* Each row is an array of the experiment. */
static const struct numbers {
  const char *name, *first, *const *columns; /* the name of the first column, and of the others */
  bool shares;                               /* what a location has of something: there are metrics, too */
  void (*put)(struct block *b, const struct analysis *a);
} tables[] = {{"region_shares", "region", share_columns, true, put_regions},
              {"callpath_shares", "callpath", share_columns, true, put_paths},
              {"blame", "waiter", blame_columns, false, put_blame}};
enum { TABLES = sizeof tables / sizeof *tables };

static bool has_messages(const struct analysis *a) {
  for (uint32_t r = 0; r < a->region_count; r++)
    if (a->regions[r].totals.messages.kind)
      return true;
  return false;
}

/* Returns how many columns the table has without metrics: the columns of messages are left out if there are no
 * messages. */
static size_t fixed_columns(const struct numbers *table, const struct analysis *a) {
#define FIGURE(...) +1
  const size_t of_messages = 0
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
      ;
  size_t count = 1;
  for (const char *const *column = table->columns; *column; column++)
    count++;
  return count - (table->shares && !has_messages(a) ? of_messages : 0);
}

void json_arrays_text(struct json_out *o, const struct analysis *a) {
  json_out_text(o, ",\n \"block_rows\": ");
  json_out_integer(o, BLOCK_ROWS);
  json_out_text(o, ",\n \"arrays\": [");
  for (size_t t = 0; t < TABLES; t++) {
    const size_t fixed = fixed_columns(&tables[t], a);
    json_out_text(o, t ? ",\n  {\"name\":\"" : "\n  {\"name\":\"");
    json_out_text(o, tables[t].name);
    json_out_text(o, "\",\"columns\":[\"");
    json_out_text(o, tables[t].first);
    for (size_t c = 1; c < fixed; c++) {
      json_out_text(o, "\",\"");
      json_out_text(o, tables[t].columns[c - 1]);
    }
    json_out_text(o, "\"],\"metrics\":[");
    for (uint32_t i = 0; tables[t].shares && i < a->experiment->metric_count; i++) {
      json_out_text(o, i ? "," : "");
      json_out_value(o, json_string_nocheck(a->experiment->metrics[i].name)); /* it may need escapes */
    }
    json_out_text(o, "]}");
  }
  json_out_text(o, "\n ]");
}

void json_arrays_numbers(struct json_out *o, const struct analysis *a) {
  for (size_t t = 0; t < TABLES && !o->failed; t++) {
    struct block b = {.out = o, .metrics = tables[t].shares ? a->experiment->metric_count : 0};
    b.columns = fixed_columns(&tables[t], a) + 2u * b.metrics;
    b.at = malloc(b.columns * BLOCK_ROWS * sizeof *b.at);
    if (b.at) {
      tables[t].put(&b, a);
      if (b.rows)
        write_block(&b);
      write_block(&b); /* one without rows is the end */
    }
    o->failed |= !b.at;
    free(b.at);
  }
}
