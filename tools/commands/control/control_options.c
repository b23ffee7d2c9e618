/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_options.c - reads the command line of pomp-control, and prints --help and the manual from the same tables.
 * Not here: what the commands do (control.c). */
#include "base/manual.h"
#include "commands/control/control.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NS 1000000000u
#define MOST_RULES (1u << 20)

bool control_refuse(const char *text, const char *value) {
  fprintf(stderr, "pomp-control: %s%s\n", text, value);
  return false;
}
static bool refuse(const char *text, const char *value) { return control_refuse(text, value); }

/* --- commands --- */

static const struct control_command commands[] = {
    {"status", NULL, "show what is recorded, traced, sampled and suspended", TAKES_NOTHING, 0, 0, false, false},
    {"on", NULL, "record events", TAKES_NOTHING, POMP_READ_ON, 0, false, false},
    {"off", NULL, "record no events, until on", TAKES_NOTHING, POMP_READ_OFF, 0, false, false},
    {"reset", NULL, "keep what was measured so far as one interval (pomp-report --interval), and begin the next one",
     TAKES_NOTHING, 0, 0, false, true},
    {"trace", "on|off", "let the trace go on, or have a break; the program has to be started with POMP_TRACE=1",
     TAKES_ON_OR_OFF, POMP_READ_TRACE_ON, POMP_READ_TRACE_OFF, false, false},
    {"sample", "PERIOD|off", "sample threads, as each 1ms or 500us of their CPU time; not oftener than at first",
     TAKES_PERIOD, POMP_READ_SAMPLE, POMP_READ_SAMPLE, false, false},
    {"filter", "FILE",
     "record nothing more of the regions that the file's rules exclude, of those that have begun so far", TAKES_FILE,
     POMP_READ_FILTER, 0, false, false},
    {"suspend", "REGION",
     "let threads wait where they begin a region of the user (pomp inst begin), as long as this runs", TAKES_REGION,
     POMP_READ_SUSPEND, 0, true, false},
    {"resume", NULL, "let them go on", TAKES_NOTHING, POMP_READ_RESUME, 0, false, false},
};

static bool read_period(const char *text, uint64_t *ns) {
  char *end;
  const double count = strtod(text, &end);
  const double unit = strcmp(end, "us") == 0 ? 1e3 : strcmp(end, "ms") == 0 ? 1e6 : 0;
  if (end == text || !isfinite(count) || count * unit < 20000 || count * unit > NS)
    return refuse("sample takes off, or a time from 20us to 1000ms, not ", text);
  *ns = (uint64_t)(count * unit + 0.5);
  return true;
}

/* Reads the whole file. It stays in memory until the end. */
static bool read_rules(const char *path, struct pomp_read_request *r) {
  static char text[MOST_RULES];
  FILE *file = fopen(path, "re");
  const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
  const bool good = file && !ferror(file) && length < sizeof text;
  const int why = length < sizeof text ? errno : EFBIG;
  if (file)
    fclose(file);
  if (!good) {
    fprintf(stderr, "pomp-control: %s: %s\n", path, strerror(why));
    return false;
  }
  r->rules = text;
  return true;
}

/* Puts what is behind the command into the request. */
static bool read_argument(struct control_chosen *chosen, const char *text) {
  const struct control_command *c = chosen->command;
  struct pomp_read_request *r = &chosen->request;
  r->command = c->asks;
  if (c->takes != TAKES_NOTHING && !text) {
    char takes[64];
    snprintf(takes, sizeof takes, "%s takes %s", c->name, c->argument);
    return refuse(takes, "");
  }
  switch (c->takes) {
  case TAKES_NOTHING:
    return !text || refuse("there is nothing behind this command, not ", text);
  case TAKES_ON_OR_OFF:
    if (strcmp(text, "off") == 0)
      r->command = c->asks_off;
    else if (strcmp(text, "on") != 0)
      return refuse("trace takes on or off, not ", text);
    return true;
  case TAKES_PERIOD:
    return strcmp(text, "off") == 0 || read_period(text, &r->value_ns);
  case TAKES_FILE:
    return read_rules(text, r);
  case TAKES_REGION:
    r->region = text;
    r->value_ns = (uint64_t)(chosen->lease * NS);
    return true;
  }
  return false;
}

static bool find_command(struct control_chosen *chosen, const char *word) {
  for (size_t i = 0; i < COUNT(commands); i++)
    if (word && strcmp(commands[i].name, word) == 0)
      chosen->command = &commands[i];
  return chosen->command ||
         refuse("the commands are status, on, off, reset, trace, sample, filter, suspend and resume, not ",
                word ? word : "nothing");
}

/* --- options: false, with a message, if the value is wrong --- */

static bool read_seconds(const char *value, double least, double most, double *seconds) {
  char *end;
  *seconds = strtod(value, &end);
  return end != value && !*end && isfinite(*seconds) && *seconds >= least && *seconds <= most;
}
static bool read_wait(struct control_chosen *chosen, const char *value) {
  return read_seconds(value, 0, 86400, &chosen->wait) || refuse("--wait takes seconds, up to 86400, not ", value);
}
static bool read_lease(struct control_chosen *chosen, const char *value) {
  return read_seconds(value, 1, 3600, &chosen->lease) || refuse("--lease takes seconds, from 1 to 3600, not ", value);
}
static bool print_help(const char *value);
static bool print_manual(const char *form);
static bool print_version(const char *value) {
  (void)value;
  return printf("pomp-control %s\n", POMP_VERSION) > 0;
}

static const struct option_row {
  const char *name, *value, *help; /* value: NULL: it takes none */
  bool (*read)(struct control_chosen *chosen, const char *value);
  bool (*print)(const char *value); /* and that is all */
  enum manual_offer offer;
  const char *const *words;
} rows[] = {
    {"wait", "SECONDS", "how long to wait for an event of the program, which gives the answer (10)", read_wait, NULL,
     OFFER_NOTHING, NULL},
    {"lease", "SECONDS", "for how long suspended threads wait if this command is killed (30)", read_lease, NULL,
     OFFER_NOTHING, NULL},
    {"manual", "FORM", "print the man page (man), or completion for bash, zsh or fish", NULL, print_manual, OFFER_WORDS,
     manual_forms},
    {"help", NULL, "this text, also by -h", NULL, print_help, OFFER_NOTHING, NULL},
    {"version", NULL, "the version", NULL, print_version, OFFER_NOTHING, NULL},
};
enum { ROWS = COUNT(rows), COMMANDS = COUNT(commands), OPTION_ROW = 256 };

/* --- --help and the manual --- */

static void spell(char *text, size_t size, const char *before, const char *name, const char *value) {
  snprintf(text, size, "%s%s%s%s", before, name, value ? " " : "", value ? value : "");
}

static bool print_help(const char *value) {
  char spelt[64];
  (void)value;
  puts("usage: pomp-control [OPTION]... PID|EXPERIMENT COMMAND [ARGUMENT]\n\n"
       "Steers the measurement of a program that runs. The program is that of a number, or of\n"
       "an experiment; in a job, all ranks on this machine. It does what is asked at its next\n"
       "event.\n\nCommands");
  for (int i = 0; i < COMMANDS; i++) {
    spell(spelt, sizeof spelt, "", commands[i].name, commands[i].argument);
    printf("  %-18s %s\n", spelt, commands[i].help);
  }
  puts("\nOptions");
  for (int i = 0; i < ROWS; i++) {
    spell(spelt, sizeof spelt, "--", rows[i].name, rows[i].value);
    printf("  %-18s %s\n", spelt, rows[i].help);
  }
  return true;
}

static const struct manual_item examples[] = {
    {"pomp-control $(pgrep -n solver) off", "records nothing more, until on"},
    {"pomp-control pomp-solver sample 1ms", "samples the threads from now on, though POMP_SAMPLE was not set"},
    {"pomp-control pomp-solver filter rules", "leaves out what the file says, in the syntax of POMP_FILTER"},
    {"pomp-control pomp-solver suspend step", "lets threads wait where the next step begins, until Ctrl-C"},
};

static bool print_manual(const char *form) {
  struct manual_option options[ROWS];
  struct manual_item items[COMMANDS];
  static char terms[COMMANDS][64];
  for (int i = 0; i < COMMANDS; i++) {
    spell(terms[i], sizeof terms[i], "", commands[i].name, commands[i].argument);
    items[i] = (struct manual_item){terms[i], commands[i].help};
  }
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .letter = rows[i].print == print_help ? 'h' : 0,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].offer,
                                        .words = rows[i].words};
  const struct manual_section sections[] = {
      {.title = "Commands", .items = items, .item_count = COMMANDS},
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Exit status",
       .text = "The exit status is 0 if it is done; 1 if it can't be; 2 if the call can't be right; 3 if there was no "
               "event in time: then it is done at the next one."},
      {.title = "Examples", .items = examples, .item_count = COUNT(examples)}};
  const struct manual manual = {
      .command = "pomp-control",
      .purpose = "steer the measurement of an OpenMP program that runs",
      .synopsis = "[OPTION]... PID|EXPERIMENT COMMAND [ARGUMENT]",
      .description =
          "pomp-control asks a program that is measured to record events or not, to go on with its trace, to "
          "sample its threads, to leave regions out, or to let threads wait where they begin a region. It asks by the "
          "experiment's file: nothing is attached to the program. The next event of any thread carries it out.",
      .prefix = "--",
      .operand = OFFER_DIRECTORIES,
      .sections = sections,
      .section_count = COUNT(sections),
      .see_also = "pomp-top(1), pomp-report(1), pomp_read(3), pomp-clang(1)",
  };
  return manual_print(&manual, form) || refuse("--manual takes man, bash, zsh or fish, not ", form);
}

/* --- the command line --- */

static bool read_options(int argc, char **argv, struct control_chosen *chosen, bool *done) {
  struct option options[ROWS + 1];
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, OPTION_ROW + i};
  options[ROWS] = (struct option){NULL, 0, NULL, 0};
  opterr = 0; /* the messages name what is allowed */
  for (int c; (c = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
    if (c == ':')
      return refuse(argv[optind - 1], " takes a value");
    if (c != 'h' && c < OPTION_ROW)
      return refuse("it takes --wait, --lease, --manual, --help and --version, not ", argv[optind - 1]);
    const struct option_row *row = c == 'h' ? &rows[ROWS - 2] : &rows[c - OPTION_ROW];
    *done = row->print != NULL;
    if (!(row->print ? row->print(optarg) : row->read(chosen, optarg)))
      return false;
    if (*done)
      return true;
  }
  return true;
}

static bool read_operands(int argc, char **argv, struct control_chosen *chosen) {
  const char *words[3] = {NULL, NULL, NULL};
  for (int i = 0; i < 3 && optind + i < argc; i++)
    words[i] = argv[optind + i];
  if (!words[0])
    return refuse("name a process or an experiment, and a command: pomp-control PID status", "");
  if (optind + 3 < argc)
    return refuse("one command at a time, not as well ", argv[optind + 3]);
  chosen->name = words[0];
  chosen->request.wait_ns = (uint64_t)(chosen->wait * NS);
  return find_command(chosen, words[1]) && read_argument(chosen, words[2]);
}

bool control_options(int argc, char **argv, struct control_chosen *chosen, int *status) {
  bool done = false;
  const bool good = read_options(argc, argv, chosen, &done) && (done || read_operands(argc, argv, chosen));
  *status = good ? EXIT_SUCCESS : CONTROL_USAGE;
  return good && !done;
}
