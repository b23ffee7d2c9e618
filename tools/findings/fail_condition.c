/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fail_condition.c - reads --fail-if, and holds two sides against it.
 * Not here: what is done with what fails (tools/show/diff_view.c). */
#include "findings/fail_condition.h"
#include "findings/busy_machine.h"
#include "findings/condition_figures.h"
#include "pomp_array.h"
#include "pomp_nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row is a figure that a condition may be about. */
static const struct figure {
  const char *name;
  bool of_row;
  unsigned figure;
} figures[] = {
    {"self", true, RUN_SELF},
    {"incl", true, RUN_INCLUSIVE},
    {"wait", true, RUN_WAIT},
    {"visits", true, RUN_VISITS},
    {"wall", false, RUN_WALL},
    {"thread_wall", false, RUN_THREAD_WALL},
    {"in_regions", false, RUN_IN_REGIONS},
    {"outside", false, RUN_OUTSIDE},
    {"idle", false, RUN_IDLE},
    {"waiting", false, RUN_WAITING},
};
enum { FIGURES = sizeof figures / sizeof *figures };

const char *condition_figure(size_t i) { return i < FIGURES ? figures[i].name : NULL; }

static const struct time_unit {
  const char *name;
  double ns;
} time_units[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};

static const char *skip_spaces(const char *at) {
  while (*at == ' ' || *at == '\t')
    at++;
  return at;
}

static bool read_figure(struct condition *c, const char **at, char *why, size_t size) {
  size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz_");
  for (size_t i = 0; i < FIGURES; i++)
    if (strlen(figures[i].name) == length && strncmp(figures[i].name, *at, length) == 0) {
      c->of_row = figures[i].of_row;
      c->figure = figures[i].figure;
      *at += length;
      return true;
    }
  struct pomp_nearest nearest = {*at, length, NULL, 0};
  int used = snprintf(why, size, "it begins with one of");
  for (size_t i = 0; i < FIGURES && used > 0 && (size_t)used < size; i++) {
    used += snprintf(why + used, size - (size_t)used, "%s %s", i ? "," : "", figures[i].name);
    pomp_nearest_offer(&nearest, figures[i].name);
  }
  if (nearest.name && used > 0 && (size_t)used < size)
    snprintf(why + used, size - (size_t)used, " (did you mean %s?)", nearest.name);
  return false;
}

static bool read_limit(struct condition *c, const char **at, char *why, size_t size) {
  char *end;
  bool is_count = c->of_row && c->figure == RUN_VISITS;
  bool number = isdigit((unsigned char)**at) || (**at == '.' && isdigit((unsigned char)(*at)[1]));
  c->limit = number ? strtod(*at, &end) : 0;
  if (!number || !isfinite(c->limit)) {
    snprintf(why, size, "behind %c comes a number, as in self>5%%", c->below ? '<' : '>');
    return false;
  }
  const char *unit = skip_spaces(end);
  size_t length = strcspn(unit, " \t");
  *at = unit + length;
  if (length == 1 && *unit == '%') {
    c->relative = true;
    c->limit /= 100;
    return true;
  }
  for (size_t i = 0; !is_count && i < sizeof time_units / sizeof *time_units; i++)
    if (strlen(time_units[i].name) == length && strncmp(time_units[i].name, unit, length) == 0) {
      c->limit *= time_units[i].ns;
      return true;
    }
  *at = unit;
  if (is_count && (length == 0 || strncmp(unit, "region:", 7) == 0))
    return true;
  snprintf(why, size, is_count ? "visits have no unit but %%" : "behind the number comes %%, s, ms, us or ns");
  return false;
}

static bool read_region(struct condition *c, const char *at, char *why, size_t size) {
  static const char word[] = "region:";
  at = skip_spaces(at);
  if (!*at)
    return true;
  if (strncmp(at, word, sizeof word - 1) != 0 || !c->of_row) {
    snprintf(why, size,
             c->of_row ? "only region:EXPRESSION may follow the limit"
                       : "nothing follows the limit of what is about the whole run");
    return false;
  }
  int error = regcomp(&c->region, at + sizeof word - 1, REG_EXTENDED | REG_NOSUB);
  if (error)
    regerror(error, &c->region, why, size);
  c->has_region = !error;
  return !error;
}

bool condition_read(struct condition *c, const char *text, char *why, size_t size) {
  *c = (struct condition){.text = text};
  const char *at = skip_spaces(text);
  if (!read_figure(c, &at, why, size))
    return false;
  at = skip_spaces(at);
  if (*at != '>' && *at != '<') {
    snprintf(why, size, "behind the figure comes > or <");
    return false;
  }
  c->below = *at == '<';
  at = skip_spaces(at + 1);
  if (c->below) { /* the difference that is too much is negative */
    if (*at != '-') {
      snprintf(why, size, "behind < comes a negative limit, as in visits<-5%%");
      return false;
    }
    at++;
  }
  return read_limit(c, &at, why, size) && read_region(c, at, why, size);
}

void condition_free(struct condition *c) {
  if (c->has_region)
    regfree(&c->region);
}

bool run_region_matches(const regex_t *region, const struct run_construct *c, uint32_t role) {
  char name[1024];
  run_region_name(c, role, name, sizeof name);
  return regexec(region, name, 0, NULL, 0) == 0 ||
         (c && *c->function && regexec(region, c->function, 0, NULL, 0) == 0) ||
         (c && *c->where && regexec(region, c->where, 0, NULL, 0) == 0);
}

bool condition_matches(const regex_t *region, const struct compared *row) {
  for (int s = 0; s < SIDES; s++)
    if (row->present[s] && run_region_matches(region, row->as[s], row->role))
      return true;
  return false;
}

/* True if a difference is more than the limit. What was 0 and is something has grown by more than any part. */
static bool is_too_much(const struct condition *c, const struct change *change) {
  double difference = c->below ? -change->difference : change->difference;
  return difference > (c->relative ? c->limit * change->a : c->limit);
}

static bool is_judged(const struct condition *c, const struct comparison *comparison, const struct compared *row,
                      double least) {
  if (c->has_region && !condition_matches(&c->region, row))
    return false;
  return !c->relative || c->figure == RUN_VISITS ||
         comparison_part(comparison, row, (enum run_figure)c->figure) >= least;
}

static bool add(struct failures *f, const struct failure *found) {
  if (!POMP_ARRAY_ROOM(f->at, f->room, f->count + 1ull))
    return false;
  f->at[f->count++] = *found;
  return true;
}

/* The effect that a busy machine may have on a change, in ns: `has`: it may have caused so much of the change; `hides`:
 * it may hide so much; `both`: as long neither side had processors, which hides as much as the runs of a side differ
 * by. */
struct busy {
  double has, hides, both;
};

/* Holds a change against the condition. */
static bool judge(struct failures *f, const struct condition *c, uint32_t row, const struct change *change,
                  double level, const struct busy *busy) {
  const double within = change->known ? change_within(change, level) : 0;
  const bool is_chance = change->known && !change_is_significant(change, level);
  const bool too_much = is_too_much(c, change) && !is_chance;
  const double hidden = busy->hides + fmin(busy->both, within);
  struct failure found = {.condition = c, .row = row, .change = *change, .within = within};
  struct change without = *change;
  without.difference += (c->below ? -1 : 1) * (too_much ? -busy->has : hidden);
  bool would_be = is_too_much(c, &without);
  if (!too_much && !(would_be && hidden > 0))
    return true;
  found.verdict = !too_much ? VERDICT_HIDDEN : would_be ? VERDICT_FAILED : VERDICT_BUSY;
  return add(f, &found);
}

uint32_t failures_with(const struct failures *f, enum verdict verdict) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->count; i++)
    count += f->at[i].verdict == verdict;
  return count;
}

/* The more regions are judged, the more of them would seem to differ by chance: each is judged by a wider interval, so
 * that in all, of 20 comparisons of programs that are the same one fails at most (Bonferroni). */
bool condition_judge(const struct condition *c, const struct comparison *comparison, double least, struct failures *f) {
  const enum side longer = c->below ? SIDE_B : SIDE_A; /* if it is, that may hide what the condition looks for */
  const double both = busy_on_both(comparison);
  uint32_t judged = 0;
  bool good = true;
  if (!c->of_row) {
    const enum run_total total = (enum run_total)c->figure;
    struct change change = comparison_total(comparison, total);
    const struct busy busy = {busy_in_total(comparison, total), busy_hides_total(comparison, longer, total), both};
    return judge(f, c, RUN_NONE, &change, 0.95, &busy);
  }
  for (uint32_t i = 0; i < comparison->row_count; i++)
    judged += is_judged(c, comparison, &comparison->rows[i], least);
  for (uint32_t i = 0; good && i < comparison->row_count; i++)
    if (is_judged(c, comparison, &comparison->rows[i], least)) {
      const struct compared *row = &comparison->rows[i];
      const bool by_work = c->figure == RUN_SELF && busy_is_by_work(comparison, row);
      const enum run_figure figure = by_work ? RUN_WORKED : (enum run_figure)c->figure;
      struct change change = comparison_change(row, figure);
      struct busy busy = {busy_in_row(comparison, row, figure), busy_hides_row(comparison, longer, row, figure), both};
      if (by_work || figure == RUN_VISITS)
        busy = (struct busy){0, 0, 0};
      good = judge(f, c, i, &change, 1 - 0.05 / judged, &busy);
    }
  return good;
}
