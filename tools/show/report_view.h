/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_view.h - the struct of a view, and the input of its functions. Not here: the table of views (report_views.h),
 * the functions that print them (report.h). */
#ifndef SHOW_REPORT_VIEW_H
#define SHOW_REPORT_VIEW_H

#include "findings/analysed_experiment.h"
#include "show/report_request.h"

#include <stdio.h>

/* This is what there is to show, and where. Views that take one experiment alone take the first. */
struct view_input {
  FILE *out;
  const struct analysed_experiment *experiments;
  size_t experiment_count;
  const struct report_request *request;
};

/* Parts of a view that are computed only if they are wanted. */
enum view_tells {
  TELLS_FINDINGS = 1,   /* what costs time, and what one run can't tell, for which the next is needed as well */
  TELLS_EFFICIENCY = 2, /* how well threads are used */
  TELLS_MPI_WAITS = 4,  /* waiting in MPI, where there are the traces of all ranks */
  TELLS_CRITICAL = 8,   /* the critical path, where there are traces */
  NEEDS_CRITICAL = 16,  /* and from the profile as well, where there are none */
  TELLS_THREADS = 64,   /* what the kernel does with threads of a program that runs */
  TELLS_SAMPLES = 32    /* in which functions and lines samples have found threads, as findings do as well */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the order is that of reading. */
struct view {
  const char *name; /* of the option */
  const char *help;
  bool (*print)(const struct view_input *s, const struct view *v); /* false: not enough memory */
  bool bare;           /* it is for programs: the head is left out, and it excludes the others */
  const char *columns; /* the keys that it has unless the user chooses others, and `metrics`, which stands for the
                          columns of all metrics; NULL: it is no table */
  unsigned has;        /* what its rows have */
  const char *part;    /* the column that --min is about; NULL: it has none */
  const char *value;   /* what --help calls the value that its option may have; NULL: it has none */
  const char *word;    /* it may be asked for as --name=word, and is then another one; NULL: it takes no word */
  const char *word_help;
  bool (*json)(const struct view_input *s); /* prints the view for programs, if --json is asked for as well; NULL: it
                                          has no JSON of its own, and --json has everything */
  /* It loads and shows the experiments itself, and excludes all other views; the result is the exit status. NULL: it
     shows what was loaded. */
  int (*show)(const struct report_request *request, const struct view *v);
  bool shows_json;                         /* `show` has JSON of its own, for which --json asks as well */
  bool shows_page;                         /* and a page, for which --html does */
  bool (*can)(const struct view_input *s); /* false, with a message, if what was asked for can't be had; NULL: it can */
  /* It writes a file of its own from what was loaded; the result is the exit status, and what went wrong has been said.
     NULL: it prints. */
  int (*write)(const struct view_input *s);
  unsigned tells; /* enum view_tells */
  /* It needs sums alone, and nothing of single locations: always, or where the user wants but a part of the table; or
     those of call paths, and nothing more of regions; but for some columns (view_columns.h). */
  enum { NEEDS_LOCATIONS, NEEDS_SUMS, NEEDS_SUMS_IF_NARROW, NEEDS_PATHS } needs;
  /* Returns what it needs of locations where the call paths of all processes are not in memory together (enum
     location_rows_what); NULL: nothing. */
  unsigned (*keeps)(const struct report_request *request, const struct view *v, const struct experiment *e);
  unsigned joins; /* how regions are joined in its rows, in the bit of its number (enum same_by); 0: they are not */
  bool by_rank;   /* with what it keeps it needs no single call path of a location, so that processes can be read one
                      after the other, without the others in memory (by_rank.h) */
  bool markdown;  /* --markdown makes a comment of it */
  bool own_head;  /* it prints a head itself */
  bool several;   /* the view takes any number of experiments, and prints its own head for several */
};

/* The columns of all views. */
extern const struct column *const report_columns[];

#endif
