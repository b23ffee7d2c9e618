/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table.c - lays out a table: each column as wide as its widest cell, or on a terminal as there is room.
 * Not here: the cells. */
#include "show/table.h"
#include "base/text_columns.h"
#include "pomp_text.h"
#include "show/locale_marks.h"

#include <string.h>

#define COLUMNS 160   /* more than a table has */
#define NARROWEST 12u /* a column of text is not shortened below this, while others can be left out */

struct table_style table_style;

struct layout {
  const struct column *columns;
  size_t count;
  size_t width[COLUMNS];   /* 0: left out */
  size_t no_room[COLUMNS]; /* the width of what is left out for the terminal's */
};

/* These columns are left out where there is no room for all, the first one first. */
/* clang-format off */
static const char *const spared[] = {
    "since_s",     "count",
    "self_mean_s", "served", "self_min_s", "os_thread",        "self_max_s", "asleep_s",  "cpu_imbalance_percent",
    "threads",     "cpu",    "incl_s",     "in_teams_percent", "ready_s",    "outside_s", "per_visit_s",
    "team_size",   "level",  "below_s",    "on_cpu_percent",   "function",   "self_s",    "imbalance_percent",
    "visits",      "wait_s"};
/* clang-format on */

/* Returns how soon the column is to be left out where there is no room for all: 0 is never, and the largest is first.
 */
static unsigned spare_of(const struct column *column) {
  for (size_t i = 0; column->key && i < COUNT(spared); i++)
    if (strcmp(column->key, spared[i]) == 0)
      return (unsigned)(COUNT(spared) - i);
  return 0;
}

/* The begin of a region's name says most, but the end of a path or of a qualified name. */
static bool keeps_end(const struct column *c) {
  static const char *const heads[] = {"function", "where", "file", "forked at", "waiting at", "held by"};
  for (size_t i = 0; i < COUNT(heads); i++)
    if (strcmp(c->head, heads[i]) == 0)
      return true;
  return false;
}

static size_t total_of(const struct layout *l) {
  size_t total = 0;
  for (size_t c = 0; c < l->count; c++)
    total += l->width[c] ? 2 + l->width[c] : 0;
  return total;
}

/* Makes the widest text narrower by what is too much, but no narrower than the second widest. False: none can be. */
static bool shorten_widest(struct layout *l, size_t too_much, size_t narrowest) {
  size_t widest = COLUMNS, next = narrowest;
  for (size_t c = 0; c < l->count; c++) {
    if (!l->columns[c].left)
      continue;
    if (widest == COLUMNS || l->width[c] > l->width[widest]) {
      next = widest != COLUMNS && l->width[widest] > next ? l->width[widest] : next;
      widest = c;
    } else if (l->width[c] > next)
      next = l->width[c];
  }
  if (widest == COLUMNS || l->width[widest] <= narrowest)
    return false;
  size_t less = l->width[widest] > next ? l->width[widest] - next : 1;
  l->width[widest] -= less < too_much ? less : too_much;
  return true;
}

/* Leaves out the column that is missed least: of those that nothing is known of, the last one with figures, but not the
 * first column of the table. False: none is left that may be. */
static bool leave_out(struct layout *l) {
  size_t least = COLUMNS;
  unsigned most = 0;
  for (size_t c = 0; c < l->count; c++) {
    unsigned spare = l->width[c] ? spare_of(&l->columns[c]) : 0;
    if (spare > most) {
      most = spare;
      least = c;
    }
  }
  for (size_t c = 1; !most && c < l->count; c++)
    least = l->width[c] && !l->columns[c].left ? c : least;
  if (least == COLUMNS)
    return false;
  l->no_room[least] = l->width[least];
  l->width[least] = 0;
  return true;
}

/* Takes back columns for which there is room after all, as a wide one was left out last. */
static void take_back(struct layout *l) {
  for (;;) {
    size_t best = COLUMNS, room = table_style.width - total_of(l);
    for (size_t c = 0; c < l->count; c++)
      if (l->no_room[c] && l->no_room[c] + 2 <= room &&
          (best == COLUMNS || spare_of(&l->columns[c]) < spare_of(&l->columns[best])))
        best = c;
    if (best == COLUMNS)
      return;
    l->width[best] = l->no_room[best];
    l->no_room[best] = 0;
  }
}

/* Makes the table fit. Texts are worth more than columns that can be asked for, until they are quite short. */
static void fit(struct layout *l) {
  enum { LEGIBLE = 60 }; /* columns for all texts together, which other columns make room for */
  size_t texts = 0, wanted = 0;
  for (size_t c = 0; c < l->count; c++)
    texts += l->columns[c].left ? l->width[c] : 0;
  wanted = texts < LEGIBLE ? texts : LEGIBLE;
  while (total_of(l) > table_style.width + texts - wanted && leave_out(l))
    ;
  for (size_t total; (total = total_of(l)) > table_style.width;)
    if (!shorten_widest(l, total - table_style.width, NARROWEST) && !leave_out(l) &&
        !shorten_widest(l, total - table_style.width, NARROWEST / 2))
      return;
  take_back(l);
}

static void measure(struct layout *l, const struct row_source *rows) {
  static char text[CELL_SIZE];
  for (size_t r = 0; r < rows->count; r++) {
    const struct row *row = row_source_at(rows, r);
    for (size_t c = 0; c < l->count; c++) {
      l->columns[c].print(text, sizeof text, row, &l->columns[c]);
      pomp_text_show(text, sizeof text);
      size_t n = text_columns(text);
      l->width[c] = n > l->width[c] ? n : l->width[c];
    }
  }
  for (size_t c = 0; c < l->count; c++) {
    size_t head = text_columns(l->columns[c].head);
    l->width[c] = l->width[c] && head > l->width[c] ? head : l->width[c]; /* 0: left out */
  }
  if (table_style.width && total_of(l) > table_style.width)
    fit(l);
}

/* Returns what the terminal gets before a cell: the larger the part of the whole, the louder. */
static const char *colour_of(const struct column *column, const struct row *row) {
  if (!table_style.colours)
    return "";
  if (!row)
    return "\033[1m";
  bool part = column->key && (strcmp(column->key, "self_percent") == 0 || strcmp(column->key, "below_percent") == 0 ||
                              strcmp(column->key, "busy_percent") == 0);
  double value = part && !(column->of & row->lacks) ? column->value(row, column).number : 0;
  return value >= 20 ? "\033[1;31m" : value >= 5 ? "\033[33m" : "";
}

static void print_spaces(FILE *out, size_t count) {
  static const char spaces[] = "                                                                ";
  for (; count >= sizeof spaces; count -= sizeof spaces - 1)
    fwrite_unlocked(spaces, 1, sizeof spaces - 1, out);
  fwrite_unlocked(spaces, 1, count, out);
}

/* Prints a row, or the heads if it is NULL. */
static void print_row(FILE *out, const struct layout *l, const struct row *row) {
  static char text[CELL_SIZE], shown[CELL_SIZE];
  size_t owed = 0; /* spaces, written when something follows: no line ends with any */
  for (size_t c = 0; c < l->count; c++) {
    const struct column *column = &l->columns[c];
    if (!l->width[c])
      continue;
    if (row)
      column->print(text, sizeof text, row, column), pomp_text_show(text, sizeof text);
    else
      snprintf(text, sizeof text, "%s", column->head);
    if (table_style.brief)
      pomp_text_shorten_middle(shown, sizeof shown, text, l->width[c], text_ellipsis());
    else
      pomp_text_shorten(shown, sizeof shown, text, l->width[c], text_ellipsis(), keeps_end(column));
    size_t gap = l->width[c] - text_columns(shown);
    owed += 2 + (column->left ? 0 : gap);
    if (*shown) {
      const char *colour = colour_of(column, row);
      print_spaces(out, owed);
      fputs_unlocked(colour, out);
      fputs_unlocked(shown, out);
      fputs_unlocked(*colour ? "\033[0m" : "", out);
      owed = 0;
    }
    owed += column->left ? gap : 0;
  }
  fputc_unlocked('\n', out);
}

static const struct row *row_of_array(void *rows, size_t i) { return (const struct row *)rows + i; }

struct row_source row_source_of(const struct row *rows, size_t count) {
  return (struct row_source){.get = row_of_array, .context = (void *)rows, .count = count};
}

void table_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows,
                 size_t row_count) {
  const struct row_source all = row_source_of(rows, row_count);
  table_print_rows(out, columns, column_count, &all);
}

void table_print_rows(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows) {
  struct layout l = {.columns = columns, .count = column_count};
  bool some = false;
  measure(&l, rows);
  print_row(out, &l, NULL);
  for (size_t r = 0; r < rows->count; r++)
    print_row(out, &l, row_source_at(rows, r));
  for (size_t c = 0; c < column_count && !table_style.brief; c++)
    if (l.no_room[c]) {
      fprintf(out, "%s %s", some ? "," : "  no room for", columns[c].head);
      some = true;
    }
  if (some)
    fputc('\n', out);
}
