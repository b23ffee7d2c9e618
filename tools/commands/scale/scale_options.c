/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_options.c - reads the command line of pomp-scale, and prints --help.
 * Not here: what follows from it (scale_main.c). */
#include "commands/scale/scale_options.h"
#include "base/manual.h"
#include "base/user_error.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000        /* threads or ranks, and repeats */
enum { SIZE_DIGITS = 13 }; /* of M in {M}, so that MOST times that is a number, too */

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

/* Reads a number from 1 to MOST, which `ends` follows. */
static bool read_number(const char *text, char ends, unsigned *number, const char **end) {
  char *stop;
  errno = 0;
  unsigned long n = strtoul(text, &stop, 10);
  *number = (unsigned)n;
  *end = stop;
  return isdigit((unsigned char)*text) && !errno && n >= 1 && n <= MOST && (!*stop || *stop == ends);
}

static int by_number(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

/* Reads `1,2,4,8`. */
static bool read_numbers(struct scale_request *request, const char *text) {
  const char *at = text;
  for (bool more = true; more; at += more) {
    if (request->number_count == REQUEST_NUMBERS)
      return user_error(NULL, "%s names more than %d numbers", text, REQUEST_NUMBERS);
    if (!read_number(at, ',', &request->numbers[request->number_count], &at))
      return user_error(NULL, "the numbers of threads are to be like 1,2,4,8, from 1 to %d, not %s", MOST, text);
    request->number_count++;
    more = *at == ',';
  }
  qsort(request->numbers, request->number_count, sizeof *request->numbers, by_number);
  size_t kept = 1;
  for (size_t i = 1; i < request->number_count; i++)
    if (request->numbers[i] != request->numbers[kept - 1])
      request->numbers[kept++] = request->numbers[i];
  request->number_count = kept;
  return true;
}

/* --- options that take a value: false, with a message, if it is wrong --- */

static bool read_output(struct scale_request *request, const char *value) {
  request->output = value;
  return *value || user_error(NULL, "--output takes the folder to make");
}
static bool read_repeat(struct scale_request *request, const char *value) {
  const char *end;
  return read_number(value, 0, &request->repeat, &end) ||
         user_error(NULL, "--repeat takes a number from 1 to %d, not %s", MOST, value);
}
static bool read_ranks(struct scale_request *request, const char *value) {
  (void)value;
  return request->ranks = true;
}
static bool read_weak(struct scale_request *request, const char *value) {
  (void)value;
  return request->weak = true;
}
static bool read_json(struct scale_request *request, const char *value) {
  (void)value;
  return request->as_json = true;
}
static bool read_markdown(struct scale_request *request, const char *value) {
  (void)value;
  return request->as_comment = true;
}
static bool read_html(struct scale_request *request, const char *value) {
  (void)value;
  return request->page = true;
}
static bool read_anonymous(struct scale_request *request, const char *value) {
  (void)value;
  return request->anonymous = true;
}
static bool read_launcher(struct scale_request *request, const char *value) {
  request->launcher = value;
  return value[strspn(value, " ")] || user_error(NULL, "--launcher takes a command, as mpirun");
}
static bool read_input(struct scale_request *request, const char *value) {
  request->input = value;
  return *value || user_error(NULL, "--input takes a file");
}

static bool read_compare(struct scale_request *request, const char *value) {
  const char *why = NULL;
  split_free(request->before);
  request->before = split_words(value, &why);
  return request->before || user_error(NULL, "--compare %s: %s", value, why);
}
static bool read_fail_if(struct scale_request *request, const char *value) {
  return fail_ifs_add(&request->fail_ifs, value);
}

/* Reads `NAME=a,b`. */
static bool read_variable(struct scale_request *request, const char *value) {
  struct scale_variable *v = &request->variables[request->variable_count];
  const char *equals = strchr(value, '=');
  if (!equals || equals == value)
    return user_error(NULL, "--env takes a variable and its values, as OMP_PROC_BIND=true,false, not %s", value);
  if (request->variable_count == REQUEST_VARIABLES)
    return user_error(NULL, "--env takes %d variables at most, not %s as well", REQUEST_VARIABLES, value);
  request->variable_count++;
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

static bool print_help(const char *value);
static bool print_manual(const char *form);
static bool print_version(const char *value) {
  (void)value;
  return printf("pomp-scale %s\n", POMP_VERSION) > 0;
}

/* A row is an option; --help, the man page and completion are made from them.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
static const struct option_row {
  const char *name;
  char letter;       /* 0: none */
  const char *value; /* NULL: it takes none */
  const char *help;
  bool (*read)(struct scale_request *request, const char *value);
  bool (*print)(const char *value); /* and that is all; false, with a message: the value is wrong */
  enum manual_offer offer;
} rows[] = {
    {"output", 'o', "DIR", "the folder that is made for the experiments (pomp-scale-PROGRAM-DATE-TIME)", read_output,
     NULL, OFFER_FILES},
    {"repeat", 'r', "N", "run each N times, in turn, and tell the spread (1; with --compare 3)", read_repeat, NULL},
    {"compare", 'c', "COMMAND", "run COMMAND (A) and PROGRAM (B) in turn, and compare them as pomp-report --diff does",
     read_compare, NULL, OFFER_COMMANDS},
    {"fail-if", 0, "CONDITION", "--compare: exit status 1 if it holds, as 'wall>5%', 3 if the machine was too busy",
     read_fail_if, NULL},
    {"env", 'e', "NAME=A,B,…", "with each of these values of an environment variable; may be repeated", read_variable,
     NULL},
    {"ranks", 0, NULL, "the numbers are ranks of MPI: LAUNCHER -n N PROGRAM", read_ranks, NULL},
    {"weak", 0, NULL, "the problem grows with the numbers: {M} in an ARGUMENT stands for M times the number", read_weak,
     NULL},
    {"json", 0, NULL, "tell it for programs; docs/scaling.md has the keys", read_json, NULL},
    {"markdown", 0, NULL, "tell it as a comment of a pull request", read_markdown, NULL},
    {"html", 0, NULL, "write a page as well, which a browser shows: DIR/scaling.html", read_html, NULL},
    {"anonymous", 0, NULL, "--html: leaves out host, user, paths, command line and environment", read_anonymous, NULL},
    {"launcher", 0, "COMMAND", "what starts the ranks (mpirun)", read_launcher, NULL, OFFER_COMMANDS},
    {"input", 'i', "FILE", "what each run reads from its stdin (nothing)", read_input, NULL, OFFER_FILES},
    {"manual", 0, "FORM", "print the man page (man), or completion for bash, zsh or fish", NULL, print_manual,
     OFFER_WORDS},
    {"help", 'h', NULL, "this text", NULL, print_help},
    {"version", 0, NULL, "the version", NULL, print_version},
};
enum { ROWS = sizeof rows / sizeof *rows, OPTION_ROW = 256 };

static bool print_help(const char *value) {
  (void)value;
  printf("usage: pomp-scale [OPTION]... NUMBERS [OPTION]... -- PROGRAM [ARGUMENT]...\n"
         "       pomp-scale --compare COMMAND [OPTION]... [NUMBER] -- PROGRAM [ARGUMENT]...\n\n"
         "Runs an instrumented program with each number of threads, as in 1,2,4,8 (OMP_NUM_THREADS), and tells how it\n"
         "scales: the speed-up, which factor of the efficiency loses it, each parallel region, the serial part.\n"
         "Or runs two commands in turn, and tells what the second one does slower or faster.\n"
         "The experiments, and what the program printed, are kept in one folder.\n\n"
         "Options\n");
  for (int i = 0; i < ROWS; i++) {
    char text[64], letter[8] = "    ";
    if (rows[i].letter)
      snprintf(letter, sizeof letter, "-%c, ", rows[i].letter);
    snprintf(text, sizeof text, "%s--%s%s%s", letter, rows[i].name, rows[i].value ? " " : "",
             rows[i].value ? rows[i].value : "");
    printf("  %-24s %s\n", text, rows[i].help);
  }
  printf(
      "\nThe exit status is 0; that of the program, if a run of it failed; 2 if the call can't be right; 128 and the\n"
      "number of the signal if one ended pomp-scale; with --fail-if 1 and 3 as said there; else 1. docs/efficiency.md "
      "says what the figures are.\n");
  return true;
}

static const struct manual_item examples[] = {
    {"pomp-scale 1,2,4,8 -- ./program data", "runs ./program data with 1, 2, 4 and 8 threads, and tells how it scales"},
    {"pomp-scale --repeat 3 -o runs 1,2,4 -- ./program", "runs each three times, and keeps the experiments in runs"},
    {"pomp-scale --ranks --launcher 'mpirun --bind-to core' 1,2,4 -- ./program", "does it with ranks of MPI"},
    {"pomp-scale --weak 1,2,4 -- ./program --size={1000}", "lets the problem grow with the threads"},
    {"pomp-scale --compare './old data' --fail-if 'wall>3%' -- ./new data",
     "runs ./old data and ./new data three times each, in turn, and ends with 1 if the second is slower"},
};

static bool print_manual(const char *form) {
  struct manual_option options[ROWS];
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .letter = rows[i].letter,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].offer,
                                        .words = manual_forms};
  const struct manual_section sections[] = {
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Exit status",
       .text =
           "The exit status is 0; that of the program, if a run of it failed; 2 if the call can't be right; 128 and "
           "the number of the signal if one ended pomp-scale; with --fail-if 1 if a condition holds, and 3 if none "
           "holds "
           "for certain and some can't be judged, as threads had no processor; else 1."},
      {.title = "Examples", .items = examples, .item_count = sizeof examples / sizeof *examples}};
  const struct manual manual = {
      .command = "pomp-scale",
      .purpose = "run an OpenMP program with several numbers of threads, and tell how it scales",
      .synopsis = "[OPTION]... NUMBERS [OPTION]... -- PROGRAM [ARGUMENT]...", /* --compare may lack the numbers */
      .description =
          "pomp-scale runs a program that pomp-clang has compiled with each number of threads, as in 1,2,4,8 "
          "(OMP_NUM_THREADS), and tells how it scales: the speed-up, which factor of the efficiency loses "
          "it, each parallel region, the serial part. With --compare it runs two commands in turn, and tells what the "
          "second one does slower or faster. The experiments, and what the program printed, are kept in one folder.",
      .prefix = "--",
      .operand = OFFER_FILES,
      .runs_command = true,
      .sections = sections,
      .section_count = sizeof sections / sizeof *sections,
      .see_also = "pomp-clang(1), pomp-report(1), pomp-environment(7)",
  };
  return manual_print(&manual, form) || user_error(NULL, "--manual takes man, bash, zsh or fish, not %s", form);
}

static bool refuse_option(const char *word) {
  const char *names[ROWS];
  for (int i = 0; i < ROWS; i++)
    names[i] = rows[i].name;
  return user_error_option(word, names, ROWS);
}

/* Finds the row of what getopt has returned; NULL: there is none. */
static const struct option_row *row_of(int c) {
  for (int i = 0; i < ROWS; i++)
    if (c == OPTION_ROW + i || (rows[i].letter && c == rows[i].letter))
      return &rows[i];
  return NULL;
}

/* Options come before the numbers or behind them. The program's own are not looked at. */
struct command_line {
  int argc;
  char **argv;
  struct option options[ROWS + 1];
  char letters[2 * ROWS + 3];
};

static void make_options(struct command_line *line) {
  strcpy(line->letters, "+:"); /* it stops at the first word that is no option */
  for (int i = 0; i < ROWS; i++) {
    size_t used = strlen(line->letters);
    line->options[i] =
        (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, OPTION_ROW + i};
    if (rows[i].letter)
      snprintf(line->letters + used, sizeof line->letters - used, "%c%s", rows[i].letter, rows[i].value ? ":" : "");
  }
  line->options[ROWS] = (struct option){NULL, 0, NULL, 0};
  opterr = 0; /* the messages name what is allowed */
}

/* Reads the options from `optind` on, up to the first word that is none. */
static bool read_options(const struct command_line *line, struct scale_request *request, bool *done) {
  for (int c; (c = getopt_long(line->argc, line->argv, line->letters, line->options, NULL)) != -1;) {
    const struct option_row *row = row_of(c);
    char letter[] = {'-', (char)optopt, 0};
    if (c == ':')
      return user_error(NULL, "%s takes a value", line->argv[optind - 1]);
    if (!row)
      return refuse_option(isgraph(optopt) ? letter : line->argv[optind - 1]);
    if (row->print) {
      *done = true;
      return row->print(optarg);
    }
    if (!row->read(request, optarg))
      return false;
  }
  return true;
}

/* A size in an argument may have so many digits. */
static bool check_sizes(const struct scale_request *request) {
  for (char **word = request->program; request->weak && *word; word++)
    for (const char *at = strchr(*word, '{'); at; at = strchr(at + 1, '{')) {
      size_t digits = strspn(at + 1, "0123456789");
      if (digits > SIZE_DIGITS && at[1 + digits] == '}')
        return user_error(NULL, "{M} takes a number of %d digits at most, not %s", SIZE_DIGITS, *word);
    }
  return true;
}

/* Reads the numbers, which may be left out if two commands are compared, and the options behind them. */
static bool read_operand(const struct command_line *line, struct scale_request *request, bool *done) {
  char **argv = line->argv;
  bool none = strcmp(argv[optind - 1], "--") == 0;
  if (none && !request->before)
    return user_error(NULL, "the numbers of threads come before --, as in: pomp-scale 1,2,4 -- %s", argv[optind]);
  return none || (read_numbers(request, argv[optind++]) && read_options(line, request, done));
}

/* Tells whether the options fit each other. */
static bool check(struct scale_request *request) {
  if (!request->repeat)
    request->repeat = request->before ? 3 : 1;
  for (size_t i = 0; i < request->variable_count; i++)
    if (request->before && request->variables[i].count > 1)
      return user_error(NULL, "--compare takes one value of --env %s", request->variables[i].name);
  if (request->before && (request->number_count > 1 || request->weak))
    return user_error(NULL, "--compare takes one number of threads at most, and not --weak");
  if (request->before && request->ranks && !request->number_count)
    return user_error(NULL, "how many ranks? As in: pomp-scale --compare ./old --ranks 4 -- ./new");
  if (!request->before && request->fail_ifs.count)
    return user_error(NULL, "--fail-if is for --compare");
  if (request->anonymous && !request->page)
    return user_error(NULL, "--%s is for --html", "anonymous");
  return !(request->as_json && request->as_comment) || user_error(NULL, "--json and --markdown exclude each other");
}

static bool read_all(const struct command_line *line, struct scale_request *request, bool *done) {
  char **argv = line->argv;
  if (!read_options(line, request, done))
    return false;
  if (*done)
    return true;
  if (optind >= line->argc)
    return user_error(NULL, "which numbers of threads, and which program? As in: pomp-scale 1,2,4 -- ./program");
  if (!read_operand(line, request, done))
    return false;
  if (*done)
    return true;
  if (optind >= line->argc)
    return user_error(NULL, "which program? As in: pomp-scale 1,2,4 -- ./program");
  request->program = argv + optind;
  return check(request) && check_sizes(request);
}

bool options_read(int argc, char **argv, struct scale_request *request, int *status) {
  bool done = false;
  struct command_line line = {.argc = argc, .argv = argv};
  *request = (struct scale_request){.launcher = "mpirun"};
  make_options(&line);
  bool good = read_all(&line, request, &done);
  *status = good ? EXIT_SUCCESS : USER_ERROR_USAGE;
  return good && !done;
}

void scale_request_free(struct scale_request *request) {
  split_free(request->before);
  for (size_t i = 0; i < request->variable_count; i++) {
    for (size_t k = 0; k < request->variables[i].count; k++)
      free(request->variables[i].values[k]);
    free(request->variables[i].name);
  }
}
