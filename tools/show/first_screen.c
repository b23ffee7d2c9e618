/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_screen.c - what pomp-report shows unless it is asked for more: what answers first, in 24 lines of 80 columns.
 * Not here: where the parts come from (report_tables.c, notes.c, diagnosis_text.c, flat_view.c); all tables
 * (flat_view.c). */
#include "base/text_columns.h"
#include "pomp_text.h"
#include "show/findings.h"
#include "show/look_at_view.h"
#include "show/notes.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/unexplained.h"
#include "show/wrap.h"

#include <stdlib.h>
#include <string.h>

/* The prompt takes a line of the screen, too. A table of fewer rows says too little. */
enum { LINES = 23, WIDTH = 80, MOST_ROWS = 10, LEAST_ROWS = 4, NOTE_LINES = 3 };

/* Prints the figures: in two lines as in the head of all tables if these are short enough, else as they fit. */
static bool print_figures(FILE *out, const struct analysed_experiment *o) {
  char *text = NULL;
  size_t size, width = table_style.width;
  FILE *figures = open_memstream(&text, &size);
  if (!figures)
    return false;
  report_figures(figures, &o->loaded, &o->analysis);
  bool good = fclose(figures) == 0;
  char *second = good ? strchr(text, '\n') : NULL, joined[8192];
  if (second) {
    *second++ = 0;
    second[strcspn(second, "\n")] = 0;
    if (text_columns(text) <= width && text_columns(second) <= width)
      fprintf(out, "%s\n%s\n", text, second);
    else {
      snprintf(joined, sizeof joined, "%s · %s", text, second);
      wrap_parts(out, joined, width);
    }
  }
  free(text);
  return good;
}

/* Prints the note that matters most, and how many others there are. */
static bool print_note(FILE *out, const struct analysed_experiment *o, struct foremost_note *note) {
  char more[64] = "", *text = NULL;
  if (!notes_foremost(note, &o->loaded, &o->analysis))
    return false;
  if (note->others)
    snprintf(more, sizeof more, " (%u more such note%s: --all)", note->others, note->others == 1 ? "" : "s");
  if (note->text && asprintf(&text, "%.*s%s", (int)strcspn(note->text, "\n"), note->text, more) < 0)
    return false;
  if (text)
    wrap_words(out, "", text, table_style.width, NOTE_LINES);
  free(text);
  return true;
}

/* Prints a finding in at most `lines` lines: the saving, the fault, its place, and advice. */
static void print_finding(FILE *out, const struct diagnosis *d, uint32_t i, unsigned lines) {
  static char line[CELL_SIZE + 256], place[CELL_SIZE], shown[CELL_SIZE];
  const struct finding *f = &d->findings[i];
  finding_place(d, f, place, sizeof place);
  pomp_text_show(place, sizeof place);
  int n =
      snprintf(line, sizeof line, "%2u. %.3f s (%.1f %%)  %s%s%s", i + 1, f->saving * 1e-9, percent(f->saving, f->of),
               property_rows[f->property].text, f->by_cpu ? ", by CPU time" : "", *place ? ": " : "");
  size_t used = n > 0 ? text_columns(line) : 0, room = table_style.width > used ? table_style.width - used : 1;
  pomp_text_shorten_middle(shown, sizeof shown, place, room, text_ellipsis());
  fprintf(out, "%s%s\n", line, shown);
  snprintf(line, sizeof line, "%s", f->advice + f->help);
  if (*line >= 'a' && *line <= 'z')
    *line = (char)(*line - 'a' + 'A');
  wrap_words(out, "    ", line, table_style.width, lines);
}

static void print_why_not(FILE *out, const struct diagnosis *d, const struct foremost_note *note) {
  char text[512];
  if (note->crowded)
    snprintf(text, sizeof text, "Findings: %u, none of which can be judged for that.", d->count);
  else
    snprintf(text, sizeof text, "Findings: %u, which can't be judged: %s.", d->count, d->findings[0].why);
  wrap_words(out, "", text, table_style.width, 2);
}

/* Says what the findings leave unexplained, where there is room, and what one run can't tell, where that is all that is
 * left to ask. */
static void print_left(FILE *out, const struct diagnosis *d, bool room) {
  static char text[UNEXPLAINED_TEXT > ONE_RUN_TEXT ? UNEXPLAINED_TEXT : ONE_RUN_TEXT];
  unexplained_words(d, text, sizeof text);
  if (*text && room)
    wrap_words(out, "", text, table_style.width, 2);
  one_run_words(d, text, sizeof text);
  if (*text)
    wrap_words(out, "", text, table_style.width, 2);
}

/* Names what is worth a look although nothing was found: the first two such places. */
static bool print_looks(FILE *out, const struct diagnosis *d) {
  struct looks looks;
  bool good = look_at_find(&looks, d);
  if (good)
    look_at_print_first(out, d, &looks, table_style.width);
  look_at_free(&looks);
  return good;
}

/* `most`: so many are shown. */
static bool print_findings(FILE *out, const struct analysed_experiment *o, const struct foremost_note *note,
                           uint32_t most) {
  struct diagnosis d;
  bool good = diagnose(&d, &o->analysis);
  uint32_t judged = findings_judged(&d), shown = judged < most ? judged : most;
  if (good && !d.count)
    fprintf(out, "Findings: %s.\n", unexplained_nothing(&d));
  else if (good && !judged)
    print_why_not(out, &d, note);
  else if (good) {
    char head[100];
    int used = snprintf(head, sizeof head, "Findings, by the wall time that fixing each saves at most");
    if (d.count > shown)
      snprintf(head + used, sizeof head - (size_t)used, "; %u more", d.count - shown);
    wrap_words(out, "", head, table_style.width, 0);
    for (uint32_t i = 0; i < shown; i++)
      print_finding(out, &d, i, FINDINGS_FIRST + 1 - shown); /* in the room for all of them */
  }
  if (good && !d.count)
    good = print_looks(out, &d);
  if (good)
    print_left(out, &d, most == FINDINGS_FIRST);
  diagnosis_free(&d);
  return good;
}

/* Prints all that is above the table of regions. */
static bool print_above(FILE *out, const struct analysed_experiment *o) {
  struct foremost_note note = {.text = NULL};
  bool good = print_figures(out, o) && print_note(out, o, &note);
  if (good) {
    fputc('\n', out);
    /* Where threads are is what is asked of a program that has not ended, and takes the room. */
    bool open = o->loaded.state != RUN_COMPLETE && o->analysis.open_count;
    good = report_open(out, &o->loaded, &o->analysis, OPEN_BRIEF) &&
           print_findings(out, o, &note, open ? 1 : FINDINGS_FIRST);
  }
  free(note.text);
  fputc('\n', out);
  return good;
}

static size_t lines_of(const char *text) {
  size_t lines = 0;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

/* Says what there is beside this. */
static void print_rest(FILE *out, const struct report_rest *rest) {
  char text[256];
  if (rest->rows)
    snprintf(text, sizeof text, "%zu more row%s (%.1f %%), all tables: --all", rest->rows, rest->rows == 1 ? "" : "s",
             rest->part);
  else
    snprintf(text, sizeof text, "all tables: --all");
  fprintf(out, "%s; findings: --diagnose; page: --html\n", text);
}

static bool print_screen(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  struct report_rest rest;
  char *above = NULL;
  size_t size;
  FILE *text = open_memstream(&above, &size);
  bool good = text && print_above(text, o);
  good = text && fclose(text) == 0 && good;
  if (good) {
    size_t used = lines_of(above) + 2; /* the table's head, and the last line */
    size_t most = used + LEAST_ROWS < LINES ? LINES - used : LEAST_ROWS;
    fputs(above, out);
    good = report_most(out, l, o, most < MOST_ROWS ? most : MOST_ROWS, &rest);
  }
  if (good)
    print_rest(out, &rest);
  free(above);
  return good;
}

bool report_first_screen(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  const struct table_style before = table_style;
  table_style.width = before.width ? before.width : WIDTH;
  table_style.brief = true;
  bool good = print_screen(out, l, o);
  table_style = before;
  return good;
}
