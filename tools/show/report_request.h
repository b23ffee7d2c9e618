/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_request.h - what the user asks for on the command line, as plain data.
 * Not here: how it is read (report_options.h), what follows from it (report_views.h, report_main.c). */
#ifndef SHOW_REPORT_REQUEST_H
#define SHOW_REPORT_REQUEST_H

#include "findings/score.h"
#include "show/fail_ifs.h"
#include "show/source_lines.h"
#include "show/table_options.h"

#include <stdbool.h>
#include <stddef.h>

/* This is room for all views, for so many regions of interest, and how many processes there may be. */
enum { REQUEST_VIEWS = 32, REQUEST_REGIONS = 64, REQUEST_JOBS = 1024 };

struct report_request {
  bool views[REQUEST_VIEWS];      /* by the order of view_at; at least one */
  unsigned worded[REQUEST_VIEWS]; /* with the word that the view takes */
  struct table_options wanted;    /* of their tables */
  bool traced, raw, instances;
  unsigned jobs;                         /* processes that read; 0: it was not given */
  bool stacks;                           /* of --now */
  const char *core;                      /* the core file that they come from; NULL: the program runs */
  bool as_json, as_page;                 /* the view that was asked for, in place of everything */
  const char *suggest;                   /* the filter file to write; NULL: none */
  struct score_aims aims;                /* of --score */
  char *const *names;                    /* the experiments, as they are named on the command line */
  size_t name_count;                     /* 0: the newest */
  size_t with;                           /* how many of them came before --with; 0: it was not given */
  struct fail_ifs fail_ifs;              /* of --diff */
  const char *interest[REQUEST_REGIONS]; /* regions of interest */
  size_t interests;
  bool weak;             /* --efficiency: the problem grows with the threads */
  const char *reference; /* one of the experiments; NULL: that with the fewest threads */
  struct source_place source;
  const char *output;        /* the file of a page; NULL: named after the experiment; "-": stdout */
  bool anonymous, no_source; /* what a page leaves out */
};

#endif
