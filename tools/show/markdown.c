/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* markdown.c - writes Markdown that text from outside can't change.
 * Not here: text for a terminal (table.c). */
#include "show/markdown.h"
#include "pomp_text.h"

#include <string.h>

enum { NAME_COLUMNS = 100, WORDS_COLUMNS = 2000, COLUMNS = 160 };

/* Makes text from outside fit: no control characters, no change of direction, no more than so many columns. */
static const char *clean(const char *text, size_t columns) {
  static char some[16384], shown[16384];
  pomp_text_shorten_middle(some, sizeof some, text, columns, "…");
  for (char *c = some; *c; c++)
    if (*c == '\n' || *c == '\r' || *c == '\t')
      *c = ' ';
  pomp_text_clean(some, 0);
  pomp_text_show(some, sizeof some);
  pomp_text_shorten_middle(shown, sizeof shown, some, columns, "…");
  return shown;
}

static bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/* Nothing means anything between backquotes but these themselves, and bars, which end a cell. A name with one, or with
 * a tag, is between tags, and all its signs are numbers. */
void markdown_name(FILE *out, const char *text) {
  const char *name = clean(text, NAME_COLUMNS);
  if (!*name)
    return;
  if (!strpbrk(name, "`|\\<")) {
    fprintf(out, "`%s`", name);
    return;
  }
  fputs("<code>", out);
  for (; *name; name++)
    if (is_punctuation(*name))
      fprintf(out, "&#%d;", *name);
    else
      fputc(*name, out);
  fputs("</code>", out);
}

/* GitHub and GitLab look for names of users, numbers of requests and formulas after all other markup, but not in
 * code. */
void markdown_words(FILE *out, const char *text) {
  const char *words = clean(text, WORDS_COLUMNS);
  for (const char *c = words; *c; c++) {
    bool link = (*c == ':' && c[1] == '/') || (*c == '.' && c - words >= 3 && memcmp(c - 3, "www", 3) == 0);
    if (strchr("@#$", *c))
      fprintf(out, "<code>%c</code>", *c);
    else if (link || strchr("`*_{}[]<>|~&\\!", *c))
      fprintf(out, "&#%d;", *c);
    else
      fputc(*c, out);
  }
}

void markdown_fold(FILE *out, const char *summary) { fprintf(out, "\n<details><summary>%s</summary>\n\n", summary); }

void markdown_unfold(FILE *out) { fputs("\n</details>\n", out); }

void markdown_heads(FILE *out, const char *const *heads, const bool *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    fprintf(out, "| %s ", heads[i]);
  fputs("|\n", out);
  for (size_t i = 0; i < count; i++)
    fputs(names[i] ? "| --- " : "| ---: ", out);
  fputs("|\n", out);
}

void markdown_row(FILE *out, const char *const *cells, const bool *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    fputs("| ", out);
    (names[i] ? markdown_name : markdown_words)(out, cells[i]);
    fputc(' ', out);
  }
  fputs("|\n", out);
}

/* Finds out which columns have something in their cells. */
static void find_shown(bool *shown, const struct column *columns, size_t count, const struct row *row) {
  static char text[CELL_SIZE];
  for (size_t c = 0; c < count && c < COLUMNS; c++) {
    columns[c].print(text, sizeof text, row, &columns[c]);
    shown[c] |= text[strspn(text, " ")] != 0;
  }
}

static void print_row(FILE *out, const struct column *columns, const bool *shown, size_t count, const struct row *row) {
  static char text[CELL_SIZE];
  for (size_t c = 0; c < count; c++) {
    if (!shown[c])
      continue;
    columns[c].print(text, sizeof text, row, &columns[c]);
    fputs("| ", out);
    (columns[c].left ? markdown_name : markdown_words)(out, text + strspn(text, " "));
    fputc(' ', out);
  }
  fputs("|\n", out);
}

void markdown_table(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows) {
  bool shown[COLUMNS] = {false}, names[COLUMNS];
  const char *heads[COLUMNS];
  size_t some = rows->count < MARKDOWN_ROWS ? rows->count : MARKDOWN_ROWS, count = 0;
  for (size_t r = 0; r < some; r++)
    find_shown(shown, columns, column_count, row_source_at(rows, r));
  for (size_t c = 0; c < column_count && c < COLUMNS; c++) {
    heads[count] = columns[c].head;
    names[count] = columns[c].left;
    count += shown[c];
  }
  markdown_heads(out, heads, names, count);
  for (size_t r = 0; r < some; r++)
    print_row(out, columns, shown, column_count, row_source_at(rows, r));
  if (rows->count > some)
    fprintf(out, "\nand %zu more rows\n", rows->count - some);
}
