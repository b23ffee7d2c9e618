/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* keys.c - what the keys do: a table, from which the screen's help and the man page are made.
 * Not here: how keys are read (watch.c). */
#include "commands/top/top.h"

#define SHORTEST 0.1
#define LONGEST 3600

const char *sort_name(enum top_sort sort) {
  static const char *const names[SORTS] = {[SORT_SELF] = "self", [SORT_WAIT] = "wait", [SORT_VISITS] = "visits"};
  return names[sort];
}

/* --- what they do: false: the user wants to leave --- */

static bool leave(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  if (!c->help)
    return false;
  c->help = false; /* the help alone */
  return true;
}
static bool sort_next(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->sort = (c->sort + 1) % SORTS;
  return true;
}
static bool switch_span(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->since_start = !c->since_start;
  return true;
}
static bool switch_view(struct top_chosen *c, enum top_view view) {
  c->view = c->view == view ? VIEW_ALL : view;
  c->first = 0;
  return true;
}
static bool switch_threads(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  return switch_view(c, VIEW_THREADS);
}
static bool switch_findings(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  return switch_view(c, VIEW_FINDINGS);
}
static bool switch_lines(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  return switch_view(c, VIEW_LINES);
}
static bool longer(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->interval = c->interval * 2 < LONGEST ? c->interval * 2 : LONGEST;
  return true;
}
static bool shorter(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->interval = c->interval / 2 > SHORTEST ? c->interval / 2 : SHORTEST;
  return true;
}
static bool down(struct top_chosen *c, const struct top_figures *f) {
  const uint32_t count = c->view == VIEW_FINDINGS ? f->finding_count
                         : c->view == VIEW_LINES  ? f->line_count
                                                  : f->bar_count;
  c->first += c->first + 1 < count;
  return true;
}
static bool up(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->first -= c->first > 0;
  return true;
}
static bool switch_recording(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  return c->turns = true;
}
static bool switch_help(struct top_chosen *c, const struct top_figures *f) {
  (void)f;
  c->help = !c->help;
  return true;
}

/* Several keys may do the same. */
static const struct key {
  int keys[3];
  const char *name, *text;
  bool (*press)(struct top_chosen *c, const struct top_figures *f);
} keys[] = {
    {{'s', 'S'}, "s", "sort the regions by the next column: self, wait, visits", sort_next},
    {{'i', 'I', ' '}, "i", "figures of the last interval, or since the measurement began", switch_span},
    {{'+', '='}, "+", "an interval that is twice as long", longer},
    {{'-', '_'}, "-", "an interval that is half as long", shorter},
    {{'t', 'T'}, "t", "all threads, or the regions as well", switch_threads},
    {{'f', 'F'}, "f", "what costs time since the begin, and what helps; or the regions", switch_findings},
    {{'l', 'L'}, "l", "the lines in which samples have found the threads (pomp-control PID sample 1ms)", switch_lines},
    {{TOP_DOWN, 'j'}, "down", "the next thread, finding or line, where not all have room", down},
    {{TOP_UP, 'k'}, "up", "the one before", up},
    {{'m', 'M'}, "m", "measurement off, or on again: records nothing, and goes on", switch_recording},
    {{'h', 'H', '?'}, "h", "this help, and back", switch_help},
    {{'q', 'Q'}, "q", "leave", leave},
};
enum { KEYS = sizeof keys / sizeof *keys };

bool key_at(size_t i, const char **name, const char **text) {
  if (i >= KEYS)
    return false;
  *name = keys[i].name;
  *text = keys[i].text;
  return true;
}

bool key_pressed(struct top_chosen *chosen, int key, const struct top_figures *f) {
  for (size_t i = 0; i < KEYS; i++)
    for (size_t k = 0; k < sizeof keys[i].keys / sizeof *keys[i].keys; k++)
      if (key > 0 && keys[i].keys[k] == key)
        return keys[i].press(chosen, f);
  return true;
}
