/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* help_text.c - prints --help, which fits a screen of 80 columns and 24 lines, and --help=all.
 * Not here: the tables that the latter is made of (report_views.c, report_options.c, report_columns.c), the man page
 * (manual_text.c). */
#include "commands/report/help_text.h"
#include "commands/report/report_options.h"
#include "show/columns.h"
#include "show/report_views.h"

#include <stdio.h>
#include <string.h>

/* --- what fits a screen --- */

/* Every view has a row, and the options that one needs; a view's value is in --help=all. */
static const struct brief {
  const char *name, *text;
} brief_views[] =
    {
        {"--brief", "the default"},          {"--flat", "all tables (--all)"},
        {"--constructs", "by construct"},    {"--functions", "by function"},
        {"--tree", "by call path"},          {"--threads", "by thread"},
        {"--shares", "regions by thread"},   {"--diagnose", "what to fix, how"},
        {"--efficiency", "POP's factors"},   {"--source", "lines of source"},
        {"--samples", "hot lines"},          {"--states", "states of threads"},
        {"--phases", "visits in order"},     {"--now", "a running program"},
        {"--score", "cost of measuring"},    {"--diff", "two runs compared"},
        {"--mpi-waits", "who waits in MPI"}, {"--critical-path", "what takes longest"},
        {"--metrics", "countable metrics"},  {"--html [-o FILE]", "a page to look at"},
        {"--json", "all, for programs"},     {"--arrays", "the same, binary"},
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

static void help_brief(void) {
  printf("usage: pomp-report [OPTION]... [EXPERIMENT]...\n"
         "Shows a run: EXPERIMENT, else $POMP_EXPERIMENT_DIR, else the newest pomp-* here.\n");
  print_brief("Views", brief_views, COUNT(brief_views));
  print_brief("What of them", brief_options, COUNT(brief_options));
  printf("more: --help=all, man pomp-report\n");
}

/* --- all of it --- */

const char *help_spell(char *text, size_t size, const char *name, const char *value, bool may_lack) {
  snprintf(text, size, "--%s%s%s%s", name,
           !value     ? ""
           : may_lack ? "[="
                      : " ",
           value ? value : "", value && may_lack ? "]" : "");
  return text;
}

static void print_option(const char *name, const char *value, bool may_lack, const char *help) {
  char text[64];
  printf("  %-17s %s\n", help_spell(text, sizeof text, name, value, may_lack), help);
}

/* Prints the line about a view with its word. */
static void print_worded(const struct view *v, const char *help) {
  char name[64];
  snprintf(name, sizeof name, "%s=%s", v->name, v->word);
  print_option(name, NULL, false, help);
}

bool help_has_column(const struct view *v, const struct column *c) { return v->columns && !(c->of & ~v->has); }

/* Prints the columns that a view may have, in lines of 100 characters. */
static void print_columns(const struct view *v) {
  const struct column *c;
  int at = printf("  --%s:", v->name);
  for (size_t i = 0; (c = column_at(report_columns, i)); i++) {
    if (!help_has_column(v, c))
      continue;
    if (at + (int)strlen(c->key) + 1 > 100)
      at = printf("\n   ") - 1;
    at += printf(" %s", c->key);
  }
  putchar('\n');
}

static void help_all(void) {
  const struct view *v;
  struct option_about o;
  printf("usage: pomp-report [OPTION]... [EXPERIMENT]...\n\n"
         "Shows what was measured of a run. EXPERIMENT is the experiment's directory, the profile.pomp in it, or the\n"
         "PID of a program that runs; by default that of $POMP_EXPERIMENT_DIR, or else the newest pomp-* here.\n\n"
         "Views\n");
  for (size_t i = 0; (v = view_at(i)); i++) {
    print_option(v->name, v->value, false, v->help);
    if (v->word)
      print_worded(v, v->word_help);
  }
  printf("\nWhat of them\n");
  for (size_t i = 0; option_at(i, &o); i++)
    print_option(o.name, o.value, o.may_lack, o.help);
  printf("\nColumns of each view, for --columns and --sort\n");
  for (size_t i = 0; (v = view_at(i)); i++)
    if (v->columns)
      print_columns(v);
  printf("\ndocs/report.md and man pomp-report say what each is.\n");
}

bool help_print(const char *form) {
  if (form && strcmp(form, "all") != 0)
    return false;
  if (form)
    help_all();
  else
    help_brief();
  return true;
}
