/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_options.c - reads the command line of pomp-runs, and prints --help and the manual from the same tables.
 * Not here: the questions, each of which is an option (runs_views.c). */
#include "commands/runs/runs_options.h"
#include "base/manual.h"
#include "base/user_error.h"
#include "commands/runs/runs.h"
#include "commands/runs/runs_views.h"
#include "findings/condition_figures.h"
#include "show/diff_values.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- options that take a value: false, with a message, if it is wrong --- */

static bool read_db(struct runs_request *request, const char *value) {
  request->db = value;
  return *value || user_error(NULL, "--db takes the name of a file");
}
#define TABLE_OPTION_READER(NAME, VALUE, HELP, OFFER)                                                                  \
  static bool read_##NAME(struct runs_request *request, const char *value) {                                           \
    return table_options_read_##NAME(&request->wanted, value);                                                         \
  }
TABLE_OPTIONS(TABLE_OPTION_READER)
#undef TABLE_OPTION_READER
static bool read_json(struct runs_request *request, const char *value) {
  (void)value;
  return request->as_json = true;
}
static bool read_html(struct runs_request *request, const char *value) {
  (void)value;
  return request->as_page = true;
}
static bool read_output(struct runs_request *request, const char *value) {
  request->output = value;
  return *value || user_error(NULL, "-o takes the name of the file to write, or - for the standard output");
}
static bool read_anonymous(struct runs_request *request, const char *value) {
  (void)value;
  return request->anonymous = true;
}
static bool read_traced(struct runs_request *request, const char *value) {
  (void)value;
  return request->traced = true;
}
static bool read_intervals(struct runs_request *request, const char *value) {
  (void)value;
  return request->intervals = true;
}
static bool read_fail_if(struct runs_request *request, const char *value) {
  return fail_ifs_add(&request->fail_ifs, value);
}

static bool print_help(const char *value);
static bool print_manual(const char *form);
static bool print_version(const char *value) {
  (void)value;
  return printf("pomp-runs %s\n", POMP_VERSION) > 0;
}

enum { MOST_COLUMNS = 96, MOST_FIGURES = 32, MOST_VIEWS = 8 };
static const char *column_keys[MOST_COLUMNS + 1], *figure_keys[MOST_FIGURES + 1];

#define OFFERS_NOTHING OFFER_NOTHING, NULL
#define OFFERS_COLUMN OFFER_WORDS, column_keys
#define OFFERS_COLUMNS OFFER_LIST, column_keys

/* A row is an option other than a question; --help, the man page and completion are made from them.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
static const struct option_row {
  const char *name, *value; /* NULL: it takes none */
  const char *help;
  bool (*read)(struct runs_request *request, const char *value);
  bool (*print)(const char *value); /* and that is all; false, with a message: the value is wrong */
  enum manual_offer offer;
  const char *const *words;
} rows[] = {
    {"db", "FILE", "the database; it is made when the first run is stored", read_db, NULL, OFFER_FILES},
#define TABLE_OPTION_ROW(NAME, VALUE, HELP, OFFER) {#NAME, VALUE, HELP, read_##NAME, NULL, OFFERS_##OFFER},
    TABLE_OPTIONS(TABLE_OPTION_ROW)
#undef TABLE_OPTION_ROW
        {"json", NULL, "tell it for programs; docs/report-json.md has the keys", read_json, NULL},
    {"html", NULL, "--trend, --regressions: write a page that a browser shows", read_html, NULL},
    {"output", "FILE", "--html: the file to write, also by -o (FILE.html, or diff.html); -: the standard output",
     read_output, NULL, OFFER_FILES},
    {"anonymous", NULL, "--html: leaves out host, user, paths, command line and environment", read_anonymous},
    {"fail-if", "CONDITION",
     "--regressions: exit status 1 if it holds, as 'self>5%', 3 if the machine was too busy; docs/compare.md has more",
     read_fail_if, NULL, OFFER_WORDS, figure_keys},
    {"from-trace", NULL, "store the profile that follows from the trace, in place of the measured one", read_traced,
     NULL},
    {"intervals", NULL, "store each interval of a run (POMP_PROFILE_EVERY) as a run of its own", read_intervals, NULL},
    {"manual", "FORM", "print the man page (man), or completion for bash, zsh or fish", NULL, print_manual, OFFER_WORDS,
     manual_forms},
    {"help", NULL, "this text, also by -h", NULL, print_help},
    {"version", NULL, "the version", NULL, print_version},
};
enum { ROWS = COUNT(rows), OPTION_ROW = 256, OPTION_VIEW = OPTION_ROW + ROWS, OPTIONS = ROWS + MOST_VIEWS };

/* --- --help and the manual --- */

static const char *spell(char *text, size_t size, const struct option_row *row) {
  snprintf(text, size, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
  return text;
}

static bool print_help(const char *value) {
  const struct run_view *v;
  char text[64];
  (void)value;
  printf(
      "usage: pomp-runs --db FILE [OPTION]... [EXPERIMENT]...\n\n"
      "Keeps runs in a database, and tells how they differ. Experiments that are named are stored, once each; without\n"
      "a question, the newest is, if none is named.\n\n"
      "Questions\n");
  for (size_t i = 0; (v = run_view_at(i)); i++)
    printf("  --%-22s %s\n", v->name, v->help);
  printf("\nOptions\n");
  for (int i = 0; i < ROWS; i++)
    printf("  %-24s %s\n", spell(text, sizeof text, &rows[i]), rows[i].help);
  printf("\nColumns\n");
  for (size_t i = 0; (v = run_view_at(i)); i++)
    printf("  --%s: %s\n", v->name, v->columns);
  printf("\nThe exit status is 0; 1 if something can't be stored or read, or a condition holds; 2 if the call can't be "
         "right;\n3 if the machine was too busy for a condition to be judged.\n"
         "man pomp-runs has all columns, docs/database.md the tables of the database.\n");
  return true;
}

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

static size_t make_columns(struct manual_item *into) {
  enum { TEXT_SIZE = 400 };
  static char meanings[MOST_COLUMNS][TEXT_SIZE];
  const struct column *c;
  char views[64];
  size_t count = 0;
  for (; count < MOST_COLUMNS && (c = column_at(all_columns, count)); count++) {
    column_keys[count] = c->key;
    snprintf(meanings[count], TEXT_SIZE, "%s (%s; %s)", c->words, unit_name(c->unit),
             views_with(c, views, sizeof views));
    into[count] = (struct manual_item){c->key, meanings[count]};
  }
  for (size_t i = 0; i < MOST_FIGURES && condition_figure(i); i++)
    figure_keys[i] = condition_figure(i);
  return count;
}

static const struct manual_item examples[] = {
    {"pomp-runs --db runs.db pomp-*", "stores the experiments in this directory, once each"},
    {"pomp-runs --db runs.db --trend --region solve", "shows how the times of solve went from run to run"},
    {"pomp-runs --db runs.db --regressions --fail-if 'self>5%' e",
     "ends with 1 if e is slower than the runs before it"},
};

static bool print_manual(const char *form) {
  struct manual_option views[MOST_VIEWS], options[ROWS];
  struct manual_item columns[MOST_COLUMNS];
  const struct run_view *v;
  size_t view_count = 0;
  for (; (v = run_view_at(view_count)); view_count++)
    views[view_count] = (struct manual_option){.name = v->name, .help = v->help};
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .letter = rows[i].print == print_help ? 'h' : 0,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].offer,
                                        .words = rows[i].words};
  const struct manual_section sections[] = {
      {.title = "Questions", .options = views, .option_count = view_count},
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Columns",
       .text = "--columns and --sort take these names. In parentheses are the unit, and the questions whose answer has "
               "the column.",
       .items = columns,
       .item_count = make_columns(columns)},
      {.title = "Exit status",
       .text =
           "The exit status is 0; 1 if something can't be stored or read, the output not be written, or a condition "
           "of --fail-if holds; 2 if the call can't be right; 3 if none of --fail-if holds for certain, and some can't "
           "be "
           "judged, as threads had no processor. With --regressions it is 2 as well if something can't be read."},
      {.title = "Examples", .items = examples, .item_count = sizeof examples / sizeof *examples}};
  const struct manual manual = {
      .command = "pomp-runs",
      .purpose = "keep runs of OpenMP programs in a database, and tell how they differ",
      .synopsis = "--db FILE [OPTION]... [EXPERIMENT]...",
      .description =
          "pomp-runs stores experiments in a file of SQLite, once each, and tells how a program's times go "
          "from run to run, what has become slower, and how it scales. Experiments that are named are stored "
          "first; without a question, the newest is stored if none is named.",
      .prefix = "--",
      .operand = OFFER_DIRECTORIES,
      .sections = sections,
      .section_count = COUNT(sections),
      .see_also = "pomp-report(1), pomp-scale(1), pomp-clang(1)",
  };
  return manual_print(&manual, form) || user_error(NULL, "--manual takes man, bash, zsh or fish, not %s", form);
}

/* --- the command line --- */

static size_t make_options(struct option *options) {
  const struct run_view *v;
  size_t count = 0;
  for (int i = 0; (v = run_view_at(count)); i++)
    options[count++] = (struct option){v->name, no_argument, NULL, OPTION_VIEW + i};
  for (int i = 0; i < ROWS; i++)
    options[count++] =
        (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, OPTION_ROW + i};
  options[count] = (struct option){NULL, 0, NULL, 0};
  return count;
}

/* Tells what it takes, and perhaps which of it was meant. */
static bool refuse_option(const struct option *options, size_t count, const char *word) {
  const char *names[OPTIONS];
  for (size_t i = 0; i < count; i++)
    names[i] = options[i].name;
  return user_error_option(word, names, count);
}

/* Returns the row of an option that there is. */
static const struct option_row *row_named(const char *name) {
  int i = 0;
  while (strcmp(rows[i].name, name) != 0)
    i++;
  return &rows[i];
}

/* Reads one option, which getopt has returned as `c`. `*done`: it was an option such as --help, after which the program
 * ends. */
static bool read_option(struct runs_request *request, int c, const char *value, bool *done) {
  if (c >= OPTION_VIEW) {
    const struct run_view *v = run_view_at((size_t)(c - OPTION_VIEW));
    if (request->view && request->view != v)
      return user_error(NULL, "one question at a time: --%s or --%s", request->view->name, v->name);
    request->view = v;
    return true;
  }
  const struct option_row *row = c == 'h' ? row_named("help") : c == 'o' ? row_named("output") : &rows[c - OPTION_ROW];
  *done = row->print != NULL;
  return row->print ? row->print(value) : row->read(request, value);
}

/* Tells whether the options fit each other. */
static bool check(const struct runs_request *request) {
  const char *name = request->view ? request->view->name : "";
  if (!request->db)
    return user_error(NULL, "which database? As in: pomp-runs --db runs.db%s%s", *name ? " --" : "", name);
  if (!request->view && (request->as_json || table_options_narrow(&request->wanted)))
    return user_error(NULL, "which question? --csv, --json, --columns, --sort, --top, --min and --region are for "
                            "--trend, --regressions and --scaling");
  if (request->as_json && request->wanted.csv)
    return user_error(NULL, "--csv or --json, not both");
  if (request->as_page && (!request->view || !request->view->has_page || request->as_json || request->wanted.csv))
    return user_error(NULL, "--html is for --trend and --regressions, and neither for CSV nor for JSON");
  if ((request->output || request->anonymous) && !request->as_page)
    return user_error(NULL, "--%s is for --html", request->output ? "output" : "anonymous");
  return !request->fail_ifs.count || (request->view && request->view->has & HAS_COMPARED) ||
         user_error(NULL, "--fail-if is for --regressions");
}

static bool read_all(int argc, char **argv, struct runs_request *request, bool *done) {
  struct option options[OPTIONS + 1];
  size_t count = make_options(options);
  opterr = 0; /* the messages name what is allowed */
  for (int c; (c = getopt_long(argc, argv, "-:ho:", options, NULL)) != -1;) {
    char letter[] = {'-', (char)optopt, 0}; /* one of several in an argument, perhaps */
    if (c == 1)
      argv[1 + request->name_count++] = optarg; /* what was there has been read */
    else if (c == ':')
      return user_error(NULL, "%s takes a value", argv[optind - 1]);
    else if (c != 'h' && c != 'o' && c < OPTION_ROW)
      return refuse_option(options, count, isgraph(optopt) ? letter : argv[optind - 1]);
    else if (!read_option(request, c, optarg, done))
      return false;
    if (*done)
      return true;
  }
  request->names = argv + 1;
  while (optind < argc) /* behind -- */
    argv[1 + request->name_count++] = argv[optind++];
  return check(request);
}

bool options_read(int argc, char **argv, struct runs_request *request, int *status) {
  bool done = false, good = read_all(argc, argv, request, &done);
  *status = good ? EXIT_SUCCESS : USER_ERROR_USAGE;
  return good && !done;
}
