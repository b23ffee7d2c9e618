/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns.h - columns that the user may choose: what --columns, --sort and --csv call them, and how one is found. Each
 * command has a list of its own. Not here: which of them are shown (listing.h). */
#ifndef SHOW_COLUMNS_H
#define SHOW_COLUMNS_H

#include "show/table.h"

/* A row has these. A listing says which, and a column which it needs. */
enum row_has {
  HAS_REGION = 1,         /* a region, and its totals over all threads */
  HAS_TOTALS = 2,         /* totals */
  HAS_NAME = 4,           /* a region that it is about */
  HAS_PATH = 8,           /* a call path */
  HAS_LOCATION = 16,      /* a thread or a place in a team */
  HAS_SUMS = 32,          /* the sums of a location */
  HAS_BARRIER = 64,       /* a construct and the barrier at its end */
  HAS_LATE = 512,         /* waits in MPI */
  HAS_LINE = 256,         /* a line of the source */
  HAS_JOINED = 128,       /* several regions */
  HAS_SAMPLES = 1024,     /* what samples have found */
  HAS_CODE = 2048,        /* a function and a line that they found */
  HAS_STATE = 16384,      /* a state that they found */
  HAS_NOW = 32768,        /* threads that do the same now */
  HAS_CRITICAL = 1 << 17, /* what the critical path has of a region */
  HAS_COMPARED = 4096,    /* a row of a comparison */
  HAS_EFFICIENCY = 8192,  /* the efficiency of a run, or of a region of interest */
  HAS_STORED = 1 << 20,   /* a run of a database, or several */
  HAS_TREND = 1 << 21,    /* it is one run, and the one before may be known */
  HAS_SCALED = 1 << 22,   /* they are several, with a number of threads */
};

/* These are all columns that a command's listings may have: tables of data, each of which ends with a column that has
 * no key; NULL is the last. */
typedef const struct column *const *column_lists;

/* Returns the i-th of all columns; NULL after the last. */
const struct column *column_at(column_lists all, size_t i);

/* Returns the column that the user calls so, by its key, its key without the unit, or its head, among those for which
 * rows that have `has` have all they need; NULL: there is none. */
const struct column *column_find(column_lists all, const char *name, size_t length, unsigned has);

/* Returns what a unit is called in manuals. */
const char *unit_name(enum unit unit);

/* Writes the text of a column for a program. */
void column_text(char *text, size_t size, const struct row *row, const struct column *column);

/* Returns what a row has in a column of figures. */
struct value column_value(const struct row *row, const struct column *column);

/* Prints a value as the column's unit says. */
void cell_of_value(char *text, size_t size, const struct row *row, const struct column *column);

/* The functions that give the figures in columns. */
#define VALUE(name)                                                                                                    \
  struct value name(__attribute__((unused)) const struct row *row, __attribute__((unused)) const struct column *column)
#define NOTHING ((struct value){VALUE_NOTHING, 0, 0})
static inline struct value value_count(uint64_t n) {
  return (struct value){VALUE_COUNT, n > INT64_MAX ? INT64_MAX : (int64_t)n, (double)n};
}
static inline struct value value_time(uint64_t ns) {
  return (struct value){VALUE_TIME, ns > INT64_MAX ? INT64_MAX : (int64_t)ns, (double)ns};
}
static inline struct value value_number(double number) { return (struct value){VALUE_NUMBER, 0, number}; }

#endif
