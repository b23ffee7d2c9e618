/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_options.c - reads the command line of pomp-archive, and prints --help and the manual from the same table.
 * Not here: what is done (write.c, check.c, extract.c). */
#include "base/manual.h"
#include "base/user_error.h"
#include "commands/archive/archiver.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define OPTION_ROW 256

static bool read_number(const char *text, unsigned most, unsigned *number) {
  char *end;
  const unsigned long n = strtoul(text, &end, 10);
  *number = (unsigned)n;
  return !*end && isdigit((unsigned char)*text) && n >= 1 && n <= most;
}

/* --- what the options do: false, with a message, if the value is wrong --- */

static bool take_task(struct archiver_choice *c, enum archiver_task task) {
  if (c->task != ARCHIVER_WRITE && c->task != task)
    return user_error(NULL, "--list, --verify and --extract exclude each other: see --help");
  c->task = task;
  return true;
}
static bool take_list(struct archiver_choice *c, const char *value) {
  (void)value;
  return take_task(c, ARCHIVER_LIST);
}
static bool take_verify(struct archiver_choice *c, const char *value) {
  (void)value;
  return take_task(c, ARCHIVER_VERIFY);
}
static bool take_extract(struct archiver_choice *c, const char *value) {
  c->output = value;
  return take_task(c, ARCHIVER_EXTRACT);
}
static bool take_output(struct archiver_choice *c, const char *value) {
  c->output = value;
  return true;
}
static bool take_level(struct archiver_choice *c, const char *value) {
  unsigned level;
  if (!read_number(value, 19, &level))
    return user_error_word("--level is wrong: ", value, "", NULL, 0, "it takes 1 to 19");
  c->level = (int)level;
  return true;
}
static bool take_jobs(struct archiver_choice *c, const char *value) {
  return read_number(value, 1024, &c->jobs) ||
         user_error_word("--jobs is wrong: ", value, "", NULL, 0, "it takes 1 to 1024");
}
static bool take_remove(struct archiver_choice *c, const char *value) {
  (void)value;
  return c->remove = true;
}
static bool take_force(struct archiver_choice *c, const char *value) {
  (void)value;
  return c->force = true;
}
static const struct option_row {
  const char *name, *value, *help; /* value: NULL: it takes none */
  bool (*take)(struct archiver_choice *c, const char *value);
  char letter;
  enum manual_offer offer;
  const char *const *words;
} rows[] = {
    {"output", "FILE", "the archive's name (EXPERIMENT" POMP_ARCHIVE_SUFFIX ")", take_output, 'o', OFFER_FILES, NULL},
    {"remove", NULL, "remove the files that were packed, when the archive has been read back and is as they are",
     take_remove, 0, OFFER_NOTHING, NULL},
    {"force", NULL, "replace an archive that is there already", take_force, 0, OFFER_NOTHING, NULL},
    {"level", "N", "how much time zstd takes to find what is alike, 1 to 19 (3)", take_level, 0, OFFER_NOTHING, NULL},
    {"jobs", "N", "how many threads pack (the machine's processors)", take_jobs, 0, OFFER_NOTHING, NULL},
    {"list", NULL, "list the files in an archive", take_list, 0, OFFER_NOTHING, NULL},
    {"verify", NULL, "read all of an archive, hold it against its checksums, and name what is damaged", take_verify, 0,
     OFFER_NOTHING, NULL},
    {"extract", "DIR", "make the directory DIR of an archive", take_extract, 0, OFFER_DIRECTORIES, NULL},
    {"manual", "FORM", "print the man page (man), or completion for bash, zsh or fish", NULL, 0, OFFER_WORDS,
     manual_forms},
    {"help", NULL, "this text, also by -h", NULL, 'h', OFFER_NOTHING, NULL},
    {"version", NULL, "the version", NULL, 0, OFFER_NOTHING, NULL},
};
enum { ROWS = COUNT(rows) };

/* --- --help and the manual --- */

static void print_help(void) {
  puts("usage: pomp-archive [OPTION]... EXPERIMENT\n"
       "       pomp-archive --list|--verify|--extract DIR ARCHIVE\n\n"
       "Packs an experiment, of one process or of all ranks of a job, into one file, which all\n"
       "commands take in place of the directory.\n\nOptions");
  for (int i = 0; i < ROWS; i++) {
    char spelt[64];
    snprintf(spelt, sizeof spelt, "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
             rows[i].value ? rows[i].value : "");
    printf("  %-15s %s\n", spelt, rows[i].help);
  }
}

static const struct manual_item examples[] = {
    {"pomp-archive pomp-solver", "makes pomp-solver" POMP_ARCHIVE_SUFFIX " beside pomp-solver"},
    {"pomp-archive --remove pomp-solver", "and removes what is in it from the directory"},
    {"pomp-report pomp-solver" POMP_ARCHIVE_SUFFIX, "reports from the archive"},
    {"pomp-archive --extract again pomp-solver" POMP_ARCHIVE_SUFFIX, "makes the files again, in the directory again"},
};

static bool print_manual(const char *form) {
  struct manual_option options[ROWS];
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .letter = rows[i].letter,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].offer,
                                        .words = rows[i].words};
  const struct manual_section sections[] = {
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Exit status",
       .text =
           "The exit status is 0 if it is done; 1 if it can't be, or if an archive is damaged; 2 if the call can't be "
           "right."},
      {.title = "Examples", .items = examples, .item_count = COUNT(examples)}};
  const struct manual manual = {
      .command = "pomp-archive",
      .purpose = "pack an experiment into one file",
      .synopsis = "[OPTION]... EXPERIMENT",
      .description = "pomp-archive makes one file of the files of an experiment: profiles and traces, of one process "
                     "or of all ranks "
                     "of a job. It is compressed block by block, and each block has a checksum. All commands take it "
                     "in place of the "
                     "directory. The files stay as they are unless --remove is given.",
      .prefix = "--",
      .operand = OFFER_FILES,
      .sections = sections,
      .section_count = COUNT(sections),
      .see_also = "pomp-report(1), pomp-convert(1), pomp-runs(1)",
  };
  return manual_print(&manual, form) ||
         user_error_word("--manual is wrong: ", form, "", NULL, 0, "it takes man, bash, zsh, fish");
}

/* --- the command line --- */

/* Prints what the option asks for. False: it asks for nothing of the kind. */
static bool print(const struct option_row *row, int *status) {
  if (row->take)
    return false;
  if (row->letter == 'h')
    print_help();
  else if (row->value)
    *status = print_manual(optarg) ? EXIT_SUCCESS : USER_ERROR_USAGE;
  else
    printf("pomp-archive %s\n", POMP_VERSION);
  return true;
}

static const struct option_row *row_of(int c) {
  for (int i = 0; i < ROWS; i++)
    if (c == OPTION_ROW + i || (rows[i].letter && c == rows[i].letter))
      return &rows[i];
  return NULL;
}

static bool refuse_option(int c, char **argv) {
  const char *names[ROWS];
  const char letter[] = {'-', (char)optopt, 0};
  for (int i = 0; i < ROWS; i++)
    names[i] = rows[i].name;
  if (c == ':')
    return user_error_word("a value is missing: ", argv[optind - 1], "", NULL, 0, "see --help");
  return user_error_option(isgraph(optopt) ? letter : argv[optind - 1], names, ROWS);
}

/* Holds the options against each other. */
static bool check(struct archiver_choice *c, int argc, char **argv) {
  if (argc - optind != 1)
    return optind < argc ? user_error_word("one experiment at a time: ", argv[optind + 1], "", NULL, 0, "see --help")
                         : user_error(NULL, "name an experiment: pomp-archive EXPERIMENT");
  c->experiment = argv[optind];
  if (c->task != ARCHIVER_WRITE && (c->remove || c->force))
    return user_error(NULL, "--remove and --force are for an archive that is made");
  if (!c->jobs) {
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    c->jobs = n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
  }
  c->level = c->level ? c->level : 3;
  return true;
}

bool archiver_options(int argc, char **argv, struct archiver_choice *choice, int *status) {
  struct option options[ROWS + 1] = {{NULL, 0, NULL, 0}};
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, OPTION_ROW + i};
  opterr = 0; /* the messages name what is allowed */
  *status = EXIT_SUCCESS;
  bool good = true;
  for (int c; good && (c = getopt_long(argc, argv, ":ho:", options, NULL)) != -1;) {
    const struct option_row *row = row_of(c);
    if (row && print(row, status))
      return false;
    good = row ? row->take(choice, optarg) : refuse_option(c, argv);
  }
  good = good && check(choice, argc, argv);
  *status = good ? EXIT_SUCCESS : USER_ERROR_USAGE;
  return good;
}
