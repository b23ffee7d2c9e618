/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* views.h - all views of the report as one table of data: the option that asks for each, what --help says of it, which
 * columns it has. Not here: the columns (columns.h), how the options are read (options.h). */
#ifndef REPORT_VIEWS_H
#define REPORT_VIEWS_H

#include "columns.h"
#include "load.h"
#include "options.h"

/* This is an experiment that was named, or the newest, and what follows from it alone. */
struct opened {
  struct loaded loaded;
  struct analysis analysis;
};

/* This is what a view prints from, and to. `loaded` and `analysis` are those of the first experiment, which is the only
 * one unless the view can take several. */
struct shown {
  FILE *out;
  const struct opened *experiments;
  size_t experiment_count;
  const struct loaded *loaded;
  const struct analysis *analysis;
  const struct asked *asked;
  const struct comparison *comparison; /* of --diff */
  const struct failures *failures;     /* what --fail-if finds in it */
  const struct stored *stored;         /* of --trend and --scaling */
  size_t stored_count;
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the order is that of reading. */
struct view {
  const char *name; /* of the option */
  const char *help;
  bool (*print)(const struct shown *s, const struct view *v); /* false: not enough memory */
  bool bare;           /* it is for programs: the head is left out, and it excludes the others */
  const char *columns; /* the keys that it has unless the user chooses others, and `metrics`, which stands for the
                          columns of all metrics; NULL: it is no table */
  unsigned has;        /* what its rows have */
  const char *part;    /* the column that --min is about; NULL: it has none */
  const char *value;   /* what --help calls the value that its option may have; NULL: it has none */
  const char *word;    /* it may be asked for as --name=word, and is then another one; NULL: it takes no word */
  const char *word_help;
  bool (*json)(const struct shown *s); /* prints the view for programs, if --json is asked for as well; NULL: it has no
                                          JSON of its own, and --json has everything */
  /* It loads and shows the experiments itself, and excludes all other views; the result is the exit status. NULL: it
     shows what was loaded. */
  int (*show)(const struct asked *asked, const struct view *v);
  bool (*can)(const struct shown *s); /* false, with a message, if what was asked for can't be had; NULL: it can */
  bool mpi_waits; /* it tells of waiting in MPI what the traces of all ranks tell, where they are there */
  bool several;   /* it takes any number of experiments, and prints its own head if there are several */
};

/* Returns the i-th view; NULL after the last. */
const struct view *view_at(size_t i);
/* Returns the first view that was asked for. */
const struct view *view_asked(const struct asked *asked);
/* True if the view was asked for with its word. */
bool view_is_worded(const struct shown *s, const struct view *v);
bool view_is_worded_for(const struct asked *asked, const struct view *v);

/* Shows a view's rows: those that the user wants, in the order and with the columns that were asked for, as a table or
 * as CSV. It sorts `rows`, which come in the view's own order. False: not enough memory. */
bool view_show(const struct shown *s, const struct view *v, struct row *rows, size_t count);

/* The first two steps of the same, for a view whose rows don't stand each for itself. view_select leaves the wanted
 * ones at the begin, in their order, and returns how many they are, or SIZE_MAX if there is not enough memory. */
bool view_wants(const struct shown *s, const struct view *v, const struct row *row);
size_t view_select(const struct shown *s, const struct view *v, struct row *rows, size_t count);
bool view_print(const struct shown *s, const struct view *v, const struct row *rows, size_t count);

/* Compares two rows as --sort asks; 0 if it doesn't, or they are equal. */
struct sorter {
  struct column column;
  bool reversed;
};
bool sorter_make(const struct shown *s, const struct view *v, struct sorter *sorter);
int sorter_compare(const struct sorter *sorter, const struct row *a, const struct row *b);

/* True if the user wants but a part of the view's table, or it for a program: then no other table stands with it. */
bool view_is_narrowed(const struct asked *asked);

#endif
