/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_text.c - prints the manual: tables in Markdown, the man page, completion. All are made of the tables of views,
 * options and columns. Not here: the tables (report_views.c, report_options.c, report_columns.c), --help (help_text.c).
 */
#include "commands/report/manual_text.h"

#include "base/manual.h"
#include "commands/report/help_text.h"
#include "commands/report/report_options.h"
#include "findings/condition_figures.h"
#include "show/columns.h"
#include "show/report_views.h"

#include <stdio.h>
#include <string.h>

/* --- tables in Markdown --- */

/* Puts the names of the views that may have the column into `text`. */
static const char *views_with(const struct column *c, char *text, size_t size) {
  const struct view *v;
  text[0] = 0;
  for (size_t k = 0; (v = view_at(k)); k++)
    if (help_has_column(v, c)) {
      size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", v->name);
    }
  return text;
}

static void print_markdown(void) {
  const struct view *v;
  const struct column *c;
  struct option_about o;
  char text[512];
  printf("| view | shows |\n| --- | --- |\n");
  for (size_t i = 0; (v = view_at(i)); i++)
    if (v->word)
      printf("| `--%s`, `--%s=%s` | %s; %s |\n", v->name, v->name, v->word, v->help, v->word_help);
    else
      printf("| `--%s%s%s` | %s |\n", v->name, v->value ? " " : "", v->value ? v->value : "", v->help);
  printf("\n| option | means |\n| --- | --- |\n");
  for (size_t i = 0; option_at(i, &o); i++)
    printf("| `%s` | %s |\n", help_spell(text, sizeof text, o.name, o.value, o.may_lack), o.help);
  printf("\n| column | its head | unit | views | means |\n| --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; (c = column_at(report_columns, i)); i++)
    printf("| `%s` | %s | %s | %s | %s |\n", c->key, c->head, unit_name(c->unit), views_with(c, text, sizeof text),
           c->words);
}

/* --- the man page and completion --- */

enum { MOST_OPTIONS = 64, MOST_COLUMNS = 256, MOST_FIGURES = 32, TEXT = 600 };

static const char *column_keys[MOST_COLUMNS + 1];
static const char *figure_keys[MOST_FIGURES + 1];
static const char *view_words[MOST_OPTIONS][2]; /* each view's word, and NULL */
static const char *const help_words[] = {"all", NULL};
static const char *const forms[] = {"markdown", "man", "bash", "zsh", "fish", NULL};

static size_t make_views(struct manual_option *into) {
  static char helps[MOST_OPTIONS][TEXT];
  const struct view *v;
  size_t count = 0;
  for (; count < MOST_OPTIONS && (v = view_at(count)); count++) {
    view_words[count][0] = v->word;
    snprintf(helps[count], TEXT, "%s%s%s%s%s", v->help, v->word ? "; " : "", v->word ? v->word : "",
             v->word ? ": " : "", v->word ? v->word_help : "");
    into[count] = (struct manual_option){.name = v->name,
                                         .value = v->word ? v->word : v->value,
                                         .may_lack = true,
                                         .apart = v->value,
                                         .help = helps[count],
                                         .offer = v->word ? OFFER_WORDS : OFFER_FILES,
                                         .words = view_words[count]};
  }
  return count;
}

static size_t make_options(struct manual_option *into) {
  static const enum manual_offer offers[] = {
      [OFFERS_FILE] = OFFER_FILES,   [OFFERS_EXPERIMENT] = OFFER_DIRECTORIES, [OFFERS_COLUMN] = OFFER_WORDS,
      [OFFERS_COLUMNS] = OFFER_LIST, [OFFERS_FIGURE] = OFFER_WORDS,           [OFFERS_FORM] = OFFER_WORDS,
      [OFFERS_ALL] = OFFER_WORDS,
  };
  static const char *const *const words[] = {[OFFERS_COLUMN] = column_keys,
                                             [OFFERS_COLUMNS] = column_keys,
                                             [OFFERS_FIGURE] = figure_keys,
                                             [OFFERS_FORM] = forms,
                                             [OFFERS_ALL] = help_words};
  struct option_about o;
  size_t count = 0;
  for (; count < MOST_OPTIONS && option_at(count, &o); count++)
    into[count] = (struct manual_option){.name = o.name,
                                         .letter = o.letter,
                                         .value = o.value,
                                         .may_lack = o.may_lack,
                                         .help = o.help,
                                         .offer = offers[o.offer],
                                         .words = words[o.offer]};
  return count;
}

static size_t make_columns(struct manual_item *into) {
  static char meanings[MOST_COLUMNS][TEXT];
  const struct column *c;
  char views[512];
  size_t count = 0;
  for (; count < MOST_COLUMNS && (c = column_at(report_columns, count)); count++) {
    column_keys[count] = c->key;
    snprintf(meanings[count], TEXT, "%s (%s; %s)", c->words, unit_name(c->unit), views_with(c, views, sizeof views));
    into[count] = (struct manual_item){c->key, meanings[count]};
  }
  for (size_t i = 0; i < MOST_FIGURES && condition_figure(i); i++)
    figure_keys[i] = condition_figure(i);
  return count;
}

static const struct manual_item environment[] = {
    {"POMP_EXPERIMENT_DIR", "is the experiment that is shown if none is named"},
};
static const struct manual_item files[] = {
    {"pomp-PROGRAM-DATE-TIME-PID", "is the directory of an experiment, unless POMP_EXPERIMENT_DIR names another one; "
                                   "it has profile.pomp, and trace.pomp if events were recorded"},
};

static const struct manual_item examples[] = {
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
static size_t make_view_columns(struct manual_item *into) {
  static char terms[MOST_OPTIONS][32], lists[MOST_OPTIONS][4 * TEXT];
  const struct view *v;
  const struct column *c;
  size_t count = 0;
  for (size_t i = 0; count < MOST_OPTIONS && (v = view_at(i)); i++) {
    size_t used = 0;
    for (size_t k = 0; v->columns && (c = column_at(report_columns, k)); k++)
      if (help_has_column(v, c) && used < sizeof lists[count])
        used += (size_t)snprintf(lists[count] + used, sizeof lists[count] - used, "%s%s", used ? ", " : "", c->key);
    if (!used)
      continue;
    snprintf(terms[count], sizeof terms[count], "--%s", v->name);
    into[count] = (struct manual_item){terms[count], lists[count]};
    count++;
  }
  return count;
}

static bool print_manual(const char *form) {
  static struct manual_item view_columns[MOST_OPTIONS];
  static struct manual_option views[MOST_OPTIONS], options[MOST_OPTIONS];
  static struct manual_item columns[MOST_COLUMNS];
  const struct manual_section sections[] = {
      {.title = "Views",
       .text = "Several of them may be shown at once, if they are tables.",
       .options = views,
       .option_count = make_views(views)},
      {.title = "Options", .options = options, .option_count = make_options(options)},
      {.title = "Columns",
       .text = "--columns and --sort take these names. In parentheses are the unit, and the views that have the "
               "column.",
       .items = columns,
       .item_count = make_columns(columns)},
      {.title = "Columns of each view", .items = view_columns, .item_count = make_view_columns(view_columns)},
      {.title = "Exit status",
       .text =
           "The exit status is 0; 1 if the experiment can't be read, the output not be written, or a condition of "
           "--fail-if holds; 2 if the call can't be right; 3 if no condition of --fail-if holds for certain, and some "
           "can't be judged, as threads had no processor. With --fail-if it is 2 as well if an experiment can't be "
           "read."},
      {.title = "Environment", .items = environment, .item_count = 1},
      {.title = "Files", .items = files, .item_count = 1},
      {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
  };
  const struct manual manual = {
      .command = "pomp-report",
      .purpose = "show where an OpenMP program spent its time",
      .synopsis = "[OPTION]... [EXPERIMENT]...",
      .description =
          "pomp-report shows what was measured of a run of a program that pomp-clang has compiled. EXPERIMENT "
          "is the experiment's directory, or the profile.pomp in it; by default it is that of "
          "POMP_EXPERIMENT_DIR, or else the newest pomp-* in the current directory.",
      .prefix = "--",
      .operand = OFFER_DIRECTORIES,
      .sections = sections,
      .section_count = sizeof sections / sizeof *sections,
      .see_also = "pomp-clang(1), pomp-convert(1), pomp-scale(1), pomp-environment(7), pomp-filter(5), pomp(7)",
  };
  return manual_print(&manual, form);
}

bool report_manual(const char *form) {
  if (form && strcmp(form, forms[0]) != 0)
    return print_manual(form);
  print_markdown();
  return true;
}
