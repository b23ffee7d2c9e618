/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_options.c - the command line of pomp-control.
 * Not here: what the commands do (control.c). */
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/control/control.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NS 1000000000u
#define MOST_RULES (1u << 20)

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
    return user_error(NULL, "sample takes off, or a time from 20us to 1000ms, not %s", text);
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
  if (!good)
    return user_error(path, "%s", strerror(why));
  r->rules = text;
  return true;
}

/* Reports call the region step `region(step)`. NULL: there is not enough memory. */
static const char *users_name(const char *text) {
  static const char before[] = "region(";
  const size_t length = strlen(text), from = sizeof before - 1;
  const bool whole = strncmp(text, before, from) == 0 && text[length - 1] == ')';
  return whole ? strndup(text + from, length - from - 1) : text;
}

/* Puts what is behind the command into the request. */
static bool read_argument(struct control_chosen *chosen, const char *text) {
  const struct control_command *c = chosen->command;
  struct pomp_read_request *r = &chosen->request;
  r->command = c->asks;
  if (c->takes != TAKES_NOTHING && !text)
    return user_error(NULL, "%s takes %s", c->name, c->argument);
  switch (c->takes) {
  case TAKES_NOTHING:
    return !text || user_error(NULL, "there is nothing behind this command, not %s", text);
  case TAKES_ON_OR_OFF:
    if (strcmp(text, "off") == 0)
      r->command = c->asks_off;
    else if (strcmp(text, "on") != 0)
      return user_error(NULL, "trace takes on or off, not %s", text);
    return true;
  case TAKES_PERIOD:
    return strcmp(text, "off") == 0 || read_period(text, &r->value_ns);
  case TAKES_FILE:
    return read_rules(text, r);
  case TAKES_REGION:
    r->region = users_name(text);
    r->value_ns = (uint64_t)(chosen->lease * NS);
    return r->region || user_error(NULL, "%s", strerror(errno));
  }
  return false;
}

static bool find_command(struct control_chosen *chosen, const char *word) {
  for (size_t i = 0; i < COUNT(commands); i++)
    if (word && strcmp(commands[i].name, word) == 0)
      chosen->command = &commands[i];
  if (chosen->command)
    return true;
  const char *names[COUNT(commands)];
  for (size_t i = 0; i < COUNT(commands); i++)
    names[i] = commands[i].name;
  return word ? user_error_word("there is no command ", word, "", names, COUNT(commands),
                                "it takes status, on, off, reset, trace, sample, filter, suspend and resume")
              : user_error(NULL, "the commands are status, on, off, reset, trace, sample, filter, suspend and resume, "
                                 "not nothing");
}

/* --- the command line --- */

enum { COMMANDS = COUNT(commands) };

static struct control_chosen asked = {.wait = 10, .lease = 30};
static char *const *words;
static size_t word_count;
static struct command_item items[COMMANDS];

static const struct command_option options[] = {
    {"wait", .value = "SECONDS", .help = "how long to wait for an event of the program, which gives the answer (10)",
     .seconds = &asked.wait, .least = 0, .most = 86400, .takes = "seconds"},
    {"lease", .value = "SECONDS", .help = "for how long suspended threads wait if this command is killed (30)",
     .seconds = &asked.lease, .least = 1, .most = 3600, .takes = "seconds"},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text, also by -h"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-control $(pgrep -n solver) off", "records nothing more, until on"},
    {"pomp-control pomp-solver sample 1ms", "samples the threads from now on, though POMP_SAMPLE was not set"},
    {"pomp-control pomp-solver filter rules", "leaves out what the file says, in the syntax of POMP_FILTER"},
    {"pomp-control pomp-solver suspend step", "lets threads wait where the next step begins, until Ctrl-C"},
};

static const struct command_section sections[] = {
    {.title = "Commands", .items = items, .item_count = COMMANDS, .where = IN_BOTH},
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Exit status",
     .text = "The exit status is 0 if it is done; 1 if it can't be; 2 if the call can't be right; 3 if there was no "
             "event in time: then it is done at the next one."},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

static void list_commands(void) {
  static char terms[COMMANDS][64];
  for (size_t i = 0; i < COMMANDS; i++) {
    const struct control_command *c = &commands[i];
    snprintf(terms[i], sizeof terms[i], "%s%s%s", c->name, c->argument ? " " : "", c->argument ? c->argument : "");
    items[i] = (struct command_item){terms[i], c->help};
  }
}

static bool read_words(void) {
  if (!word_count)
    return user_error(NULL, "name a process or an experiment, and a command: pomp-control PID status");
  if (word_count > 3)
    return user_error(NULL, "one command at a time, not %s as well", words[3]);
  asked.name = words[0];
  asked.request.wait_ns = (uint64_t)(asked.wait * NS);
  return find_command(&asked, word_count > 1 ? words[1] : NULL) &&
         read_argument(&asked, word_count > 2 ? words[2] : NULL);
}

static const struct command_line line = {
    .command = "pomp-control",
    .purpose = "steer the measurement of an OpenMP program that runs",
    .synopsis = "[OPTION]... PID|EXPERIMENT COMMAND [ARGUMENT]",
    .description =
        "pomp-control asks a program that is measured to record events or not, to go on with its trace, to "
        "sample its threads, to leave regions out, or to let threads wait where they begin a region. It asks by the "
        "experiment's file: nothing is attached to the program. The next event of any thread carries it out.",
    .usage = "pomp-control [OPTION]... PID|EXPERIMENT COMMAND [ARGUMENT]",
    .about =
        "Steers the measurement of a program that runs. The program is that of a number, or of an experiment; in a "
        "job, all ranks on this machine. It does what is asked at its next event.",
    .prefix = "--",
    .operand = OFFER_DIRECTORIES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-top(1), pomp-report(1), pomp_read(3), pomp-clang(1)",
    .operands = &words,
    .operand_count = &word_count,
    .takes = ANY_OPERANDS,
    .prepare = list_commands,
    .check = read_words,
};

bool control_options(int argc, char **argv, struct control_chosen *chosen, int *status) {
  const bool good = command_read(&line, argc, argv, status);
  *chosen = asked;
  return good;
}
