/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_options.c - reads the command line of pomp-top, and prints --help and the manual from the same tables.
 * Not here: the keys (keys.c). */
#include "base/manual.h"
#include "commands/top/top.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define USAGE 2 /* the exit status of a call that can't be right */

bool refuse(const char *text, const char *value) {
  fprintf(stderr, "pomp-top: %s%s\n", text, value);
  return false;
}

/* --- options: false, with a message, if the value is wrong --- */

static bool read_interval(struct top_chosen *chosen, const char *value) {
  char *end;
  chosen->interval = strtod(value, &end);
  return (end != value && !*end && isfinite(chosen->interval) && chosen->interval >= 0.1 && chosen->interval <= 3600) ||
         refuse("--interval takes seconds, from 0.1 to 3600, not ", value);
}
static bool read_since(struct top_chosen *chosen, const char *value) {
  (void)value;
  return chosen->since_start = true;
}
static bool print_help(const char *value);
static bool print_manual(const char *form);
static bool print_version(const char *value) {
  (void)value;
  return printf("pomp-top %s\n", POMP_VERSION) > 0;
}

static const struct option_row {
  const char *name, *value, *help; /* value: NULL: it takes none */
  bool (*read)(struct top_chosen *chosen, const char *value);
  bool (*print)(const char *value); /* and that is all */
  enum manual_offer offer;
  const char *const *words;
} rows[] = {
    {"interval", "SECONDS", "how often the figures are taken (1)", read_interval, NULL, OFFER_NOTHING, NULL},
    {"since-start", NULL, "begin with the figures since the measurement began, not those of the last interval",
     read_since, NULL, OFFER_NOTHING, NULL},
    {"manual", "FORM", "print the man page (man), or completion for bash, zsh or fish", NULL, print_manual, OFFER_WORDS,
     manual_forms},
    {"help", NULL, "this text, also by -h", NULL, print_help, OFFER_NOTHING, NULL},
    {"version", NULL, "the version", NULL, print_version, OFFER_NOTHING, NULL},
};
enum { ROWS = COUNT(rows), OPTION_ROW = 256, MOST_KEYS = 16 };

/* --- --help and the manual --- */

static bool print_help(const char *value) {
  const char *name, *text;
  (void)value;
  puts("usage: pomp-top [OPTION]... [HOST:][PID|EXPERIMENT|FOLDER]\n\n"
       "Shows what the threads of a program do now, and which regions take their time. The\n"
       "program is that of a number, an experiment, or the newest experiment in a folder;\n"
       "by default that of $POMP_EXPERIMENT_DIR, or else the newest pomp-* here. That of another\n"
       "machine is shown by the pomp-top which is there, by way of ssh.\n\nOptions");
  for (int i = 0; i < ROWS; i++) {
    char spelt[64];
    snprintf(spelt, sizeof spelt, "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
             rows[i].value ? rows[i].value : "");
    printf("  %-20s %s\n", spelt, rows[i].help);
  }
  puts("\nKeys");
  for (size_t i = 0; key_at(i, &name, &text); i++)
    printf("  %-20s %s\n", name, text);
  return true;
}

static const struct manual_item examples[] = {
    {"pomp-top $(pgrep -n solver)", "shows what the program solver does"},
    {"pomp-top --interval 10 pomp-solver", "shows the experiment, with new figures every ten seconds"},
    {"pomp-top node17:/scratch/run/pomp-solver", "shows an experiment of another machine"},
};

static bool print_manual(const char *form) {
  struct manual_option options[ROWS];
  struct manual_item keys[MOST_KEYS];
  size_t key_count = 0;
  for (; key_count < MOST_KEYS && key_at(key_count, &keys[key_count].term, &keys[key_count].meaning); key_count++)
    ;
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .letter = rows[i].print == print_help ? 'h' : 0,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].offer,
                                        .words = rows[i].words};
  const struct manual_section sections[] = {
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Keys", .items = keys, .item_count = key_count},
      {.title = "Exit status",
       .text = "The exit status is 0; 1 if there is nothing to show, or no terminal; 2 if the call can't be right."},
      {.title = "Examples", .items = examples, .item_count = COUNT(examples)}};
  const struct manual manual = {
      .command = "pomp-top",
      .purpose = "watch what the threads of an OpenMP program do",
      .synopsis = "[OPTION]... [HOST:][PID|EXPERIMENT|FOLDER]",
      .description =
          "pomp-top shows what the threads of a program do now: how much of the last interval each of them "
          "worked, waited or was idle, which regions took most of it, who waits for whom, and whether that "
          "can end. Nothing is attached to the program, and it is not stopped. With HOST: before it, the program "
          "is on another machine, whose own pomp-top shows it by way of ssh; nothing listens on a port.",
      .prefix = "--",
      .operand = OFFER_DIRECTORIES,
      .sections = sections,
      .section_count = COUNT(sections),
      .see_also = "pomp-report(1), pomp_read(3), pomp-clang(1)",
  };
  return manual_print(&manual, form) || refuse("--manual takes man, bash, zsh or fish, not ", form);
}

/* --- the command line --- */

static bool read_all(int argc, char **argv, struct top_chosen *chosen, bool *done) {
  struct option options[ROWS + 1];
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, OPTION_ROW + i};
  options[ROWS] = (struct option){NULL, 0, NULL, 0};
  opterr = 0; /* the messages name what is allowed */
  for (int c; (c = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
    if (c == ':')
      return refuse(argv[optind - 1], " takes a value");
    if (c != 'h' && c < OPTION_ROW)
      return refuse("it takes --interval, --since-start, --manual, --help and --version, not ", argv[optind - 1]);
    const struct option_row *row = c == 'h' ? &rows[ROWS - 2] : &rows[c - OPTION_ROW];
    *done = row->print != NULL;
    if (!(row->print ? row->print(optarg) : row->read(chosen, optarg)))
      return false;
    if (*done)
      return true;
  }
  chosen->name = argv[optind];
  return optind + 1 >= argc || refuse("one experiment at a time, not as well ", argv[optind + 1]);
}

bool options_read(int argc, char **argv, struct top_chosen *chosen, int *status) {
  bool done = false, good = read_all(argc, argv, chosen, &done);
  *status = good ? EXIT_SUCCESS : USAGE;
  return good && !done;
}
