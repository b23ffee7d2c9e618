/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* draw.c - draws what is shown, as the terminal has room: a head, bars, a table, who waits, the keys.
 * Not here: the figures (top_figures.c), what keys do (keys.c). Nothing depends on colours or on characters beyond
 * ASCII.
 */
#include "commands/top/top.h"
#include "pomp_text.h"

#include <langinfo.h>
#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN, GOOD, BAD, IDLE, COLOURS }; /* pairs of colours */
enum { BARS = 5, ROWS = 10, BAR_NAME = 10, BAR_TAIL = 38, KEY_NAME = 6 };

static bool has_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }
static const char *dot(void) { return has_utf8() ? " · " : " | "; }
static const char *ellipsis(void) { return has_utf8() ? "…" : ".."; }

/* --- text --- */

/* Makes text fit for the terminal: arrows are drawn where there is one, and where nothing but ASCII is known, other
 * characters become question marks. */
static void fit(char *to, size_t size, const char *text) {
  size_t used = 0;
  for (size_t i = 0; text[i] && used + 4 < size; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c == '-' && text[i + 1] == '>' && has_utf8()) {
      used += (size_t)snprintf(to + used, size - used, "→");
      i++;
    } else if (c < 0x80 || has_utf8())
      to[used++] = text[i];
    else if ((c & 0xc0) != 0x80)
      to[used++] = '?';
  }
  to[used] = 0;
  pomp_text_clean(to, 0);
  pomp_text_show(to, size);
}

/* Puts text at a place, in so many columns at most. */
static void put(int y, int x, int columns, bool keep_end, const char *text) {
  static char fitting[2 * TOP_TEXT], shown[2 * TOP_TEXT];
  if (y >= LINES || x >= COLS || columns <= 0)
    return;
  columns = columns < COLS - x ? columns : COLS - x;
  fit(fitting, sizeof fitting, text);
  pomp_text_shorten(shown, sizeof shown, fitting, (size_t)columns, ellipsis(), keep_end);
  mvaddstr(y, x, shown);
}

__attribute__((format(printf, 3, 4))) static void put_line(int y, int attributes, const char *format, ...) {
  char text[2 * TOP_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  attron(attributes);
  put(y, 0, COLS, false, text);
  attroff(attributes);
}

static bool coloured;

static int in_colour(int pair) { return coloured ? COLOR_PAIR(pair) : 0; }

/* --- the head --- */

static double part(int64_t of, uint64_t whole) { return whole ? 100.0 * (double)of / (double)whole : 0; }

/* Draws what a finding is, in a line. */
static void draw_finding(int y, int attributes, const char *before, const struct top_finding *t) {
  char saving[64] = "not judged";
  if (t->judged)
    snprintf(saving, sizeof saving, "%.3f s (%.1f %%)", (double)t->saving_ns * 1e-9,
             part((int64_t)t->saving_ns, t->of_ns));
  put_line(y, attributes, "%s%s  %s%s%s%s%s", before, saving, t->where, *t->where ? ": " : "", t->text,
           *t->region ? ", " : "", t->region);
}

static void draw_head(const struct top_figures *f, const struct top_chosen *c, const char *error) {
  static const char *const states[] = {"complete", "running", "killed", "unknown"};
  const char *program = strrchr(f->run.program, '/');
  const uint64_t all = (uint64_t)(f->all.work + f->all.wait + f->all.idle);
  char of[64], span[64];
  if (f->pid && f->run.other)
    snprintf(of, sizeof of, "pid %u, which made what %u has in memory", f->pid, f->run.other);
  else if (f->pid)
    snprintf(of, sizeof of, "pid %u", f->pid);
  else
    snprintf(of, sizeof of, "%u processes", f->run.processes);
  put_line(0, A_BOLD, "%s%s%s%s%s%s%u thread%s%s%.2f s%s%s", program ? program + 1 : f->run.program, dot(),
           f->is_stopped ? "stopped" : states[f->run.state & 3], dot(), of, dot(), f->run.threads,
           f->run.threads == 1 ? "" : "s", dot(), (double)f->run.wall_ns * 1e-9, f->is_off ? dot() : "",
           f->is_off ? "recording off" : "");
  if (f->since_start)
    snprintf(span, sizeof span, "since the begin");
  else
    snprintf(span, sizeof span, "last %.2f s", (double)f->span * 1e-9);
  put_line(1, 0, "%s: work %.0f %%%swaiting %.0f %%%sidle %.0f %%%severy %g s", span, part(f->all.work, all), dot(),
           part(f->all.wait, all), dot(), part(f->all.idle, all), dot(), c->interval);
  if (*error)
    put_line(2, A_BOLD | in_colour(BAD), "%s", error);
  else if (f->run.quiet_ns >= 1000000000u)
    put_line(2, 0, "nothing has begun or ended for %.1f s", (double)f->run.quiet_ns * 1e-9);
  else if (f->finding_count && f->findings[0].judged && c->view != VIEW_FINDINGS)
    draw_finding(2, 0, "first finding (f): ", &f->findings[0]);
  else if (f->finding_count && c->view != VIEW_FINDINGS)
    put_line(2, 0, "findings (f) can't be judged: %s", f->findings[0].why_not);
}

/* --- bars --- */

/* Draws a part of a bar from the column `from` of it on; the parts add up to no more than its width. */
static int draw_part(int y, int x, int from, int64_t ns, uint64_t whole, int width, int pair, const char *sign) {
  int columns = whole ? (int)((double)ns / (double)whole * width + 0.5) : 0;
  columns = columns < width - from ? columns : width - from;
  attron(in_colour(pair));
  for (int i = 0; i < columns; i++)
    mvaddstr(y, x + from + i, sign);
  attroff(in_colour(pair));
  return from + columns;
}

static void draw_bar(int y, const struct top_bar *b, uint64_t span) {
  const bool utf8 = has_utf8();
  const int width = COLS - BAR_NAME - BAR_TAIL;
  char tail[80];
  if (y >= LINES)
    return;
  put(y, 0, BAR_NAME - 1, true, b->name);
  if (width > 4) {
    int at = draw_part(y, BAR_NAME, 0, b->work, span, width, GOOD, utf8 ? "█" : "#");
    at = draw_part(y, BAR_NAME, at, b->wait, span, width, BAD, utf8 ? "▒" : "=");
    draw_part(y, BAR_NAME, at, b->idle, span, width, IDLE, utf8 ? "·" : ".");
  }
  snprintf(tail, sizeof tail, " work %3.0f %%  waiting %3.0f %%  idle %3.0f %%", part(b->work, span),
           part(b->wait, span), part(b->idle, span));
  put(y, width > 4 ? COLS - BAR_TAIL : BAR_NAME, BAR_TAIL, false, tail);
}

/* Returns the line behind the bars, of which there is room for so many lines. */
static int draw_bars(int y, int lines, const struct top_figures *f, const struct top_chosen *c) {
  uint32_t first = c->first < f->bar_count ? c->first : 0, left = f->bar_count - first;
  uint32_t room = lines > 0 ? (uint32_t)lines : 0, shown = left <= room ? left : room ? room - 1 : 0;
  for (uint32_t i = 0; i < shown; i++)
    draw_bar(y++, &f->bars[first + i], f->span);
  if (shown < left && room)
    put_line(y++, 0, "%u more threads: t, down", left - shown);
  return y;
}

/* --- the table --- */

static void draw_row(int y, const struct top_figures *f, const struct top_row *r) {
  const uint64_t all = (uint64_t)(f->all.work + f->all.wait + f->all.idle);
  char text[80];
  snprintf(text, sizeof text, "%9.3f %5.1f %9.3f %10lld  ", (double)r->figures[SORT_SELF] * 1e-9,
           part(r->figures[SORT_SELF], all), (double)r->figures[SORT_WAIT] * 1e-9, (long long)r->figures[SORT_VISITS]);
  const int x = (int)strlen(text), left = COLS - x, name = left * 3 / 5;
  put(y, 0, COLS, false, text);
  put(y, x, name - 2, false, r->region);
  put(y, x + name, left - name, true, r->where);
}

static int draw_table(int y, int lines, const struct top_figures *f, const struct top_chosen *c) {
  static const struct {
    const char *name;
    int x;
    enum top_sort sort;
  } heads[] = {{"self s", 3, SORT_SELF}, {"%", 14, SORTS}, {"wait s", 19, SORT_WAIT}, {"visits", 30, SORT_VISITS}};
  if (lines < 2)
    return y;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    const int attribute = heads[i].sort == c->sort ? A_REVERSE : A_BOLD;
    attron(attribute);
    put(y, heads[i].x, COLS - heads[i].x, false, heads[i].name);
    attroff(attribute);
  }
  attron(A_BOLD);
  put(y, 38, COLS - 38, false, "region");
  put(y++, 38 + (COLS - 38) * 3 / 5, COLS, false, "where");
  attroff(A_BOLD);
  for (uint32_t i = 0; i < f->row_count && (int)i < lines - 1; i++)
    draw_row(y++, f, &f->rows[i]);
  return y;
}

/* --- who waits --- */

static void draw_wait(int y, const struct top_wait *w) {
  char others[32] = "";
  if (w->others)
    snprintf(others, sizeof others, " and %u more", w->others);
  put_line(y, w->stuck ? A_BOLD | in_colour(BAD) : 0, "%s %s %.1f s at %s%s%s%s%s%s%s", w->who,
           w->in_cycle ? "is in a deadlock:"
           : w->stuck  ? "can't go on:"
                       : "waits:",
           (double)w->for_ns * 1e-9, w->region, *w->where ? " (" : "", w->where, *w->where ? ")" : "",
           *w->whom ? " for " : "", w->whom, others);
}

static void draw_waits(int y, int end, const struct top_figures *f) {
  uint32_t room = end > y ? (uint32_t)(end - y) : 0, shown = f->wait_count <= room ? f->wait_count
                                                             : room                ? room - 1
                                                                                   : 0;
  for (uint32_t i = 0; i < shown; i++)
    draw_wait(y++, &f->waits[i]);
  if (shown < f->wait_count && room)
    put_line(y, 0, "%u more wait", f->wait_count - shown);
}

/* --- what costs time --- */

/* Draws a text in lines of words, from a column on. Returns the line behind it. */
static int draw_words(int y, int end, int x, const char *text) {
  while (*text && y < end) {
    const size_t room = COLS > x + 1 ? (size_t)(COLS - x - 1) : 1;
    size_t length = strlen(text);
    if (length > room) {
      for (length = room; length && text[length] != ' ';)
        length--;
      length = length ? length : room;
      while (length < strlen(text) && ((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    }
    char line[2 * TOP_TEXT];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    put(y++, x, COLS - x, false, line);
    text += length + (text[length] == ' ');
  }
  return y;
}

static void draw_findings(int y, int end, const struct top_figures *f, const struct top_chosen *c) {
  if (!f->finding_count)
    put_line(y, 0, "Nothing that costs a hundredth of the time since the begin has been found.");
  for (uint32_t i = c->first; i < f->finding_count && y < end; i++) {
    const struct top_finding *t = &f->findings[i];
    char number[16], text[sizeof t->advice];
    snprintf(number, sizeof number, "%2u. ", i + 1);
    draw_finding(y++, A_BOLD, number, t);
    snprintf(text, sizeof text, "%s", t->judged ? t->advice : t->why_not);
    if (*text >= 'a' && *text <= 'z')
      *text = (char)(*text - 'a' + 'A');
    y = draw_words(y, end, 4, text);
  }
}

static void draw_lines(int y, int end, const struct top_figures *f, const struct top_chosen *c) {
  const int function = 18, where = function + (COLS - function) / 2;
  if (!f->line_count) {
    put_line(y, 0, "No thread has been sampled: pomp-control PID sample 1ms begins with that.");
    return;
  }
  attron(A_BOLD);
  put(y, 2, COLS, false, "samples     %");
  put(y, function, COLS, false, "function");
  put(y++, where, COLS, false, "line");
  attroff(A_BOLD);
  for (uint32_t i = c->first; i < f->line_count && y < end; i++) {
    const struct top_line *l = &f->lines[i];
    char text[80];
    snprintf(text, sizeof text, "%9llu %5.1f", (unsigned long long)l->samples, part((int64_t)l->samples, l->of_all));
    put(y, 0, COLS, false, text);
    put(y, function, where - function - 2, false, l->function);
    put(y++, where, COLS - where, true, l->where);
  }
}

/* --- all --- */

static void draw_help(void) {
  const char *name, *text;
  put_line(0, A_BOLD, "pomp-top: what a program's threads do now");
  int y = 2;
  for (size_t i = 0; key_at(i, &name, &text); i++, y++) {
    put(y, 2, KEY_NAME, false, name);
    put(y, 2 + KEY_NAME, COLS, false, text);
  }
  put(y + 1, 2, COLS, false, has_utf8() ? "bars: █ work  ▒ waiting  · idle" : "bars: # work  = waiting  . idle");
  put(y + 2, 2, COLS, false, "docs/live.md and man pomp-top say more.");
}

static void draw_keys(const struct top_chosen *c) {
  char text[160];
  snprintf(text, sizeof text, "q quit  s sort: %s  i %s  t threads  f findings  l lines  h help", sort_name(c->sort),
           c->since_start ? "last interval" : "since begin");
  attron(A_REVERSE);
  mvhline(LINES - 1, 0, ' ', COLS);
  put(LINES - 1, 0, COLS - 1, false, text);
  attroff(A_REVERSE);
}

/* Is called when the terminal is open. Whoever sets NO_COLOR wants none. */
static void begin(void) {
  static bool begun;
  const char *no = getenv("NO_COLOR");
  if (!begun && has_colors() && (!no || !*no) && start_color() == OK) {
    coloured = true;
    use_default_colors();
    init_pair(GOOD, COLOR_GREEN, -1);
    init_pair(BAD, COLOR_RED, -1);
    init_pair(IDLE, COLOR_BLUE, -1);
  }
  begun = true;
}

/* Draws what is below the head, in the lines from `y` on and before `end`. */
static void draw_view(int y, int end, const struct top_figures *f, const struct top_chosen *c) {
  switch (c->view) {
  case VIEW_ALL:
    y = draw_bars(y, end - y < BARS ? end - y : BARS, f, c);
    y = draw_table(y + 1, end - y - 1 < ROWS + 1 ? end - y - 1 : ROWS + 1, f, c);
    draw_waits(y + (y < end - 2), end, f);
    break;
  case VIEW_THREADS:
    draw_bars(y, end - y, f, c);
    break;
  case VIEW_FINDINGS:
    draw_findings(y, end, f, c);
    break;
  case VIEW_LINES:
    draw_lines(y, end, f, c);
    break;
  }
}

void draw(const struct top_figures *f, const struct top_chosen *chosen, const char *error) {
  const int end = LINES - 1; /* where the keys are */
  begin();
  erase();
  if (chosen->help)
    draw_help();
  else {
    draw_head(f, chosen, error);
    draw_view(3, end, f, chosen);
  }
  draw_keys(chosen);
  refresh();
}
