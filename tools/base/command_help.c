/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_help.c - prints --help, in lines of 80 columns.
 * Not here: the man page (manual_roff.c). */
#include "base/command_line.h"
#include "base/text_columns.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, WIDEST = 28, TERM_SIZE = 128 };

/* Returns how many columns the begin of a text takes. */
static unsigned columns_of(const char *text, size_t length) {
  return (unsigned)(text_columns(text) - text_columns(text + length));
}

/* Prints text from the column `indent` on, at which each line begins. Words stay whole. */
static void print_wrapped(const char *text, unsigned indent) {
  for (unsigned at = indent; *text;) {
    size_t blanks = strspn(text, " "), length = blanks + strcspn(text + blanks, " \n");
    const bool ends = *text == '\n';
    if (ends || (at > indent && at + columns_of(text, length) > COLUMNS)) {
      printf("\n%*s", (int)indent, "");
      text += ends ? 1 : blanks;
      length -= ends ? 0 : blanks;
      at = indent;
    }
    if (ends)
      continue;
    fwrite(text, 1, length, stdout);
    at += columns_of(text, length);
    text += length;
  }
  putchar('\n');
}

void command_help_row(const char *term, const char *meaning, unsigned width) {
  const unsigned at = 2 + columns_of(term, strlen(term));
  printf("  %s%s%*s", term, at + 1 < width ? "" : "\n", (int)(at + 1 < width ? width - at : width), "");
  print_wrapped(meaning, width);
}

const char *command_spell(char *text, size_t size, const struct command_option *o) {
  const char *before = !o->may_lack ? " " : o->apart ? " [" : "[=";
  snprintf(text, size, "--%s%s%s%s", o->name, o->value ? before : "", o->value ? o->value : "",
           o->value && o->may_lack ? "]" : "");
  return text;
}

/* True if the option's letter stands before its name; the help of others tells of it. */
static bool shows_letter(const struct command_option *o) { return o->letter && !strstr(o->help, "also by -"); }

/* This is the list that all terms of --help are in. */
struct list {
  unsigned width; /* where the meanings begin */
  bool letters;   /* an option has one */
};

/* Puts an option into `text` as the list has it. */
static const char *spell(char text[TERM_SIZE], const struct list *l, const struct command_option *o) {
  const char letter[] = {'-', o->letter, ',', ' ', 0};
  strcpy(text, shows_letter(o) ? letter : l->letters ? "    " : "");
  command_spell(text + strlen(text), TERM_SIZE - strlen(text), o);
  return text;
}

static void widen(struct list *l, const char *term) {
  const unsigned width = 4 + columns_of(term, strlen(term));
  if (width > l->width && width <= WIDEST)
    l->width = width;
}

static struct list list_of(const struct command_line *line) {
  struct list l = {0};
  char term[TERM_SIZE];
  for (const struct command_section *s = line->sections; s < line->sections + line->section_count; s++) {
    for (size_t i = 0; i < s->option_count; i++)
      l.letters |= shows_letter(&s->options[i]);
  }
  for (const struct command_section *s = line->sections; s < line->sections + line->section_count; s++) {
    for (size_t i = 0; i < s->option_count; i++)
      widen(&l, spell(term, &l, &s->options[i]));
    for (size_t i = 0; s->where != IN_MANUAL && i < s->item_count; i++)
      widen(&l, s->items[i].term);
  }
  return l;
}

void command_help(const struct command_line *line) {
  const struct list l = list_of(line);
  char term[TERM_SIZE];
  fputs("usage: ", stdout);
  print_wrapped(line->usage, strlen("usage: "));
  putchar('\n');
  print_wrapped(line->about, 0);
  for (const struct command_section *s = line->sections; s < line->sections + line->section_count; s++) {
    if (s->where == IN_MANUAL && !s->option_count)
      continue;
    printf("%s%s\n", s->title ? "\n" : "", s->title ? s->title : "");
    if (s->where != IN_MANUAL && s->text)
      print_wrapped(s->text, 0);
    for (size_t i = 0; i < s->option_count; i++)
      command_help_row(spell(term, &l, &s->options[i]), s->options[i].help, l.width);
    for (size_t i = 0; s->where != IN_MANUAL && i < s->item_count; i++)
      command_help_row(s->items[i].term, s->items[i].meaning, l.width);
  }
}
