/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_line.c - reads a command line by its table, and says what is wrong with it.
 * Not here: what is printed of the table (command_help.c, manual_roff.c, manual_completion.c). */
#include "base/command_line.h"
#include "base/manual.h"
#include "base/user_error.h"
#include "pomp_nearest.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This is room for the rows of a table. getopt returns FIRST and a row's place for it. */
enum { MOST = 96, FIRST = 256, LETTERS = 4 * MOST };

const char *const command_forms[] = {"man", "bash", "zsh", "fish", NULL};

bool manual_print(const struct command_line *m, const char *form) {
  static void (*const prints[])(const struct command_line *) = {manual_man, manual_bash, manual_zsh, manual_fish};
  for (size_t i = 0; command_forms[i]; i++)
    if (strcmp(form, command_forms[i]) == 0) {
      prints[i](m);
      return true;
    }
  return false;
}

/* --- what is wrong --- */

/* Puts what the value may be into `text`, as it is in a sentence. */
static const char *say_takes(char *text, size_t size, const struct command_option *o) {
  size_t used = (size_t)snprintf(text, size, "%s", o->takes ? o->takes : "");
  if (o->most > 0 && !o->list)
    snprintf(text, size, "%s from %g to %g", o->takes, o->least, o->most);
  for (size_t i = 0; !o->takes && o->words[i] && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s",
                             i == 0            ? ""
                             : o->words[i + 1] ? ", "
                                               : " or ",
                             o->words[i]);
  return text;
}

/* Says what the option takes; `value` is not that. */
static bool refuse_value(const struct command_option *o, const char *value) {
  char takes[512];
  struct pomp_nearest nearest = {value, strlen(value), NULL, 0};
  say_takes(takes, sizeof takes, o);
  for (size_t i = 0; o->words && o->words[i]; i++)
    pomp_nearest_offer(&nearest, o->words[i]);
  return user_error(NULL, "--%s takes %s%s%s%s%s%s", o->name, takes, *value ? ", not " : "", value,
                    nearest.name ? " (did you mean " : "", nearest.name ? nearest.name : "", nearest.name ? "?)" : "");
}

/* --- values: false, if the value can't be one --- */

static bool read_real(const struct command_option *o, const char *value, const char *unit, double *into) {
  char *end;
  *into = strtod(value, &end);
  end += *unit && *end == *unit;
  return end != value && !*end && isfinite(*into) && *into >= o->least && (o->most <= 0 || *into <= o->most);
}

static bool read_number(const struct command_option *o, const char *value, unsigned *into) {
  char *end;
  errno = 0;
  const unsigned long long n = strtoull(value, &end, 10);
  *into = n < UINT_MAX ? (unsigned)n : UINT_MAX;
  return isdigit((unsigned char)*value) && !*end && !errno && (double)n >= o->least &&
         (o->most <= 0 || (double)n <= o->most);
}

static bool read_bytes(const char *value, uint64_t *into) {
  static const char units[] = "kMG";
  char *end;
  errno = 0;
  const unsigned long long n = strtoull(value, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
  end += unit != NULL;
  *into = n << shift;
  return isdigit((unsigned char)*value) && !*end && n > 0 && n <= UINT64_MAX >> shift && !errno;
}

static bool read_choice(const struct command_option *o, const char *value, unsigned *into) {
  for (*into = 1; o->words[*into - 1]; ++*into)
    if (strcmp(value, o->words[*into - 1]) == 0)
      return true;
  return false;
}

static bool read_text(const struct command_option *o, const char *value) {
  if (o->list && *o->count >= (size_t)o->most)
    return user_error(NULL, "--%s is taken %d times at most", o->name, (int)o->most);
  if (!*value && o->takes)
    return refuse_value(o, value);
  if (o->list)
    o->list[(*o->count)++] = value;
  else
    *o->text = value;
  return true;
}

/* Sets the variables of an option. False, with a message, if the value is wrong. */
static bool read_option(const struct command_option *o, const char *value) {
  unsigned form;
  if (o->flag)
    *o->flag = true;
  if (o->call && !o->call(value))
    return false;
  if (!value)
    return true;
  if (o->text || o->list)
    return read_text(o, value);
  const bool good =
      (!o->number || read_number(o, value, o->number)) && (!o->seconds || read_real(o, value, "", o->seconds)) &&
      (!o->percent || read_real(o, value, "%", o->percent)) && (!o->bytes || read_bytes(value, o->bytes)) &&
      (!o->choice || read_choice(o, value, o->choice)) && (!o->prints || read_choice(o, value, &form));
  return good || refuse_value(o, value);
}

/* --- the words --- */

/* This is a table as getopt takes it. */
struct reader {
  const struct command_line *line;
  const struct command_option *rows[MOST];
  struct option options[MOST + 1];
  char letters[LETTERS];
  int count;
};

static void add_letter(struct reader *r, char letter, const struct command_option *o) {
  const size_t used = strlen(r->letters);
  if (letter)
    snprintf(r->letters + used, sizeof r->letters - used, "%c%s", letter, !o->value ? "" : o->may_lack ? "::" : ":");
}

/* A command that is run has options of its own, at which we don't look; elsewhere they are between the operands. */
static void make(struct reader *r) {
  strcpy(r->letters, r->line->runs_command ? "+:" : "-:");
  for (size_t i = 0; i < r->line->section_count; i++) {
    const struct command_section *s = &r->line->sections[i];
    for (size_t k = 0; k < s->option_count && r->count < MOST; k++) {
      const struct command_option *o = &s->options[k];
      r->options[r->count] = (struct option){o->name,
                                             !o->value     ? no_argument
                                             : o->may_lack ? optional_argument
                                                           : required_argument,
                                             NULL, FIRST + r->count};
      r->rows[r->count++] = o;
      add_letter(r, o->letter, o);
      add_letter(r, o->also, o);
    }
  }
}

/* Returns the row of what getopt has returned; NULL: there is none. */
static const struct command_option *row_of(const struct reader *r, int c) {
  if (c >= FIRST)
    return r->rows[c - FIRST];
  for (int i = 0; i < r->count; i++)
    if (c && (c == r->rows[i]->letter || c == r->rows[i]->also))
      return r->rows[i];
  return NULL;
}

/* Refuses an unknown option, names the option that was perhaps meant, and lists the options. */
static bool refuse_option(const struct reader *r, const char *word) {
  const char *names[MOST];
  for (int i = 0; i < r->count; i++)
    names[i] = r->rows[i]->name;
  return user_error_option(word, names, (size_t)r->count);
}

/* Prints what the option asks for. */
static bool print(const struct command_line *line, const struct command_option *o, const char *value) {
  if (line->speaks && !line->speaks())
    return true;
  if (line->prepare)
    line->prepare();
  if (o->prints == PRINTS_VERSION)
    printf("%s %s\n", line->command, POMP_VERSION);
  else if (o->prints == PRINTS_HELP && line->brief && !value)
    line->brief();
  else if (o->prints == PRINTS_HELP)
    command_help(line);
  else if (!value || !manual_print(line, value))
    line->tables();
  return true;
}

/* Takes a word that is no option. */
static bool take_operand(const struct reader *r, char **argv, char *word) {
  const struct command_line *line = r->line;
  if (line->takes == NO_OPERAND)
    return refuse_option(r, word);
  argv[1 + (*line->operand_count)++] = word; /* what was there has been read */
  *line->operands = argv + 1;
  return line->takes != ONE_EXPERIMENT || *line->operand_count == 1 ||
         user_error(NULL, "one experiment at a time, not %s as well", word);
}

/* Reads the options from `optind` on, up to one that prints something. */
static bool read_options(const struct reader *r, int argc, char **argv, bool *printed) {
  for (int c; (c = getopt_long(argc, argv, r->letters, r->options, NULL)) != -1;) {
    const struct command_option *o = row_of(r, c);
    const char letter[] = {'-', (char)optopt, 0}; /* one of several in an argument, perhaps */
    if (c == 1 && !take_operand(r, argv, optarg))
      return false;
    if (c == 1)
      continue;
    if (c == ':')
      return user_error(NULL, "%s takes a value", argv[optind - 1]);
    if (!o)
      return refuse_option(r, optopt > 0 && optopt < FIRST && isgraph(optopt) ? letter : argv[optind - 1]);
    if (o->apart && !optarg && optind < argc && o->apart(argv[optind]))
      optarg = argv[optind++];
    if (!read_option(o, optarg))
      return false;
    if (o->prints)
      return *printed = print(r->line, o, optarg);
  }
  return true;
}

static bool read_all(const struct reader *r, int argc, char **argv, bool *printed) {
  const struct command_line *line = r->line;
  if (!read_options(r, argc, argv, printed) || *printed)
    return *printed;
  if (!line->runs_command) {
    while (optind < argc) /* behind -- */
      if (!take_operand(r, argv, argv[optind++]))
        return false;
    return true;
  }
  if (line->operands && optind < argc && strcmp(argv[optind - 1], "--") != 0) {
    *line->operands = argv + optind;
    *line->operand_count = 1;
    optind++;
    if (!read_options(r, argc, argv, printed))
      return false;
  }
  *line->program = argv + optind;
  return true;
}

bool command_read(const struct command_line *line, int argc, char **argv, int *status) {
  struct reader reader = {.line = line};
  bool printed = false;
  make(&reader);
  opterr = 0; /* the messages name what is allowed */
  optind = 0; /* it begins anew */
  const bool good = read_all(&reader, argc, argv, &printed) && (printed || !line->check || line->check());
  *status = good ? EXIT_SUCCESS : USER_ERROR_USAGE;
  return good && !printed;
}

int command_end(int status) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  user_error_print(NULL, "can't write: %s", strerror(errno));
  return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}
