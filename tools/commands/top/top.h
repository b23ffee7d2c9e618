/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top.h - what pomp-top shows, as plain data, and what its files do with it.
 * Not here: where the figures come from (pomp_read.h). */
#ifndef COMMANDS_TOP_TOP_H
#define COMMANDS_TOP_TOP_H

#include "pomp_read.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOP_TEXT 512

/* These are keys that are no characters. */
enum { TOP_DOWN = 0x110000, TOP_UP };

/* These are what the rows of regions may be sorted by; each is a column of the table, too. */
enum top_sort { SORT_SELF, SORT_WAIT, SORT_VISITS, SORTS };

/* This is what is below the head: bars, regions and who waits; locations alone, as many as there is room for; what
 * costs time; or the lines that samples have found. */
enum top_view { VIEW_ALL, VIEW_THREADS, VIEW_FINDINGS, VIEW_LINES };

/* This is what the user has chosen. */
struct top_chosen {
  const char *name; /* NULL: the newest experiment */
  double interval;  /* seconds */
  bool since_start;
  enum top_view view;
  bool help;
  bool turns; /* what is recorded is to be turned off, or on again */
  enum top_sort sort;
  uint32_t first; /* of the locations, the first one that is shown */
};

/* This is a bar: a location, and its times in the interval, in ns. */
struct top_bar {
  char name[64];
  int64_t work, wait, idle;
};

/* This is a row of the table: a region. */
struct top_row {
  char region[TOP_TEXT], where[TOP_TEXT];
  int64_t figures[SORTS];
};

/* This is a thread that waits. */
struct top_wait {
  char who[64], region[TOP_TEXT], where[TOP_TEXT], whom[64];
  uint64_t for_ns;
  uint32_t others; /* for so many more threads it waits */
  bool stuck, in_cycle;
};

/* This is a finding: what costs time, where, and what helps. */
struct top_finding {
  char text[TOP_TEXT], region[TOP_TEXT], where[TOP_TEXT], advice[4 * TOP_TEXT], why_not[TOP_TEXT];
  uint64_t saving_ns, of_ns;
  bool judged;
};

/* This is a line of the source, with its samples. */
struct top_line {
  char function[TOP_TEXT], where[TOP_TEXT], region[TOP_TEXT];
  uint64_t samples, of_all;
};

enum { TOP_FINDINGS = 16, TOP_LINES = 64 }; /* more have no room */

/* This is all that is shown. */
struct top_figures {
  struct pomp_read_run run;
  uint32_t pid;       /* of the only process; 0: there are several */
  bool is_off;        /* a process that runs records nothing now */
  bool is_stopped;    /* all processes that run are, by a signal or a debugger */
  bool since_start;   /* the figures are those since the begin */
  uint64_t span;      /* ns that they are of */
  struct top_bar all; /* of all locations */
  struct top_bar *bars;
  struct top_row *rows;   /* in the order that was asked for, without those that have nothing */
  struct top_wait *waits; /* of those that wait longest first */
  uint32_t bar_count, row_count, wait_count;
  struct top_finding *findings; /* the one whose cure saves most first */
  struct top_line *lines;       /* with most samples first; they are taken for the view that shows them */
  uint32_t finding_count, line_count;
};

/* top_figures.c: takes them from the snapshot. False: no memory. Either way figures_free is to be called. */
bool figures_take(struct top_figures *f, const struct pomp_read *r, const struct top_chosen *chosen);
void figures_free(struct top_figures *f);

/* draw.c: draws all of it, as the terminal has room; `error`: why the figures are old, or "". */
void draw(const struct top_figures *f, const struct top_chosen *chosen, const char *error);

/* keys.c: does what a key is for. False: the user wants to leave. */
bool key_pressed(struct top_chosen *chosen, int key, const struct top_figures *f);
/* Gives the name of the i-th key, and a text about its effect; false behind the last key. */
bool key_at(size_t i, const char **name, const char **text);
const char *sort_name(enum top_sort sort);

/* top_find.c: finds the newest experiment in a folder that is no experiment itself. Returns `name` if it is no such
 * folder. */
const char *find_experiment(const char *name, char *path, size_t size);

/* watch.c: shows it until the user leaves, or a signal ends it. Returns the exit status. */
int watch(struct top_chosen *chosen);

/* remote.c: tells whether a name has a machine before its experiment. */
bool remote_is(const char *name);
/* remote.c: has the pomp-top of that machine show it here. It returns if that can't be, with the exit status. */
int remote_watch(const struct top_chosen *chosen);

/* no_ncurses.c: returns what this pomp-top lacks; NULL: nothing. */
const char *watch_lacks(void);

/* top_options.c: reads the command line. False: there is nothing to show, and `*status` is how to end. */
bool options_read(int argc, char **argv, struct top_chosen *chosen, int *status);

#endif
