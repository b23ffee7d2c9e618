/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_options.c - the command line of pomp-top.
 * Not here: the keys (keys.c). */
#include "base/command_line.h"
#include "commands/top/top.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { KEYS = 16 };

static struct top_chosen asked = {.interval = 1};
static char *const *experiments;
static size_t experiment_count;
static struct command_item keys[KEYS];

static const struct command_option options[] = {
    {"interval", .value = "SECONDS", .help = "how often the figures are taken (1)", .seconds = &asked.interval,
     .least = 0.1, .most = 3600, .takes = "seconds"},
    {"since-start", .help = "begin with the figures since the measurement began, not those of the last interval",
     .flag = &asked.since_start},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text, also by -h"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-top $(pgrep -n solver)", "shows what the program solver does"},
    {"pomp-top --interval 10 pomp-solver", "shows the experiment, with new figures every ten seconds"},
    {"pomp-top node17:/scratch/run/pomp-solver", "shows an experiment of another machine"},
};

static struct command_section sections[] = {
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Keys", .items = keys, .where = IN_BOTH},
    {.title = "Exit status",
     .text = "The exit status is 0; 1 if there is nothing to show, or no terminal; 2 if the call can't be right."},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

static void list_keys(void) {
  size_t *count = &sections[1].item_count;
  for (*count = 0; *count < KEYS && key_at(*count, &keys[*count].term, &keys[*count].meaning); ++*count)
    ;
}

static const struct command_line line = {
    .command = "pomp-top",
    .purpose = "watch what the threads of an OpenMP program do",
    .synopsis = "[OPTION]... [HOST:][PID|EXPERIMENT|FOLDER]",
    .description =
        "pomp-top shows what the threads of a program do now: how much of the last interval each of them worked, "
        "waited "
        "or was idle, which regions took most of it, who waits for whom, and whether that can end. Nothing is attached "
        "to the program, and it is not stopped. With HOST: before it, the program is on another machine, whose own "
        "pomp-top shows it by way of ssh; nothing listens on a port.",
    .usage = "pomp-top [OPTION]... [HOST:][PID|EXPERIMENT|FOLDER]",
    .about = "Shows what the threads of a program do now, and which regions take their time. The program is that of a "
             "number, an experiment, or the newest experiment in a folder; by default that of $POMP_EXPERIMENT_DIR, or "
             "else the newest pomp-* here. That of another machine is shown by the pomp-top which is there, by way of "
             "ssh.",
    .prefix = "--",
    .operand = OFFER_DIRECTORIES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-report(1), pomp_read(3), pomp-clang(1)",
    .operands = &experiments,
    .operand_count = &experiment_count,
    .takes = ONE_EXPERIMENT,
    .prepare = list_keys,
};

bool options_read(int argc, char **argv, struct top_chosen *chosen, int *status) {
  const bool good = command_read(&line, argc, argv, status);
  *chosen = asked;
  chosen->name = experiment_count ? experiments[0] : NULL;
  return good;
}
