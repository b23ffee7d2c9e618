/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* finding.c - what all steps of a diagnosis need: adding a finding, its evidence, whom it costs, and where it is.
 * Not here: the steps themselves (properties.h has the list), which findings count, and their order (diagnose.c). */
#include "findings/finding.h"

#include "base/paged_array.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void find_begin(struct property_search *s) {
  const size_t bytes = s->a->experiment->location_count * sizeof *s->lost;
  memset(s->lost, 0, bytes);
  paged_leave(bytes);
}

void find_evidence(struct finding *f, const char *key, const char *unit, double value) {
  uint32_t i = 0;
  while (i < f->evidence_count && strcmp(f->evidence[i].key, key) != 0)
    i++;
  if (i == EVIDENCE_MAX)
    return;
  f->evidence[i] = (struct evidence){key, unit, value};
  f->evidence_count += i == f->evidence_count;
}

/* Takes the marks of HELPS out of the text, and returns where the first one was, or 0. */
static size_t take_mark(char *text) {
  size_t first = 0, to = 0;
  bool found = false;
  for (size_t from = 0; text && text[from]; from++)
    if (text[from] != *HELPS)
      text[to++] = text[from];
    else if (!found) {
      first = to;
      found = true;
    }
  if (text)
    text[to] = 0;
  return first;
}

void find_advise(struct finding *f, const char *format, ...) {
  va_list values;
  char *text = NULL;
  va_start(values, format);
  if (vasprintf(&text, format, values) < 0)
    text = NULL;
  va_end(values);
  free(f->advice);
  f->advice = text;
  f->help = take_mark(text);
}

void find_locations(struct property_search *s, struct finding *f, const double *of) {
  const struct analysis *a = s->a;
  const uint32_t count = a->experiment->location_count;
  uint32_t marked = 0;
  for (uint32_t i = 0; i < count; i++) {
    marked += of[i] > 0;
    paged_leave(sizeof *of);
  }
  paged_free(f->locations);
  f->location_count = 0;
  f->locations = paged_calloc(marked + 1ull, sizeof *f->locations);
  s->failed |= !f->locations;
  for (uint32_t i = 0; f->locations && i < count; i++) {
    if (of[a->location_order[i]] > 0)
      f->locations[f->location_count++] = a->location_order[i];
    paged_leave(sizeof *of + sizeof *a->location_order + sizeof *f->locations);
  }
}

void find_place(char *text, size_t size, const struct region *r) {
  const char *file = r->construct ? call_file(r->construct) : "";
  if (*file)
    snprintf(text, size, "%s (%s:%d%s)", r->name, file, call_line(r->construct), call_place(r->construct));
  else
    snprintf(text, size, "%s", r->name);
  pomp_text_clean(text, 0); /* it may have been cut in a character */
}

/* Returns the call path of a region with the largest self time. */
static uint32_t main_path(const struct analysis *a, uint32_t region) {
  uint32_t best = NO_PATH;
  for (uint32_t i = 0; i < a->path_count; i++)
    if (a->paths[i].region == region &&
        (best == NO_PATH || a->paths[i].totals.exclusive > a->paths[best].totals.exclusive))
      best = i;
  return best;
}

bool find_is_small(const struct property_search *s, double saving) {
  return saving < s->least * (double)s->a->all.wall;
}

bool find_counts(const struct finding *f) { return f->saving >= PART_SHOWN * f->of; }

struct finding *find_add(struct property_search *s, enum property property, uint32_t region, double severity,
                         double saving) {
  return find_add_of(s, property, region, severity, saving, (double)s->a->all.wall);
}

struct finding *find_add_of(struct property_search *s, enum property property, uint32_t region, double severity,
                            double saving, double of) {
  const struct analysis *a = s->a;
  if (saving < s->least * of && property != PROPERTY_UNRELIABLE)
    return NULL;
  if (s->count == s->room) {
    uint32_t room = s->room ? 2 * s->room : 32;
    struct finding *more = realloc(s->findings, room * sizeof *more);
    if (!more) {
      s->failed = true;
      return NULL;
    }
    s->findings = more;
    s->room = room;
  }
  struct finding *f = &s->findings[s->count++];
  *f = (struct finding){.property = property,
                        .region = region,
                        .path = region == NO_REGION ? NO_PATH : main_path(a, region),
                        .also = NO_REGION,
                        .team = NO_PATH,
                        .severity = severity,
                        .saving = saving < of ? saving : of,
                        .of = of,
                        .judged = true,
                        .within = NO_FINDING,
                        .cause_process = NO_CAUSE,
                        .cause_region = NO_REGION};
  find_advise(f, "%s", "");
  find_locations(s, f, s->lost);
  return f;
}

double find_worked(const struct analysis *a, const struct share *s) {
  double pushed = 0;
  for (uint32_t k = 0; k < s->node_count; k++)
    pushed += analysis_pushed_off(a, s->nodes[k]);
  return fmax(0, (double)s->exclusive - pushed);
}

double find_own(struct property_search *s, const struct region *r) {
  double sum = 0, measured = (double)r->totals.exclusive;
  double part = measured > r->measuring && measured > 0 ? 1 - r->measuring / measured : 0;
  const struct share *shares = analysis_shares(s->a, r);
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++) {
    double own = part * find_worked(s->a, &shares[i]);
    s->lost[shares[i].location] += own;
    sum += own;
  }
  return sum;
}

#define CHANCE_ONCE 0.2  /* of an instance: members that have the same to do differ by less */
#define CHANCE_EACH 0.05 /* of many instances, in which members are last in turn */
#define SURE_TIMES 3     /* standard deviations */

void find_chance(struct finding *f, double part, double instances, double latest, double members) {
  const double usual = members > 1 ? instances / members : instances;
  const double deviation = members > 1 ? sqrt(usual * (1 - 1 / members)) : 0;
  const double mean = CHANCE_ONCE / sqrt(fmax(instances, 1));
  const bool is_same = latest > usual + SURE_TIMES * deviation;
  if (!f->judged || is_same || part >= (latest > 0 ? fmax(mean, CHANCE_EACH) : mean))
    return;
  f->judged = false;
  f->remark = true;
  snprintf(f->why, sizeof f->why,
           instances > 1 ? "%.0f %% longer, %.0f times, and not always the same member: too little to judge"
                         : "%.0f %% longer, once: too little to judge",
           100 * part / (1 - fmin(part, 0.99)), instances);
}

bool find_is_same_function(const struct construct *x, const struct construct *y) {
  return x && y && strcmp(x->function, y->function) == 0 && strcmp(x->file, y->file) == 0;
}

bool find_has_clause(const struct construct *c, const char *clause) {
  const size_t length = strlen(clause);
  int depth = 0;
  for (const char *at = c && c->clauses ? c->clauses : ""; *at; at++) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (!depth && strncmp(at, clause, length) == 0 && !isalnum((unsigned char)at[length]) && at[length] != '_' &&
        (at == c->clauses || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')))
      return true;
  }
  return false;
}

const char *find_copied(const struct region *r) {
  return r->construct && r->construct->facts & POMP_FACT_COPIES ? r->construct->clauses : NULL;
}

bool find_may_nowait(const struct construct *c) {
  static const char *const combined[] = {"parallel", "target", "teams", "distribute", "taskloop"};
  static const char *const against[] = {"nowait", "copyprivate", "lastprivate"};
  for (size_t i = 0; c && i < sizeof combined / sizeof *combined; i++)
    if (strncmp(c->name, combined[i], strlen(combined[i])) == 0)
      return false;
  for (size_t i = 0; i < sizeof against / sizeof *against; i++)
    if (find_has_clause(c, against[i]))
      return false;
  return c != NULL;
}
