/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* help_text.c - prints --help, which fits a screen of 80 columns and 24 lines.
 * Not here: --help=all, which is made of the table of options. */
#include "commands/report/help_text.h"
#include "show/columns.h"

#include <stdio.h>
#include <string.h>

/* Every view has a row, and the options that one needs; a view's value is in --help=all. */
static const struct brief {
  const char *name, *text;
} brief_views[] =
    {
        {"--brief", "the default"},
        {"--flat", "all tables (--all)"},
        {"--constructs", "by construct"},
        {"--functions", "by function"},
        {"--tree", "by call path"},
        {"--threads", "by thread"},
        {"--shares", "regions by thread"},
        {"--diagnose", "what to fix, how"},
        {"--efficiency", "POP's factors"},
        {"--source", "lines of source"},
        {"--samples", "hot lines"},
        {"--states", "states of threads"},
        {"--devices", "copies, kernels"},
        {"--phases", "visits in order"},
        {"--now", "a running program"},
        {"--score", "cost of measuring"},
        {"--diff", "two runs compared"},
        {"--mpi-waits", "who waits in MPI"},
        {"--critical-path", "what takes longest"},
        {"--metrics", "countable metrics"},
        {"--html [-o FILE]", "a page to look at"},
        {"--json", "all, for programs"},
        {"--arrays", "the same, binary"},
},
  brief_options[] = {
      {"--sort COLUMN", "largest first"},     {"--top N", "N rows alone"},          {"--min PERCENT", "rows above it"},
      {"--region REGEX", "matching regions"}, {"--columns A,B,…", "these columns"}, {"--csv", "for spreadsheets"},
      {"--of REGION", "efficiency of it"},    {"--fail-if CONDITION", "of --diff"},
};

/* Prints two rows a line. A sign beyond ASCII has three bytes and one column. */
static void print_brief(const char *title, const struct brief *rows, size_t count) {
  printf("\n%s\n", title);
  for (size_t i = 0; i < count; i++) {
    bool last = i % 2 == 1 || i + 1 == count;
    int wide = strstr(rows[i].name, "…") ? 2 : 0;
    printf("  %-*s %-*s%s", 19 + wide, rows[i].name, last ? 0 : 18, rows[i].text, last ? "\n" : "");
  }
}

void help_brief(void) {
  printf("usage: pomp-report [OPTION]... [EXPERIMENT]...\n"
         "Shows a run: EXPERIMENT, else $POMP_EXPERIMENT_DIR, else the newest pomp-* here.\n");
  print_brief("Views", brief_views, COUNT(brief_views));
  print_brief("What of them", brief_options, COUNT(brief_options));
  printf("more: --help=all, man pomp-report\n");
}
