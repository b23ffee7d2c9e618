/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_screen.c - what pomp-report shows unless it is asked for more: what answers first, in 24 lines of 80 columns.
 * Not here: where the parts come from (report_tables.c, notes.c, diagnosis_text.c, flat_view.c); all tables
 * (flat_view.c). */
#include "base/text_columns.h"
#include "files/call_sites.h"
#include "findings/hot_line.h"
#include "findings/inside.h"
#include "pomp_text.h"
#include "show/findings.h"
#include "show/look_at_view.h"
#include "show/notes.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/unexplained.h"
#include "show/wrap.h"
#include "sums/sampled.h"
#include "sums/samples.h"

#include <stdlib.h>
#include <string.h>

/* The prompt takes a line of the screen, too. A table of fewer rows says too little. */
enum {
  LINES = 23,
  WIDTH = 80,
  MOST_ROWS = 10,
  LEAST_ROWS = 4,
  NOTE_LINES = 3,
  INSIDE_LINES = 6,
  LEAST_NAME = 12,
  NAMED = 24
};

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

/* --- findings --- */

/* Returns how many lines a text takes. */
static unsigned lines_when_wrapped(const char *indent, const char *text) {
  char *lost = NULL;
  size_t size;
  FILE *out = open_memstream(&lost, &size);
  const unsigned lines = out ? wrap_words(out, indent, text, table_style.width, 0) : 1;
  if (out)
    fclose(out);
  free(lost);
  return lines;
}

/* Leaves out what follows the last clause that ends within so many lines; the first clause stays. */
static void cut_clauses(char *text, const char *indent, unsigned lines) {
  char *end = NULL;
  int depth = 0;
  for (char *at = text; *at; at++) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (depth || (*at != ';' && *at != '.') || at[1] != ' ')
      continue;
    const char behind = *at;
    *at = 0;
    const bool fits = lines_when_wrapped(indent, text) <= lines;
    *at = behind;
    end = fits || !end ? at : end;
  }
  if (end && lines_when_wrapped(indent, text) > lines) {
    end[0] = '.';
    end[1] = 0;
  }
}

/* Writes the region, its function and its place so that they fit: if they do not, the function loses its middle first,
 * then the place its begin, and then the region's name. */
static void write_place(const struct region *r, size_t room, char *text, size_t size) {
  static char name[CELL_SIZE], function[CELL_SIZE], where[CELL_SIZE], shown[3][CELL_SIZE];
  enum { WORD = 16 };
  snprintf(name, sizeof name, "%s", r->name);
  snprintf(function, sizeof function, "%s", r->construct ? call_function(r->construct) : "");
  print_where(where, sizeof where, r);
  pomp_text_show(name, sizeof name);
  pomp_text_show(function, sizeof function);
  pomp_text_show(where, sizeof where);
  const size_t fixed = (*function ? 4 : 0) + (*where ? 2 : 0), whole[] = {text_columns(name), text_columns(where)};
  const size_t rest = room > fixed + WORD ? room - fixed : WORD; /* each keeps a part of it */
  const size_t least[] = {rest / 4 < LEAST_NAME ? rest / 4 : LEAST_NAME, rest / 2 < 24 ? rest / 2 : 24,
                          rest / 4 < WORD ? rest / 4 : WORD};
  size_t left = room > fixed + whole[0] + whole[1] ? room - fixed - whole[0] - whole[1] : 0;
  pomp_text_shorten_middle(shown[0], CELL_SIZE, function, left > least[0] ? left : least[0], text_ellipsis());
  const size_t other = fixed + whole[0] + text_columns(shown[0]);
  left = room > other ? room - other : 0;
  pomp_text_shorten(shown[1], CELL_SIZE, where, left > least[1] ? left : least[1], text_ellipsis(), true);
  const size_t others = fixed + text_columns(shown[0]) + text_columns(shown[1]);
  left = room > others ? room - others : 0;
  pomp_text_shorten_middle(shown[2], CELL_SIZE, name, left > least[2] ? left : least[2], text_ellipsis());
  snprintf(text, size, "%s%s%s%s%s", shown[2], *function ? " in " : "", shown[0], *where ? ", " : "", shown[1]);
}

/* Says what is known of the library's function that most samples of a finding's region are in. */
static bool print_known(FILE *out, const struct diagnosis *d, const struct finding *f, const char *indent) {
  static char text[CELL_SIZE];
  struct inside in;
  if (!finding_known(d, f, &in))
    return false;
  inside_write(text, sizeof text, d->analysis, &in);
  pomp_text_show(text, sizeof text);
  wrap_words(out, indent, text, table_style.width, INSIDE_LINES);
  return true;
}

/* Says in which function most samples are, in one line: a long name loses its middle. True: what helps there was said,
 * too. */
static bool print_hot_line(FILE *out, const struct diagnosis *d, const struct finding *f, const char *indent) {
  static char where[CELL_SIZE], name[CELL_SIZE], shown[CELL_SIZE];
  const struct samples *s = d->analysis->samples;
  struct hot_line h;
  char begin[128];
  if (print_known(out, d, f, indent))
    return true;
  if (!finding_hot_line(d, f, &h))
    return false;
  snprintf(begin, sizeof begin, "%s%.0f %% of its %llu samples are in ", indent,
           percent((double)h.count, (double)h.all), (unsigned long long)h.all);
  hot_line_where(where, sizeof where, d->analysis, &h);
  snprintf(name, sizeof name, "%s", s->functions[s->places[h.place].function].name);
  pomp_text_show(where, sizeof where);
  pomp_text_show(name, sizeof name);
  const size_t comma =
      strncmp(where, ", ", 2) == 0 ? 2 : 0; /* stays between the name and a place that loses its begin */
  const size_t name_columns = text_columns(name), least = name_columns < NAMED ? name_columns : NAMED;
  size_t used = text_columns(begin) + least + comma + 1, width = table_style.width;
  memcpy(shown, where, comma);
  pomp_text_shorten(shown + comma, sizeof shown - comma, where + comma, width > used ? width - used : 1,
                    text_ellipsis(), true);
  fprintf(out, "%s", begin);
  used = text_columns(begin) + text_columns(shown) + 1;
  pomp_text_shorten_middle(where, sizeof where, name, width > used + LEAST_NAME ? width - used : LEAST_NAME,
                           text_ellipsis());
  fprintf(out, "%s%s.\n", where, shown);
  return false;
}

/* The head says what the others are. */
static const char *bound_of(const struct finding *f) { return f->is == SAVES_AT_MOST ? "" : finding_bound(f); }

/* Writes what a finding is, and what it saves if that is known. */
static void write_title(const struct finding *f, uint32_t i, char *text, size_t size) {
  const size_t used = (size_t)snprintf(text, size, "%2u. ", i + 1);
  if (f->judged)
    snprintf(text + used, size - used, "%s%.3f s (%.1f %%)  %s", bound_of(f), f->saving * 1e-9,
             percent(f->saving, f->of), property_rows[f->property].text);
  else
    snprintf(text + used, size - used, "%s", property_rows[f->property].text);
}

/* Prints a finding's title, and its place in a line below that. A title that is too long goes on in the next line. */
static void print_apart(FILE *out, const struct diagnosis *d, uint32_t i, const char *indent) {
  static char place[4 * CELL_SIZE];
  const struct finding *f = &d->findings[i];
  const char *by = f->judged && f->by_cpu ? " (by CPU time)" : "";
  char title[200], line[256];
  size_t width = table_style.width, end;
  *place = 0;
  if (f->region != NO_REGION)
    write_place(&d->analysis->regions[f->region], width - strlen(indent) - strlen(by), place, sizeof place);
  write_title(f, i, title, sizeof title);
  snprintf(line, sizeof line, "%s%s", title, *place ? ":" : "");
  for (end = strlen(line); end > width;)
    for (end--; end && line[end] != ' ';)
      end--;
  fprintf(out, "%.*s\n", (int)end, line);
  if (line[end])
    fprintf(out, "%s%s\n", indent, line + end + 1);
  if (*place || *by)
    fprintf(out, "%s%s%s\n", indent, place, by);
}

static const char indented[] = "    ";

/* Prints what and where a finding is, and what it saves. */
static void print_title(FILE *out, const struct diagnosis *d, uint32_t i) {
  static char line[CELL_SIZE + 256], place[4 * CELL_SIZE];
  const struct finding *f = &d->findings[i];
  char title[200];
  finding_place(d, f, place, sizeof place);
  pomp_text_show(place, sizeof place);
  write_title(f, i, title, sizeof title);
  snprintf(line, sizeof line, "%s%s%s", title, f->judged && f->by_cpu ? ", by CPU time" : "", *place ? ": " : "");
  if (text_columns(line) + text_columns(place) <= table_style.width)
    fprintf(out, "%s%s\n", line, place);
  else
    print_apart(out, d, i, indented);
}

/* Prints a finding: what it saves, what and where it is, the function that samples have found most, and what helps, in
 * so many lines if that is enough for a clause. */
static void print_finding(FILE *out, const struct diagnosis *d, uint32_t i, unsigned lines) {
  static char line[CELL_SIZE + 256];
  const struct finding *f = &d->findings[i];
  print_title(out, d, i);
  /* What a library's function is known for is more than a guess about its locks. */
  const bool is_guess = f->property == PROPERTY_ASLEEP || (f->property == PROPERTY_KERNEL_TIME && f->is == SAVES_ABOUT);
  if (print_hot_line(out, d, f, indented) && is_guess)
    return;
  snprintf(line, sizeof line, "%s", f->advice + f->help);
  if (*line >= 'a' && *line <= 'z')
    *line = (char)(*line - 'a' + 'A');
  cut_clauses(line, indented, lines);
  wrap_words(out, indented, line, table_style.width, 0);
}

static void print_nothing(FILE *out, const struct diagnosis *d) {
  char text[128];
  snprintf(text, sizeof text, "Findings: %s.", unexplained_nothing(d));
  wrap_words(out, "", text, table_style.width, 2);
}

/* Lists those that can't be judged, but what is said of the run as a whole. */
static void print_why_not(FILE *out, const struct diagnosis *d, const struct foremost_note *note) {
  char text[512];
  uint32_t named = 0;
  for (uint32_t i = 0; i < findings_told(d); i++)
    named += d->findings[i].property != PROPERTY_UNRELIABLE;
  if (note->crowded && !named)
    snprintf(text, sizeof text, "Findings: none that can be told from that.");
  else if (note->crowded)
    snprintf(text, sizeof text, "Findings: %u, none of which can be judged for that.", named);
  else if (!named)
    snprintf(text, sizeof text, "Findings: none, and others can't be told: %s.", d->findings[0].why);
  else
    snprintf(text, sizeof text, "Findings: %u, which can't be judged: %s.", named, d->findings[0].why);
  wrap_words(out, "", text, table_style.width, 2);
  for (uint32_t i = 0, shown = 0; i < findings_told(d) && shown < FINDINGS_FIRST; i++)
    if (d->findings[i].property != PROPERTY_UNRELIABLE) {
      print_title(out, d, i);
      shown++;
    }
}

/* Says what the findings leave unexplained, where there is room, and what one run can't tell, where that is all that is
 * left to ask. */
static void print_left(FILE *out, const struct diagnosis *d, bool room) {
  static char text[UNEXPLAINED_TEXT > ONE_RUN_TEXT ? UNEXPLAINED_TEXT : ONE_RUN_TEXT];
  uint32_t places = UNEXPLAINED_PLACES;
  do
    unexplained_words(d, places, text, sizeof text);
  while (lines_when_wrapped("", text) > 2 && places--);
  if (*text && room)
    wrap_words(out, "", text, table_style.width, 2);
  inside_words(d, text, sizeof text);
  if (*text)
    wrap_words(out, "", text, table_style.width, INSIDE_LINES);
  one_run_words(d, text, sizeof text);
  if (*text)
    wrap_words(out, "", text, table_style.width, 3);
}

/* Names what is worth a look whatever was found: the first such places. */
static bool print_looks(FILE *out, const struct diagnosis *d) {
  struct looks looks;
  bool good = look_at_find(&looks, d);
  if (good)
    look_at_print_first(out, d, &looks, findings_judged(d) ? 1 : 2, table_style.width);
  look_at_free(&looks);
  return good;
}

static size_t lines_of(const char *text) {
  size_t lines = 0;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

/* Prints so many findings at most, as far as there is room for them in these lines, but one. False: no memory. */
static bool print_judged(FILE *out, const struct diagnosis *d, uint32_t most, size_t room) {
  char head[100], *texts[FINDINGS_FIRST] = {NULL};
  uint32_t shown = 0;
  size_t size, used = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < most && shown == i; i++) {
    FILE *text = open_memstream(&texts[i], &size);
    if (text)
      print_finding(text, d, i, FINDINGS_FIRST + 1 - most);
    good = text && fclose(text) == 0;
    used += good ? lines_of(texts[i]) : 0;
    shown += good && (i == 0 || used <= room);
  }
  bool bound = true;
  for (uint32_t i = 0; i < shown; i++)
    bound &= d->findings[i].is == SAVES_AT_MOST;
  int length =
      snprintf(head, sizeof head, "Findings, by the wall time that fixing each saves%s", bound ? " at most" : "");
  if (d->count > shown)
    snprintf(head + length, sizeof head - (size_t)length, "; %u more", d->count - shown);
  wrap_words(out, "", head, table_style.width, 0);
  for (uint32_t i = 0; i < most; i++) {
    fputs(i < shown ? texts[i] : "", out);
    free(texts[i]);
  }
  return good;
}

/* `most`: so many are shown, if there is room for them in so many lines. */
static bool print_findings(FILE *out, const struct analysed_experiment *o, const struct foremost_note *note,
                           uint32_t most, size_t room) {
  struct diagnosis d;
  bool good = diagnose(&d, &o->analysis);
  const uint32_t judged = findings_judged(&d);
  char *left = NULL;
  size_t size;
  FILE *below = open_memstream(&left, &size);
  if (good && below)
    good = most != FINDINGS_FIRST || print_looks(below, &d);
  if (good && below)
    print_left(below, &d, most == FINDINGS_FIRST);
  good = below && fclose(below) == 0 && good;
  const size_t used = 1 + (good ? lines_of(left) : 0); /* the head, and what is below */
  if (good && !findings_told(&d))
    print_nothing(out, &d);
  else if (good && !judged)
    print_why_not(out, &d, note);
  else if (good)
    good = print_judged(out, &d, judged < most ? judged : most, room > used ? room - used : 0);
  if (good)
    fputs(left, out);
  free(left);
  diagnosis_free(&d);
  return good;
}

/* Prints what is above the findings, and says which of them are wanted at most. */
static bool print_head(FILE *out, const struct analysed_experiment *o, struct foremost_note *note, uint32_t *most) {
  /* Where threads are is what is asked of a program that has not ended, and takes the room. */
  const bool open = o->loaded.state != RUN_COMPLETE && o->analysis.open_count;
  *most = open ? 1 : FINDINGS_FIRST;
  return print_figures(out, o) && print_note(out, o, note) && fputc('\n', out) != EOF &&
         report_open(out, &o->loaded, &o->analysis, OPEN_BRIEF);
}

/* Prints all that is above the table of regions. */
static bool print_above(FILE *out, const struct analysed_experiment *o) {
  struct foremost_note note = {.text = NULL};
  uint32_t most;
  char *text = NULL;
  size_t size;
  FILE *head = open_memstream(&text, &size);
  bool good = head && print_head(head, o, &note, &most);
  good = head && fclose(head) == 0 && good;
  if (good) {
    const size_t used = lines_of(text) + 1 + LEAST_ROWS + 2; /* an empty line, the table, and the last line */
    fputs(text, out);
    good = print_findings(out, o, &note, most, used < LINES ? LINES - used : 0);
  }
  free(text);
  free(note.text);
  fputc('\n', out);
  return good;
}

/* Says what there is beside this. */
static void print_rest(FILE *out, const struct report_rest *rest, bool samples) {
  const char *all = rest->rows && samples ? ": --all" : rest->rows ? ", all tables: --all" : "all tables: --all";
  char more[64] = "", line[200];
  if (rest->rows)
    snprintf(more, sizeof more, "%zu more row%s (%.1f %%)", rest->rows, rest->rows == 1 ? "" : "s", rest->part);
  snprintf(line, sizeof line, "%s%s; findings: --diagnose;%s page: --html", more, all, samples ? " --samples;" : "");
  wrap_words(out, "", line, table_style.width, 0);
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
    print_rest(out, &rest, o->analysis.sampled && o->analysis.sampled->all.count);
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
