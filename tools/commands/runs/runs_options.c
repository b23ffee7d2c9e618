/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_options.c - the command line of pomp-runs.
 * Not here: the questions, each of which is an option (runs_views.c). */
#include "commands/runs/runs_options.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/runs/runs.h"
#include "commands/runs/runs_views.h"
#include "findings/condition_figures.h"
#include "show/diff_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 96, MOST_FIGURES = 32, MOST_VIEWS = 8 };

static struct runs_request request;
static bool questions[MOST_VIEWS];
static const char *column_keys[MOST_COLUMNS + 1], *figure_keys[MOST_FIGURES + 1];

static bool read_fail_if(const char *value) { return fail_ifs_add(&request.fail_ifs, value); }

static const struct command_option options[] = {
    {"db", .value = "FILE", .help = "the database; it is made when the first run is stored", .offer = OFFER_FILES,
     .text = &request.db, .takes = "the name of a file"},
    TABLE_OPTION_ROWS(request.wanted, column_keys),
    {"json", .help = "tell it for programs; docs/report-json.md has the keys", .flag = &request.as_json},
    {"html", .help = "--trend, --regressions: write a page that a browser shows", .flag = &request.as_page},
    {"output", .also = 'o', .value = "FILE",
     .help =
         "the file to write, also by -o (the standard output; --html: FILE.html, or diff.html); -: the standard output",
     .offer = OFFER_FILES, .text = &request.output,
     .takes = "the name of the file to write, or - for the standard output"},
    {"anonymous", .help = "--html: leaves out host, user, paths, command line and environment",
     .flag = &request.anonymous},
    {"fail-if", .value = "CONDITION",
     .help =
         "--regressions: exit status 1 if it holds, as 'self>5%', 3 if the machine was too busy; docs/compare.md has "
         "more",
     .offer = OFFER_WORDS, .words = figure_keys, .call = read_fail_if},
    {"from-trace", .help = "store the profile that follows from the trace, in place of the measured one",
     .flag = &request.traced},
    {"intervals", .help = "store each interval of a run (POMP_PROFILE_EVERY) as a run of its own",
     .flag = &request.intervals},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text, also by -h"),
    COMMAND_VERSION_ROW,
};

static const struct column *const all_columns[] = {stored_columns, compared_columns, NULL};

/* Puts the names of the questions whose rows have the column into `text`. */
static const char *views_with(const struct column *c, char *text, size_t size) {
  const struct run_view *v;
  text[0] = 0;
  for (size_t i = 0; (v = run_view_at(i)); i++)
    if (!(c->of & ~v->has)) {
      size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", v->name);
    }
  return text;
}

static struct command_option views[MOST_VIEWS];
static struct command_item columns[MOST_COLUMNS], view_columns[MOST_VIEWS];

static size_t make_columns(void) {
  enum { TEXT_SIZE = 400 };
  static char meanings[MOST_COLUMNS][TEXT_SIZE];
  const struct column *c;
  char with[64];
  size_t count = 0;
  for (; count < MOST_COLUMNS && (c = column_at(all_columns, count)); count++) {
    column_keys[count] = c->key;
    snprintf(meanings[count], TEXT_SIZE, "%s (%s; %s)", c->words, unit_name(c->unit), views_with(c, with, sizeof with));
    columns[count] = (struct command_item){c->key, meanings[count]};
  }
  for (size_t i = 0; i < MOST_FIGURES && condition_figure(i); i++)
    figure_keys[i] = condition_figure(i);
  return count;
}

/* The questions are rows of another table. */
static size_t make_views(void) {
  static char terms[MOST_VIEWS][32], lists[MOST_VIEWS][400];
  const struct run_view *v;
  size_t count = 0;
  for (; count < MOST_VIEWS && (v = run_view_at(count)); count++) {
    size_t used = 0;
    views[count] = (struct command_option){.name = v->name, .help = v->help, .flag = &questions[count]};
    snprintf(terms[count], sizeof terms[count], "--%s", v->name);
    for (const char *c = v->columns; *c && used + 2 < sizeof lists[count]; c++) {
      lists[count][used++] = *c;
      if (*c == ',')
        lists[count][used++] = ' ';
    }
    view_columns[count] = (struct command_item){terms[count], lists[count]};
  }
  return count;
}

static const struct command_item examples[] = {
    {"pomp-runs --db runs.db pomp-*", "stores the experiments in this directory, once each"},
    {"pomp-runs --db runs.db --trend --region solve", "shows how the times of solve went from run to run"},
    {"pomp-runs --db runs.db --regressions --fail-if 'self>5%' e",
     "ends with 1 if e is slower than the runs before it"},
};

static struct command_section sections[] = {
    {.title = "Questions", .options = views},
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Columns", .items = view_columns, .where = IN_HELP},
    {.title = "Columns",
     .text = "--columns and --sort take these names. In parentheses are the unit, and the questions whose answer has "
             "the column.",
     .items = columns},
    {.title = "Exit status",
     .text =
         "The exit status is 0; 1 if something can't be stored or read, the output not be written, or a condition "
         "of --fail-if holds; 2 if the call can't be right; 3 if none of --fail-if holds for certain, and some can't "
         "be judged, as threads had no processor. With --regressions it is 2 as well if something can't be read.",
     .where = IN_BOTH},
    {.text = "man pomp-runs has all columns, docs/database.md the tables of the database.", .where = IN_HELP},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

static void prepare(void) { sections[3].item_count = make_columns(); }

/* Tells whether the options fit each other. */
static bool check(void) {
  for (size_t i = 0; i < sections[0].option_count; i++) {
    const struct run_view *v = questions[i] ? run_view_at(i) : request.view;
    if (request.view && request.view != v)
      return user_error(NULL, "one question at a time: --%s or --%s", request.view->name, v->name);
    request.view = v;
  }
  const char *name = request.view ? request.view->name : "";
  if (!table_options_compile(&request.wanted))
    return false;
  if (!request.db)
    return user_error(NULL, "which database? As in: pomp-runs --db runs.db%s%s", *name ? " --" : "", name);
  if (!request.view && (request.as_json || request.output || table_options_narrow(&request.wanted)))
    return user_error(NULL,
                      "which question? --csv, --json, --output, --columns, --sort, --top, --min and --region are for "
                      "--trend, --regressions and --scaling");
  if (request.as_json && request.wanted.csv)
    return user_error(NULL, "--csv or --json, not both");
  if (request.as_page && (!request.view || !request.view->has_page || request.as_json || request.wanted.csv))
    return user_error(NULL, "--html is for --trend and --regressions, and neither for CSV nor for JSON");
  if (request.anonymous && !request.as_page)
    return user_error(NULL, "--anonymous is for --html");
  return !request.fail_ifs.count || (request.view && request.view->has & HAS_COMPARED) ||
         user_error(NULL, "--fail-if is for --regressions");
}

static const struct command_line line = {
    .command = "pomp-runs",
    .purpose = "keep runs of OpenMP programs in a database, and tell how they differ",
    .synopsis = "--db FILE [OPTION]... [EXPERIMENT]...",
    .description = "pomp-runs stores experiments in a file of SQLite, once each, and tells how a program's times go "
                   "from run to run, what has become slower, and how it scales. Experiments that are named are stored "
                   "first; without a question, the newest is stored if none is named.",
    .usage = "pomp-runs --db FILE [OPTION]... [EXPERIMENT]...",
    .about = "Keeps runs in a database, and tells how they differ. Experiments that are named are stored, once each; "
             "without a question, the newest is, if none is named.",
    .prefix = "--",
    .operand = OFFER_DIRECTORIES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-report(1), pomp-scale(1), pomp-clang(1)",
    .operands = &request.names,
    .operand_count = &request.name_count,
    .takes = ANY_OPERANDS,
    .check = check,
    .prepare = prepare,
};

bool options_read(int argc, char **argv, struct runs_request *into, int *status) {
  sections[0].option_count = sections[2].item_count = make_views();
  const bool good = command_read(&line, argc, argv, status);
  *into = request;
  return good;
}
