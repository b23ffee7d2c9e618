/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_markdown.c - prints a document of docs/ as a man page: what it says is said once.
 * Not here: commands, whose pages come from their tables (manual_roff.c). Known are the parts of Markdown that docs/
 * uses: headings, paragraphs, lists, tables, blocks of code (indented or between ```), links, `code` and **bold**. */
#include "base/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum block { NONE, HEADING, PARAGRAPH, LIST, TABLE, CODE, FENCE };

/* Prints text with the marks of its lines made fonts; what a link leads to is left out. */
static void print_inline(const char *text, const char *end) {
  bool code = false, bold = false;
  if (text < end && (*text == '.' || *text == '\''))
    fputs("\\&", stdout);
  while (text < end) {
    if (*text == '`') {
      code = !code;
      fputs(code ? "\\fB" : "\\fR", stdout);
      text++;
    } else if (!code && end - text > 1 && text[0] == '*' && text[1] == '*') {
      bold = !bold;
      fputs(bold ? "\\fB" : "\\fR", stdout);
      text += 2;
    } else if (!code && (*text == '[' || (*text == ']' && text[1] != '('))) {
      text++;
    } else if (!code && text[0] == ']' && text[1] == '(') {
      while (text < end && *text++ != ')')
        ;
    } else {
      size_t length = 1 + strcspn(text + 1, "`*[]");
      if (length > (size_t)(end - text))
        length = (size_t)(end - text);
      roff_text(text, length);
      text += length;
    }
  }
}

static const char *trimmed(const char *begin, const char **end) {
  while (begin < *end && isspace((unsigned char)*begin))
    begin++;
  while (*end > begin && isspace((unsigned char)(*end)[-1]))
    --*end;
  return begin;
}

static size_t cells_of(const char *row) {
  size_t bars = 0;
  for (; *row; row++)
    bars += *row == '|';
  return bars - 1;
}

/* Prints a row of a table as an item of a list: the first cell, and the others below it, with their heads if they are
 * several. */
static void print_row(const char *line, const char *heads) {
  bool headed = cells_of(heads) > 2;
  for (int cell = 0; *line == '|' && line[1]; cell++) {
    const char *end = line + 1 + strcspn(line + 1, "|"), *next = end;
    const char *head_end = heads + 1 + strcspn(heads + 1, "|"), *next_head = head_end;
    const char *text = trimmed(line + 1, &end), *head = trimmed(heads + 1, &head_end);
    if (cell == 0)
      puts(".TP");
    else if (cell > 1 && text < end)
      puts(".br");
    if (cell > 0 && text < end && headed) {
      print_inline(head, head_end);
      fputs(": ", stdout);
    }
    if (text < end) {
      print_inline(text, end);
      putchar('\n');
    }
    line = next;
    heads = *next_head ? next_head : heads;
  }
}

static void print_heading(const char *line, const char *end) {
  size_t level = strspn(line, "#");
  const char *text = trimmed(line + level, &end);
  fputs(level < 3 ? ".SH " : ".SS ", stdout);
  print_inline(text, end);
  putchar('\n');
}

static enum block block_of(const char *line, enum block before) {
  if (before == FENCE)
    return FENCE;
  if (strncmp(line, "```", 3) == 0)
    return FENCE;
  if (*line == '#')
    return HEADING;
  if (!*line)
    return before == CODE || before == HEADING ? before : NONE;
  if (strncmp(line, "    ", 4) == 0 && before != PARAGRAPH && before != LIST)
    return CODE;
  if (*line == '|')
    return TABLE;
  if (strncmp(line, "* ", 2) == 0 || (isspace((unsigned char)*line) && before == LIST))
    return LIST;
  return PARAGRAPH;
}

static void print_line(const char *line, enum block block, enum block before, char *heads, size_t size) {
  const char *end = line + strlen(line);
  if ((before == CODE && block != CODE))
    puts(".fi\n.RE");
  if (block == CODE || block == FENCE) {
    if (block != before)
      puts(before == HEADING ? ".RS 4\n.nf" : ".PP\n.RS 4\n.nf");
    if (strncmp(line, "```", 3) == 0)
      return;
    roff_line(line + (block == CODE && *line ? 4 : 0));
  } else if (block == TABLE && before != TABLE) {
    snprintf(heads, size, "%s", line);
  } else if (block == TABLE && strncmp(line, "| ---", 5) != 0) {
    print_row(line, heads);
  } else if (block == LIST) {
    if (*line == '*')
      puts(".IP \\(bu 2");
    print_inline(trimmed(line + (*line == '*'), &end), end);
    putchar('\n');
  } else if (block == HEADING && *line) {
    print_heading(line, end);
  } else if (block == PARAGRAPH) {
    if (before != PARAGRAPH && before != HEADING)
      puts(".PP");
    print_inline(trimmed(line, &end), end);
    putchar('\n');
  }
}

bool manual_markdown(const char *path, const char *name, int section, const char *purpose) {
  FILE *file = fopen(path, "r");
  char *line = NULL, heads[4096] = "|";
  size_t size = 0;
  enum block before = HEADING;
  bool hidden = false;
  if (!file)
    return false;
  roff_title(name, section, purpose);
  puts(".SH DESCRIPTION");
  for (bool first = true; getline(&line, &size, file) > 0; first = false) {
    line[strcspn(line, "\n")] = 0;
    if (first && *line == '#') /* the document's title is that of the page */
      continue;
    if (hidden || (before != FENCE && strncmp(line, "<!--", 4) == 0)) { /* a comment, which no reader sees */
      hidden = !strstr(line, "-->");
      continue;
    }
    enum block block = block_of(line, before);
    if (before == FENCE && strncmp(line, "```", 3) == 0) {
      puts(".fi\n.RE");
      before = NONE;
      continue;
    }
    print_line(line, block, before, heads, sizeof heads);
    before = block;
  }
  if (before == CODE)
    puts(".fi\n.RE");
  free(line);
  return fclose(file) == 0;
}
