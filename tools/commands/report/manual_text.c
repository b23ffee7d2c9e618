/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_text.c - what the manual of pomp-report has besides the options, and the same as tables in Markdown for
 * docs/report.md. Not here: views, options and columns (report_views.c, report_options.c, report_columns.c). */
#include "commands/report/manual_text.h"

#include "findings/condition_figures.h"
#include "show/columns.h"
#include "show/report_views.h"

#include <stdio.h>
#include <string.h>

/* --- tables in Markdown --- */

static bool has_column(const struct view *v, const struct column *c) { return v->columns && !(c->of & ~v->has); }

/* Puts the names of the views that may have the column into `text`. */
static const char *views_with(const struct column *c, char *text, size_t size) {
  const struct view *v;
  text[0] = 0;
  for (size_t k = 0; (v = view_at(k)); k++)
    if (has_column(v, c)) {
      size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", v->name);
    }
  return text;
}

void manual_tables(const struct command_option *options, size_t option_count) {
  const struct view *v;
  const struct column *c;
  char text[512];
  printf("| view | shows |\n| --- | --- |\n");
  for (size_t i = 0; (v = view_at(i)); i++)
    if (v->word)
      printf("| `--%s`, `--%s=%s` | %s; %s |\n", v->name, v->name, v->word, v->help, v->word_help);
    else
      printf("| `--%s%s%s` | %s |\n", v->name, v->value ? " " : "", v->value ? v->value : "", v->help);
  printf("\n| option | means |\n| --- | --- |\n");
  for (size_t i = 0; i < option_count; i++)
    printf("| `%s` | %s |\n", command_spell(text, sizeof text, &options[i]), options[i].help);
  printf("\n| column | its head | unit | views | means |\n| --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; (c = column_at(report_columns, i)); i++)
    printf("| `%s` | %s | %s | %s | %s |\n", c->key, c->head, unit_name(c->unit), views_with(c, text, sizeof text),
           c->words);
}

/* --- the man page and completion --- */

enum { MOST_VIEWS = 64, TEXT = 600 };

const char *manual_columns[MANUAL_COLUMNS + 1], *manual_figures[MANUAL_FIGURES + 1];

static size_t make_columns(struct command_item *into) {
  static char meanings[MANUAL_COLUMNS][TEXT];
  const struct column *c;
  char views[512];
  size_t count = 0;
  for (; count < MANUAL_COLUMNS && (c = column_at(report_columns, count)); count++) {
    manual_columns[count] = c->key;
    snprintf(meanings[count], TEXT, "%s (%s; %s)", c->words, unit_name(c->unit), views_with(c, views, sizeof views));
    into[count] = (struct command_item){c->key, meanings[count]};
  }
  for (size_t i = 0; i < MANUAL_FIGURES && condition_figure(i); i++)
    manual_figures[i] = condition_figure(i);
  return count;
}

static const struct command_item environment[] = {
    {"POMP_EXPERIMENT_DIR", "is the experiment that is shown if none is named"},
};
static const struct command_item files[] = {
    {"pomp-PROGRAM-DATE-TIME-PID", "is the directory of an experiment, unless POMP_EXPERIMENT_DIR names another one; "
                                   "it has profile.pomp, and trace.pomp if events were recorded"},
};

static const struct command_item examples[] = {
    {"pomp-report", "shows the newest run in this directory"},
    {"pomp-report --diagnose e", "says what costs time in the run whose directory is e, and what to do about it"},
    {"pomp-report --tree --top 10", "shows the ten call paths that took most, and those above them"},
    {"pomp-report --sort wait_s --region solve", "shows what has solve in its name, function or file, by its waiting"},
    {"pomp-report --columns wait_s,region,where --csv", "prints three columns for a spreadsheet"},
    {"pomp-report --source stommel.c:137", "shows this line and those around it, with their figures"},
    {"pomp-report --diff before after --fail-if 'self>5%'", "compares two runs, and ends with 1 if one region became "
                                                            "slower by more than 5 %"},
    {"pomp-report --efficiency 1 2 4", "shows how three runs with different numbers of threads scale"},
};

/* Lists the columns of each view. */
static size_t make_view_columns(struct command_item *into) {
  static char terms[MOST_VIEWS][32], lists[MOST_VIEWS][4 * TEXT];
  const struct view *v;
  const struct column *c;
  size_t count = 0;
  for (size_t i = 0; count < MOST_VIEWS && (v = view_at(i)); i++) {
    size_t used = 0;
    for (size_t k = 0; v->columns && (c = column_at(report_columns, k)); k++)
      if (has_column(v, c) && used < sizeof lists[count])
        used += (size_t)snprintf(lists[count] + used, sizeof lists[count] - used, "%s%s", used ? ", " : "", c->key);
    if (!used)
      continue;
    snprintf(terms[count], sizeof terms[count], "--%s", v->name);
    into[count] = (struct command_item){terms[count], lists[count]};
    count++;
  }
  return count;
}

void manual_sections(struct command_section *into) {
  static struct command_item columns[MANUAL_COLUMNS], view_columns[MOST_VIEWS];
  const struct command_section sections[MANUAL_SECTIONS] = {
      {.title = "Columns",
       .text = "--columns and --sort take these names. In parentheses are the unit, and the views that have the "
               "column.",
       .items = columns,
       .item_count = make_columns(columns)},
      {.title = "Columns of each view",
       .items = view_columns,
       .item_count = make_view_columns(view_columns),
       .where = IN_BOTH},
      {.text = "docs/report.md and man pomp-report say what each is.", .where = IN_HELP},
      {.title = "Exit status",
       .text =
           "The exit status is 0; 1 if the experiment can't be read, the output not be written, or a condition of "
           "--fail-if holds; 2 if the call can't be right; 3 if no condition of --fail-if holds for certain, and some "
           "can't be judged, as threads had no processor. With --fail-if it is 2 as well if an experiment can't be "
           "read."},
      {.title = "Environment", .items = environment, .item_count = COUNT(environment)},
      {.title = "Files", .items = files, .item_count = COUNT(files)},
      {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
  };
  memcpy(into, sections, sizeof sections);
}
