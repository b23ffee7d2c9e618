/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual.h - prints a command's man page, and its completion for shells, from the tables that its --help is made of.
 * Not here: the tables, which each command has; man pages that are made of the documents (manual_markdown.c). */
#ifndef BASE_MANUAL_H
#define BASE_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

/* This says what a shell offers for the value of an option. */
enum manual_offer {
  OFFER_NOTHING,
  OFFER_FILES,
  OFFER_DIRECTORIES,
  OFFER_COMMANDS,
  OFFER_WORDS, /* one of `words` */
  OFFER_LIST,  /* several of them, with commas between them */
};

/* The order is that in which the rows of a table read best. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct manual_option {
  const char *name;  /* without the hyphens before it */
  char letter;       /* 0: it has none */
  const char *value; /* what the help calls its value; NULL: it takes none */
  bool may_lack;     /* the value may be left out: then it follows a `=` alone, unless `apart` is set */
  bool apart;        /* though it may be left out, it may be as a word of its own */
  const char *help;
  enum manual_offer offer;
  const char *const *words; /* NULL is the last */
};

/* This is a part of the page: options, or other things that are listed with their meaning. */
struct manual_item {
  const char *term, *meaning;
};
struct manual_section {
  const char *title;
  const char *text; /* comes before the lists; paragraphs are apart by an empty line; NULL: there is none */
  const struct manual_option *options;
  size_t option_count;
  const struct manual_item *items;
  size_t item_count;
};

struct manual {
  const char *command;
  const char *const *also; /* other names of the same command, and NULL; NULL: there are none */
  const char *purpose;     /* a few words */
  const char *synopsis;    /* without the command's name */
  const char *description;
  const char *prefix;        /* what comes before each option's name: "--" */
  bool equals;               /* values follow a `=`, not a blank */
  enum manual_offer operand; /* what may be where no option does */
  bool runs_command;         /* what follows `--` is a command with its own arguments */
  const char *fallback;      /* an option of the command that completes what is not ours; NULL: it has none */
  const struct manual_section *sections;
  size_t section_count;
  const char *see_also; /* "pomp-convert(1), pomp-environment(7)" */
};

/* Returns the i-th name of the command; NULL after the last. */
static inline const char *manual_name(const struct manual *m, size_t i) {
  return i == 0 ? m->command : m->also ? m->also[i - 1] : NULL;
}

/* Prints the page or the completion that is called `form`: man, bash, zsh, fish. False if there is no such form. */
bool manual_print(const struct manual *m, const char *form);
extern const char *const manual_forms[]; /* their names; NULL is the last */

/* Print text escaped for roff; the first function takes a text that begins a line. */
void roff_line(const char *text);
void roff_text(const char *text, size_t length);
void roff_title(const char *name, int section, const char *purpose);

/* These are the forms. */
void manual_man(const struct manual *m);
void manual_bash(const struct manual *m);
void manual_zsh(const struct manual *m);
void manual_fish(const struct manual *m);

/* Prints a document as a man page. False if the file can't be read. */
bool manual_markdown(const char *path, const char *name, int section, const char *purpose);

#endif
