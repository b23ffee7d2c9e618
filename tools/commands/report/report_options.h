/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_options.h - the options of pomp-report, and how they are read.
 * Not here: what they ask for (report_request.h), what follows from it (report_main.c, report_views.h). */
#ifndef COMMANDS_REPORT_REPORT_OPTIONS_H
#define COMMANDS_REPORT_REPORT_OPTIONS_H

#include "show/report_request.h"

/* This is what a shell offers for the value of an option. */
enum option_offer {
  OFFERS_NOTHING,
  OFFERS_FILE,
  OFFERS_EXPERIMENT,
  OFFERS_COLUMN,
  OFFERS_COLUMNS, /* with commas between them */
  OFFERS_FIGURE,  /* that a condition may be about */
  OFFERS_FORM,    /* of the manual */
  OFFERS_ALL,     /* of --help */
};
struct option_about {
  char letter;                     /* 0: it has none */
  const char *name, *value, *help; /* value: what --help calls it; NULL: it takes none */
  enum option_offer offer;
  bool may_lack; /* the value may be left out */
};

/* Tells of the i-th option that is no view; false after the last. */
bool option_at(size_t i, struct option_about *about);

/* Reads the options, up to one that prints something. False, with a message, if they are wrong. */
bool options_read(int argc, char **argv, struct report_request *request);

/* Returns the first view that was asked for. */
struct view;
const struct view *view_asked(const struct report_request *request);

#endif
