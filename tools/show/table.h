/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table.h - tables of text: columns are data.
 * Not here: which columns a table has, which each command knows. */
#ifndef SHOW_TABLE_H
#define SHOW_TABLE_H

#include "sums/analysis.h"

#include <stdio.h>

/* A column prints from this. The table decides which members are set. */
struct row {
  const struct analysis *analysis;
  const struct region *region;
  const struct totals *totals;
  const struct blame *blame;
  const struct open_visit *open;
  const struct now_group *now;
  const struct idle_time *idle;
  const struct late_row *late;
  const struct score_entry *score;
  const struct source_line *line;
  const struct comparison *comparison;
  const struct compared *compared; /* a row of it */
  const struct efficiency_row *efficiency;
  const struct sampled_row *sampled;
  const struct critical_time *critical;
  const struct stored *stored;
  const struct same_row *joined; /* then `region` is that of them all */
  const char *function;          /* what is in place of the region's function, or NULL */
  const struct groups *groups;   /* then `depth` is the group's number, and `path` that of a region in groups.regions */
  const struct metric_sum *metrics; /* used instead of those of the totals */
  uint32_t depth, location, process;
  uint32_t path;    /* its number in the analysis */
  uint32_t rank;    /* where the location is in the table */
  uint64_t subtree; /* of a call path */
  uint32_t step;    /* of samples.below: it is a function below a construct; 0: it is not */
  unsigned lacks;   /* what other rows of the listing have and this one does not (enum row_has): no figures of that */
};

/* This is what a cell has, for sorting and for programs. Times are in ns, exactly. */
enum value_kind { VALUE_NOTHING, VALUE_COUNT, VALUE_TIME, VALUE_NUMBER };
struct value {
  enum value_kind kind;
  int64_t n;     /* of a count or a time */
  double number; /* of any kind but nothing */
};

/* This is what a column's figures are, which says how they are printed: seconds with three digits, a duration with the
 * unit that fits, a percentage with one digit. */
enum unit { UNIT_TEXT, UNIT_COUNT, UNIT_SECONDS, UNIT_DURATION, UNIT_PERCENT, UNIT_NUMBER };

/* The first four members are enough for a table that is only printed. The others are for listings (listing.h), whose
 * columns the user may choose. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct column {
  const char *head;
  bool left; /* aligned */
  void (*print)(char *text, size_t size, const struct row *row, const struct column *column);
  uint32_t index; /* its number among columns of the same kind */
  const char *key;
  enum unit unit;
  struct value (*value)(const struct row *row, const struct column *column); /* NULL: the column is text */
  /* The text for programs, if it is not what is printed. */
  void (*plain)(char *text, size_t size, const struct row *row, const struct column *column);
  unsigned of;       /* what a row must have for it: an enum row_has, or several */
  const char *words; /* its meaning, for the manual */
};

#define CELL_SIZE 65536 /* the longest text of a cell */
#define CELL(name)                                                                                                     \
  void name(char *text, size_t size, const struct row *row, __attribute__((unused)) const struct column *column)
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* This is how tables look: on a terminal they fit into its width, if that can be done. */
struct table_style {
  unsigned width; /* in columns; 0: as wide as need be */
  bool colours;
  bool brief; /* texts lose their middle, and nothing is said of columns that are left out */
};
extern struct table_style table_style;

/* These are rows that may be too many for memory: `get` makes a row, which stays valid until the next call. Making rows
 * in order is faster. `order`: the indices of the rows to show; NULL: all rows, in their order. */
struct row_source {
  const struct row *(*get)(void *context, size_t i);
  void *context;
  size_t count;
  size_t *order;
};
static inline const struct row *row_source_at(const struct row_source *rows, size_t i) {
  return rows->get(rows->context, rows->order ? rows->order[i] : i);
}
/* Returns those that are an array. */
struct row_source row_source_of(const struct row *rows, size_t count);

/* Prints a table. A column with nothing in its cells is left out. If the width is limited and too small, texts are
 * shortened, which a mark shows, and columns that are missed least are left out, which a line says. */
void table_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows,
                 size_t row_count);
void table_print_rows(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows);

#endif
