/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_line.h - the command line of a command as one table: each option with the variable that it sets. The words
 * are read by the table, and --help, the man page and the completion for shells are printed from it. Not here: the
 * tables, which each command has, and contradictions between options. */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This says what a shell offers for the value of an option. */
enum command_offer {
  OFFER_NOTHING,
  OFFER_FILES,
  OFFER_DIRECTORIES,
  OFFER_COMMANDS,
  OFFER_WORDS, /* one of `words` */
  OFFER_LIST,  /* several of them, with commas between them */
};

/* This is what an option prints; then the command ends. */
enum command_prints { PRINTS_NOTHING, PRINTS_HELP, PRINTS_MANUAL, PRINTS_VERSION };

/* A row is an option. Of the variables, those are set that are not NULL; an option without a value sets `flag` alone.
 * The order is that in which the rows of a table read best. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct command_option {
  const char *name;                /* without the hyphens before it */
  char letter;                     /* 0: it has none */
  const char *value;               /* what the help calls its value; NULL: it takes none */
  bool may_lack;                   /* the value may be left out: then it follows a `=` alone, unless `apart` is set */
  bool (*apart)(const char *word); /* though it may be left out, the next word is the value if this is true of it */
  const char *help;
  enum command_offer offer;
  const char *const *words; /* NULL is the last */

  bool *flag;                      /* it was given */
  const char **text;               /* is not empty if there is `takes` */
  const char **list;               /* a text each time, `most` of them at most */
  size_t *count;                   /* of `list` */
  unsigned *number;                /* from `least` to `most` */
  double *seconds;                 /* the same */
  double *percent;                 /* the same; a % may follow */
  uint64_t *bytes;                 /* 1 or more; k, M or G may follow */
  unsigned *choice;                /* the place of the word in `words`, from 1 on */
  double least, most;              /* most: 0: any */
  const char *takes;               /* what is said of a value that is wrong: `--name takes …, not …` */
  bool (*call)(const char *value); /* for what is special: comes first. False, with a message, if the value is wrong */
  enum command_prints prints;
  char also; /* another letter, of which the help tells, and not the head of the option in the manual */
};

/* This is a part of the page: options, or other things that are listed with their meaning. */
struct command_item {
  const char *term, *meaning;
};
struct command_section {
  const char *title; /* NULL, in --help: it has none */
  const char *text;  /* comes before the lists; paragraphs are apart by an empty line; NULL: there is none */
  const struct command_option *options;
  size_t option_count;
  const struct command_item *items;
  size_t item_count;
  enum { IN_MANUAL, IN_HELP, IN_BOTH } where; /* options are in both */
};

struct command_line {
  const char *command;
  const char *const *also;    /* other names of the same command, and NULL; NULL: there are none */
  const char *purpose;        /* a few words */
  const char *synopsis;       /* without the command's name */
  const char *description;    /* in the manual */
  const char *usage;          /* in --help: a line for each way to call it */
  const char *about;          /* in --help, below that */
  const char *prefix;         /* what comes before each option's name: "--" */
  bool equals;                /* values follow a `=`, not a blank */
  enum command_offer operand; /* what may be where no option does */
  bool runs_command;          /* what follows `--`, or the first word without `operands`, is a command */
  const char *fallback;       /* an option of the command that completes what is not ours; NULL: it has none */
  const struct command_section *sections;
  size_t section_count;
  const char *see_also; /* "pomp-convert(1), pomp-environment(7)" */

  /* Words of argv that are no options go here. If the tool runs a program, only the first such word does, and the
   * others are the program's command line; all are if there is no room for it here. */
  char *const **operands;
  size_t *operand_count;
  enum { NO_OPERAND, ONE_EXPERIMENT, ANY_OPERANDS } takes; /* else a message says that it is wrong */
  char ***program;
  bool (*check)(void);   /* tells whether what was read fits; NULL: it does. False, with a message, if not */
  bool (*speaks)(void);  /* tells whether this process prints --help and the like; NULL: it does */
  void (*brief)(void);   /* prints what --help is if its word is left out; NULL: all */
  void (*tables)(void);  /* prints what --manual is if its form is left out; NULL: it may not be */
  void (*prepare)(void); /* makes what only the manual and --help need; NULL: nothing */
};

/* Reads the command line into the variables of the table. False if the command is to end, with the exit status in
 * `*status`: what was asked for has been printed, or what is wrong has been said. */
bool command_read(const struct command_line *line, int argc, char **argv, int *status);

/* Returns the exit status, when all has been printed: that of a failure, with a message, if it could not be. */
int command_end(int status);

/* Prints a line of --help about a thing: its help begins at column `width`, and goes on in further lines. */
void command_help_row(const char *term, const char *meaning, unsigned width);
void command_help(const struct command_line *line);

/* Puts an option of one of our commands with its value into `text`, and returns that. */
const char *command_spell(char *text, size_t size, const struct command_option *o);

/* Returns the i-th name of the command; NULL after the last. */
static inline const char *command_name(const struct command_line *line, size_t i) {
  return i == 0 ? line->command : line->also ? line->also[i - 1] : NULL;
}

/* These rows are the same everywhere. */
extern const char *const command_forms[]; /* of the manual; NULL is the last */
#define COMMAND_MANUAL_ROW                                                                                             \
  {.name = "manual",                                                                                                   \
   .value = "FORM",                                                                                                    \
   .help = "print the man page (man), or completion for bash, zsh or fish",                                            \
   .offer = OFFER_WORDS,                                                                                               \
   .words = command_forms,                                                                                             \
   .prints = PRINTS_MANUAL}
#define COMMAND_HELP_ROW(TEXT) {.name = "help", .letter = 'h', .help = (TEXT), .prints = PRINTS_HELP}
#define COMMAND_VERSION_ROW {.name = "version", .help = "the version", .prints = PRINTS_VERSION}

#endif
