/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_roff.c - prints a command's man page: macros of man(7) that groff and mandoc know.
 * Not here: completion (manual_completion.c), pages that are made of the documents (manual_markdown.c). */
#include "base/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Returns the character that begins at *at, and moves *at behind it. */
static unsigned utf8_next(const char **at) {
  const unsigned char *p = (const unsigned char *)*at;
  unsigned length = *p < 0xc0 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
  unsigned c = length == 1 ? *p : *p & (0xffu >> (length + 1));
  for (unsigned i = 1; i < length && p[i]; i++)
    c = c << 6 | (p[i] & 0x3fu);
  *at += length;
  return c;
}

void roff_text(const char *text, size_t length) {
  const char *end = text + length;
  while (text < end) {
    unsigned c = utf8_next(&text);
    if (c == '\\')
      fputs("\\e", stdout);
    else if (c == '-')
      fputs("\\-", stdout);
    else if (c == '\'')
      fputs("\\(aq", stdout);
    else if (c == '`')
      fputs("\\(ga", stdout);
    else if (c == '^')
      fputs("\\(ha", stdout);
    else if (c == '~')
      fputs("\\(ti", stdout);
    else if (c > 0x7e)
      printf("\\[u%04X]", c);
    else
      putchar((int)c);
  }
}

void roff_line(const char *text) {
  if (*text == '.' || *text == '\'')
    fputs("\\&", stdout); /* it would be a macro */
  roff_text(text, strlen(text));
  putchar('\n');
}

void roff_title(const char *name, int section, const char *purpose) {
  printf(".TH ");
  for (const char *at = name; *at; at++)
    if (*at == '-')
      fputs("\\-", stdout);
    else
      putchar(toupper((unsigned char)*at));
  printf(" %d %s \"pompinst %s\"\n.SH NAME\n", section, POMP_MANUAL_DATE, POMP_VERSION);
  roff_text(name, strlen(name));
  fputs(" \\- ", stdout);
  roff_line(purpose);
}

/* Prints paragraphs that have an empty line between them. */
static void print_paragraphs(const char *text) {
  for (bool first = true; text && *text; first = false) {
    const char *end = strstr(text, "\n\n");
    size_t length = end ? (size_t)(end - text) : strlen(text);
    if (!first) /* a heading begins one itself */
      puts(".PP");
    if (*text == '.')
      fputs("\\&", stdout);
    roff_text(text, length);
    putchar('\n');
    text += length + (end ? 2 : 0);
  }
}

static void print_option(const struct command_line *m, const struct command_option *o) {
  puts(".TP");
  fputs("\\fB", stdout);
  if (o->letter)
    printf("\\-%c\\fR, \\fB", o->letter);
  roff_text(m->prefix, strlen(m->prefix));
  roff_text(o->name, strlen(o->name));
  fputs("\\fR", stdout);
  if (o->value) {
    fputs(o->may_lack ? o->apart ? " [" : "[=" : m->equals ? "=" : " ", stdout);
    fputs("\\fI", stdout);
    roff_text(o->value, strlen(o->value));
    fputs(o->may_lack ? "\\fR]" : "\\fR", stdout);
  }
  putchar('\n');
  roff_line(o->help);
}

static void print_section(const struct command_line *m, const struct command_section *s) {
  fputs(".SH ", stdout);
  for (const char *at = s->title; *at; at++)
    putchar(toupper((unsigned char)*at));
  putchar('\n');
  print_paragraphs(s->text);
  for (size_t i = 0; i < s->option_count; i++)
    print_option(m, &s->options[i]);
  for (size_t i = 0; i < s->item_count; i++) {
    fputs(".TP\n\\fB", stdout);
    roff_text(s->items[i].term, strlen(s->items[i].term));
    puts("\\fR");
    roff_line(s->items[i].meaning);
  }
}

/* Prints names of pages, such as pomp-report(1), with commas between them. */
static void print_see_also(const char *names) {
  puts(".SH SEE ALSO");
  while (*names) {
    size_t name = strcspn(names, "("), all = strcspn(names, ",");
    fputs(".BR ", stdout);
    roff_text(names, name);
    printf(" %.*s%s\n", (int)(all - name), names + name, names[all] ? "," : "");
    names += all + strspn(names + all, ", ");
  }
}

void manual_man(const struct command_line *m) {
  roff_title(m->command, 1, m->purpose);
  puts(".SH SYNOPSIS");
  const char *name;
  for (size_t i = 0; (name = command_name(m, i)); i++) {
    if (i)
      puts(".br");
    fputs("\\fB", stdout);
    roff_text(name, strlen(name));
    fputs("\\fR ", stdout);
    roff_line(m->synopsis);
  }
  puts(".SH DESCRIPTION");
  print_paragraphs(m->description);
  for (size_t i = 0; i < m->section_count; i++)
    if (m->sections[i].where != IN_HELP || m->sections[i].option_count)
      print_section(m, &m->sections[i]);
  print_see_also(m->see_also);
}
