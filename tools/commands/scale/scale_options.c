/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_options.c - the command line of pomp-scale.
 * Not here: what follows from it (scale_main.c). */
#include "commands/scale/scale_options.h"
#include "base/command_line.h"
#include "base/user_error.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000        /* threads or ranks, and repeats */
enum { SIZE_DIGITS = 13 }; /* of M in {M}, so that MOST times that is a number, too */
#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct scale_request request = {.launcher = "mpirun"};
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
    if (request.number_count == REQUEST_NUMBERS)
      return user_error(NULL, "%s names more than %d numbers", text, REQUEST_NUMBERS);
    if (!read_number(at, &request.numbers[request.number_count], &at))
      return user_error(NULL, "the numbers of threads are to be like 1,2,4,8, from 1 to %d, not %s", MOST, text);
    request.number_count++;
    more = *at == ',';
  }
  qsort(request.numbers, request.number_count, sizeof *request.numbers, by_number);
  size_t kept = 1;
  for (size_t i = 1; i < request.number_count; i++)
    if (request.numbers[i] != request.numbers[kept - 1])
      request.numbers[kept++] = request.numbers[i];
  request.number_count = kept;
  return true;
}

/* --- options for which a variable is not enough: false, with a message, if the value is wrong --- */

static bool read_launcher(const char *value) {
  request.launcher = value;
  return value[strspn(value, " ")] || user_error(NULL, "--launcher takes a command, as mpirun");
}

/* Copies a word up to the blank behind it, without its quotes. Returns where it ends; NULL: a quote has no end. */
static const char *copy_word(const char *at, char *to) {
  char quote = 0;
  for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
    if (*at == '\\' && quote != '\'' && at[1])
      *to++ = *++at;
    else if (quote ? *at == quote : *at == '\'' || *at == '"')
      quote = quote ? 0 : *at;
    else
      *to++ = *at;
  }
  *to = 0;
  return quote ? NULL : at;
}

static void split_free(char **words) {
  for (char **word = words; word && *word; word++)
    free(*word);
  free(words);
}

/* Splits a command that is one word of the command line into the words that a shell would make of it, at blanks that
 * are not quoted: variables and patterns mean nothing here. The result is from malloc, and ends with a NULL; NULL: it
 * can't be done, and `*why` says why. */
static char **split_words(const char *text, const char **why) {
  size_t length = strlen(text), count = 0;
  char **words = calloc(length + 2, sizeof *words), *word = malloc(length + 1);
  const char *at = text + strspn(text, " \t\n");
  *why = words && word ? NULL : "not enough memory";
  while (!*why && *at) {
    at = copy_word(at, word);
    if (!at)
      *why = "a quote has no end";
    else if (!(words[count++] = strdup(word)))
      *why = "not enough memory";
    else
      at += strspn(at, " \t\n");
  }
  if (!*why && !count)
    *why = "which command? As in: pomp-scale --compare ./old -- ./new";
  free(word);
  if (!*why)
    return words;
  split_free(words);
  return NULL;
}

static bool read_compare(const char *value) {
  const char *why = NULL;
  split_free(request.before);
  request.before = split_words(value, &why);
  return request.before || user_error(NULL, "--compare %s: %s", value, why);
}
static bool read_fail_if(const char *value) { return fail_ifs_add(&request.fail_ifs, value); }

/* Reads `NAME=a,b`. */
static bool read_variable(const char *value) {
  struct scale_variable *v = &request.variables[request.variable_count];
  const char *equals = strchr(value, '=');
  if (!equals || equals == value)
    return user_error(NULL, "--env takes a variable and its values, as OMP_PROC_BIND=true,false, not %s", value);
  if (request.variable_count == REQUEST_VARIABLES)
    return user_error(NULL, "--env takes %d variables at most, not %s as well", REQUEST_VARIABLES, value);
  request.variable_count++;
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
    {"folder", .value = "DIR", .help = "the folder that is made for the experiments (pomp-scale-PROGRAM-DATE-TIME)",
     .offer = OFFER_FILES, .text = &request.folder, .takes = "the folder to make"},
    {"repeat", 'r', "N", .help = "run each N times, in turn, and tell the spread (1; with --compare 3)",
     .number = &request.repeat, .least = 1, .most = MOST, .takes = "a number"},
    {"compare", 'c', "COMMAND",
     .help = "run COMMAND (A) and PROGRAM (B) in turn, and compare them as pomp-report --diff does",
     .offer = OFFER_COMMANDS, .call = read_compare},
    {"fail-if", .value = "CONDITION",
     .help = "--compare: exit status 1 if it holds, as 'wall>5%', 3 if the machine was too busy", .call = read_fail_if},
    {"env", 'e', "NAME=A,B,…", .help = "with each of these values of an environment variable; may be repeated",
     .call = read_variable},
    {"ranks", .help = "the numbers are ranks of MPI: LAUNCHER -n N PROGRAM", .flag = &request.ranks},
    {"weak", .help = "the problem grows with the numbers: {M} in an ARGUMENT stands for M times the number",
     .flag = &request.weak},
    {"json", .help = "tell it for programs; docs/scaling.md has the keys", .flag = &request.as_json},
    {"markdown", .help = "tell it as a comment of a pull request", .flag = &request.as_comment},
    {"html", .help = "write a page as well, which a browser shows", .flag = &request.page},
    {"output", 'o', "FILE",
     .help = "the file to write (stdout; --html: scaling.html or diff.html in the folder); -: stdout",
     .offer = OFFER_FILES, .text = &request.output,
     .takes = "the name of the file to write, or - for the standard output"},
    {"anonymous", .help = "--html: leaves out host, user, paths, command line and environment",
     .flag = &request.anonymous},
    {"launcher", .value = "COMMAND", .help = "what starts the ranks (mpirun)", .offer = OFFER_COMMANDS,
     .call = read_launcher},
    {"input", 'i', "FILE", .help = "what each run reads from its stdin (nothing)", .offer = OFFER_FILES,
     .text = &request.input, .takes = "a file"},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-scale 1,2,4,8 -- ./program data", "runs ./program data with 1, 2, 4 and 8 threads, and tells how it scales"},
    {"pomp-scale --repeat 3 --folder runs 1,2,4 -- ./program",
     "runs each three times, and keeps the experiments in runs"},
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
  for (char **word = request.program; request.weak && *word; word++)
    for (const char *at = strchr(*word, '{'); at; at = strchr(at + 1, '{')) {
      size_t digits = strspn(at + 1, "0123456789");
      if (digits > SIZE_DIGITS && at[1 + digits] == '}')
        return user_error(NULL, "{M} takes a number of %d digits at most, not %s", SIZE_DIGITS, *word);
    }
  return true;
}

/* Tells whether the options fit together, and fit the arguments behind them. */
static bool check(void) {
  if (!numbers_count && !*request.program)
    return user_error(NULL, "which numbers of threads, and which program? As in: pomp-scale 1,2,4 -- ./program");
  if (!numbers_count && !request.before)
    return user_error(NULL, "the numbers of threads come before --, as in: pomp-scale 1,2,4 -- %s", *request.program);
  if (numbers_count && !read_numbers(*numbers))
    return false;
  if (!*request.program)
    return user_error(NULL, "which program? As in: pomp-scale 1,2,4 -- ./program");
  if (!request.repeat)
    request.repeat = request.before ? 3 : 1;
  for (size_t i = 0; i < request.variable_count; i++)
    if (request.before && request.variables[i].count > 1)
      return user_error(NULL, "--compare takes one value of --env %s", request.variables[i].name);
  if (request.before && (request.number_count > 1 || request.weak))
    return user_error(NULL, "--compare takes one number of threads at most, and not --weak");
  if (request.before && request.ranks && !request.number_count)
    return user_error(NULL, "how many ranks? As in: pomp-scale --compare ./old --ranks 4 -- ./new");
  if (!request.before && request.fail_ifs.count)
    return user_error(NULL, "--fail-if is for --compare");
  if (request.anonymous && !request.page)
    return user_error(NULL, "--anonymous is for --html");
  if (request.as_json && request.as_comment)
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
    .program = &request.program,
    .check = check,
};

bool options_read(int argc, char **argv, struct scale_request *into, int *status) {
  const bool good = command_read(&line, argc, argv, status);
  *into = request;
  return good;
}

void scale_request_free(struct scale_request *request) {
  split_free(request->before);
  for (size_t i = 0; i < request->variable_count; i++) {
    for (size_t k = 0; k < request->variables[i].count; k++)
      free(request->variables[i].values[k]);
    free(request->variables[i].name);
  }
}
