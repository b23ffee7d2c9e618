/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_options.c - the command line of pomp-scale.
 * Not here: what follows from it (scale_main.c). */
#include "commands/scale/scale_options.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/scale/split.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000        /* threads or ranks, and repeats */
enum { SIZE_DIGITS = 13 }; /* of M in {M}, so that MOST times that is a number, too */
#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct scale_request asked = {.launcher = "mpirun"};
static char *const *numbers; /* that one is left out if two commands are compared */
static size_t numbers_count;

/* Reads a number from 1 to MOST, which a comma may follow. */
static bool read_number(const char *text, unsigned *number, const char **end) {
  char *stop;
  errno = 0;
  unsigned long n = strtoul(text, &stop, 10);
  *number = (unsigned)n;
  *end = stop;
  return isdigit((unsigned char)*text) && !errno && n >= 1 && n <= MOST && (!*stop || *stop == ',');
}

static int by_number(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

/* Reads `1,2,4,8`. */
static bool read_numbers(const char *text) {
  const char *at = text;
  for (bool more = true; more; at += more) {
    if (asked.number_count == REQUEST_NUMBERS)
      return user_error(NULL, "%s names more than %d numbers", text, REQUEST_NUMBERS);
    if (!read_number(at, &asked.numbers[asked.number_count], &at))
      return user_error(NULL, "the numbers of threads are to be like 1,2,4,8, from 1 to %d, not %s", MOST, text);
    asked.number_count++;
    more = *at == ',';
  }
  qsort(asked.numbers, asked.number_count, sizeof *asked.numbers, by_number);
  size_t kept = 1;
  for (size_t i = 1; i < asked.number_count; i++)
    if (asked.numbers[i] != asked.numbers[kept - 1])
      asked.numbers[kept++] = asked.numbers[i];
  asked.number_count = kept;
  return true;
}

/* --- options for which a variable is not enough: false, with a message, if the value is wrong --- */

static bool read_launcher(const char *value) {
  asked.launcher = value;
  return value[strspn(value, " ")] || user_error(NULL, "--launcher takes a command, as mpirun");
}

static bool read_compare(const char *value) {
  const char *why = NULL;
  split_free(asked.before);
  asked.before = split_words(value, &why);
  return asked.before || user_error(NULL, "--compare %s: %s", value, why);
}
static bool read_fail_if(const char *value) { return fail_ifs_add(&asked.fail_ifs, value); }

/* Reads `NAME=a,b`. */
static bool read_variable(const char *value) {
  struct scale_variable *v = &asked.variables[asked.variable_count];
  const char *equals = strchr(value, '=');
  if (!equals || equals == value)
    return user_error(NULL, "--env takes a variable and its values, as OMP_PROC_BIND=true,false, not %s", value);
  if (asked.variable_count == REQUEST_VARIABLES)
    return user_error(NULL, "--env takes %d variables at most, not %s as well", REQUEST_VARIABLES, value);
  asked.variable_count++;
  v->name = strndup(value, (size_t)(equals - value));
  for (const char *at = equals + 1;; at++) {
    size_t length = strcspn(at, ",");
    if (v->count == REQUEST_VALUES)
      return user_error(NULL, "--env takes %d values of %s at most", REQUEST_VALUES, v->name);
    v->values[v->count] = strndup(at, length);
    if (!v->name || !v->values[v->count++])
      return user_error(NULL, "not enough memory");
    at += length;
    if (!*at)
      return true;
  }
}

static const struct command_option options[] = {
    {"output", 'o', "DIR", .help = "the folder that is made for the experiments (pomp-scale-PROGRAM-DATE-TIME)",
     .offer = OFFER_FILES, .text = &asked.output, .takes = "the folder to make"},
    {"repeat", 'r', "N", .help = "run each N times, in turn, and tell the spread (1; with --compare 3)",
     .number = &asked.repeat, .least = 1, .most = MOST, .takes = "a number"},
    {"compare", 'c', "COMMAND",
     .help = "run COMMAND (A) and PROGRAM (B) in turn, and compare them as pomp-report --diff does",
     .offer = OFFER_COMMANDS, .call = read_compare},
    {"fail-if", .value = "CONDITION",
     .help = "--compare: exit status 1 if it holds, as 'wall>5%', 3 if the machine was too busy", .call = read_fail_if},
    {"env", 'e', "NAME=A,B,…", .help = "with each of these values of an environment variable; may be repeated",
     .call = read_variable},
    {"ranks", .help = "the numbers are ranks of MPI: LAUNCHER -n N PROGRAM", .flag = &asked.ranks},
    {"weak", .help = "the problem grows with the numbers: {M} in an ARGUMENT stands for M times the number",
     .flag = &asked.weak},
    {"json", .help = "tell it for programs; docs/scaling.md has the keys", .flag = &asked.as_json},
    {"markdown", .help = "tell it as a comment of a pull request", .flag = &asked.as_comment},
    {"html", .help = "write a page as well, which a browser shows: DIR/scaling.html", .flag = &asked.page},
    {"anonymous", .help = "--html: leaves out host, user, paths, command line and environment",
     .flag = &asked.anonymous},
    {"launcher", .value = "COMMAND", .help = "what starts the ranks (mpirun)", .offer = OFFER_COMMANDS,
     .call = read_launcher},
    {"input", 'i', "FILE", .help = "what each run reads from its stdin (nothing)", .offer = OFFER_FILES,
     .text = &asked.input, .takes = "a file"},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-scale 1,2,4,8 -- ./program data", "runs ./program data with 1, 2, 4 and 8 threads, and tells how it scales"},
    {"pomp-scale --repeat 3 -o runs 1,2,4 -- ./program", "runs each three times, and keeps the experiments in runs"},
    {"pomp-scale --ranks --launcher 'mpirun --bind-to core' 1,2,4 -- ./program", "does it with ranks of MPI"},
    {"pomp-scale --weak 1,2,4 -- ./program --size={1000}", "lets the problem grow with the threads"},
    {"pomp-scale --compare './old data' --fail-if 'wall>3%' -- ./new data",
     "runs ./old data and ./new data three times each, in turn, and ends with 1 if the second is slower"},
};

static const struct command_section sections[] = {
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Exit status",
     .text = "The exit status is 0; that of the program, if a run of it failed; 2 if the call can't be right; 128 and "
             "the number of the signal if one ended pomp-scale; with --fail-if 1 if a condition holds, and 3 if none "
             "holds for certain and some can't be judged, as threads had no processor; else 1.",
     .where = IN_BOTH},
    {.text = "docs/efficiency.md says what the figures are.", .where = IN_HELP},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

/* A size in an argument may have so many digits. */
static bool check_sizes(void) {
  for (char **word = asked.program; asked.weak && *word; word++)
    for (const char *at = strchr(*word, '{'); at; at = strchr(at + 1, '{')) {
      size_t digits = strspn(at + 1, "0123456789");
      if (digits > SIZE_DIGITS && at[1 + digits] == '}')
        return user_error(NULL, "{M} takes a number of %d digits at most, not %s", SIZE_DIGITS, *word);
    }
  return true;
}

/* Tells whether the options fit each other and what comes behind them. */
static bool check(void) {
  if (!numbers_count && !*asked.program)
    return user_error(NULL, "which numbers of threads, and which program? As in: pomp-scale 1,2,4 -- ./program");
  if (!numbers_count && !asked.before)
    return user_error(NULL, "the numbers of threads come before --, as in: pomp-scale 1,2,4 -- %s", *asked.program);
  if (numbers_count && !read_numbers(*numbers))
    return false;
  if (!*asked.program)
    return user_error(NULL, "which program? As in: pomp-scale 1,2,4 -- ./program");
  if (!asked.repeat)
    asked.repeat = asked.before ? 3 : 1;
  for (size_t i = 0; i < asked.variable_count; i++)
    if (asked.before && asked.variables[i].count > 1)
      return user_error(NULL, "--compare takes one value of --env %s", asked.variables[i].name);
  if (asked.before && (asked.number_count > 1 || asked.weak))
    return user_error(NULL, "--compare takes one number of threads at most, and not --weak");
  if (asked.before && asked.ranks && !asked.number_count)
    return user_error(NULL, "how many ranks? As in: pomp-scale --compare ./old --ranks 4 -- ./new");
  if (!asked.before && asked.fail_ifs.count)
    return user_error(NULL, "--fail-if is for --compare");
  if (asked.anonymous && !asked.page)
    return user_error(NULL, "--%s is for --html", "anonymous");
  if (asked.as_json && asked.as_comment)
    return user_error(NULL, "--json and --markdown exclude each other");
  return check_sizes();
}

static const struct command_line line = {
    .command = "pomp-scale",
    .purpose = "run an OpenMP program with several numbers of threads, and tell how it scales",
    .synopsis = "[OPTION]... NUMBERS [OPTION]... -- PROGRAM [ARGUMENT]...", /* --compare may lack the numbers */
    .description =
        "pomp-scale runs a program that pomp-clang has compiled with each number of threads, as in 1,2,4,8 "
        "(OMP_NUM_THREADS), and tells how it scales: the speed-up, which factor of the efficiency loses "
        "it, each parallel region, the serial part. With --compare it runs two commands in turn, and tells what the "
        "second one does slower or faster. The experiments, and what the program printed, are kept in one folder.",
    .usage = "pomp-scale [OPTION]... NUMBERS [OPTION]... -- PROGRAM [ARGUMENT]...\n"
             "pomp-scale --compare COMMAND [OPTION]... [NUMBER] -- PROGRAM ...",
    .about =
        "Runs an instrumented program with each number of threads, as in 1,2,4,8 (OMP_NUM_THREADS), and tells how it "
        "scales: the speed-up, which factor of the efficiency loses it, each parallel region, the serial part. Or "
        "runs two commands in turn, and tells what the second one does slower or faster. The experiments, and what "
        "the program printed, are kept in one folder.",
    .prefix = "--",
    .operand = OFFER_FILES,
    .runs_command = true,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-clang(1), pomp-report(1), pomp-environment(7)",
    .operands = &numbers,
    .operand_count = &numbers_count,
    .takes = ANY_OPERANDS,
    .program = &asked.program,
    .check = check,
};

bool options_read(int argc, char **argv, struct scale_request *into, int *status) {
  const bool good = command_read(&line, argc, argv, status);
  *into = asked;
  return good;
}

void scale_request_free(struct scale_request *asked) {
  split_free(asked->before);
  for (size_t i = 0; i < asked->variable_count; i++) {
    for (size_t k = 0; k < asked->variables[i].count; k++)
      free(asked->variables[i].values[k]);
    free(asked->variables[i].name);
  }
}
