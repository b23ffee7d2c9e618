/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* options.h - what the user asks for on the command line.
 * Not here: what follows from it (main.c, views.h). */
#ifndef REPORT_OPTIONS_H
#define REPORT_OPTIONS_H

#include "fail_ifs.h"
#include "wanted.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASKED_VIEWS = 32, ASKED_REGIONS = 64 }; /* room for all views, and for so many regions of interest */

struct asked {
  bool views[ASKED_VIEWS];  /* by the order of view_at; at least one */
  bool worded[ASKED_VIEWS]; /* with the word that the view takes */
  struct wanted wanted;     /* of their tables */
  bool traced, raw, instances;
  bool as_json;                        /* the view that was asked for, in place of everything */
  const char *suggest;                 /* the filter file to write; NULL: none */
  double overhead;                     /* per cent; 0: no aim */
  uint64_t trace_size;                 /* bytes; 0: no aim */
  char *const *names;                  /* the experiments, as they are named on the command line */
  size_t name_count;                   /* 0: the newest */
  size_t with;                         /* how many of them came before --with; 0: it was not given */
  struct fail_ifs fail_ifs;            /* of --diff */
  const char *interest[ASKED_REGIONS]; /* regions of interest */
  size_t interests;
  bool weak;             /* --efficiency: the problem grows with the threads */
  const char *reference; /* one of the experiments; NULL: that with the fewest threads */
  const char *source;    /* a source file; NULL: all */
  unsigned source_line;  /* 0: all lines */
};

/* This is what a shell offers for the value of an option. */
enum option_offer {
  OFFERS_NOTHING,
  OFFERS_FILE,
  OFFERS_EXPERIMENT,
  OFFERS_COLUMN,
  OFFERS_COLUMNS, /* with commas between them */
  OFFERS_FIGURE,  /* that a condition may be about */
  OFFERS_FORM,    /* of the manual */
};
struct option_about {
  const char *name, *value, *help; /* value: what --help calls it; NULL: it takes none */
  enum option_offer offer;
  bool may_lack; /* the value may be left out */
};

/* Tells of the i-th option that is no view; false after the last. */
bool option_at(size_t i, struct option_about *about);

/* Print --help, and the manual; the latter is false if it is not called so. NULL: markdown. */
void report_help(void);
bool report_manual(const char *form);

/* Reads the options. False if the program is to end, with the exit status in `*status`. */
bool options_read(int argc, char **argv, struct asked *asked, int *status);

#endif
