/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* disturbed_findings.c - which findings measuring disturbs, as their regions and what is in them take much of it: what
 * is said of the measurement comes behind them. Not here: how much it takes (run_findings.c).
 *
 * A construct that is visited very often takes time and is slow to measure for the same reason. Then it is what the
 * program has, whatever the measurement adds, and to leave it out of the measurement would hide it. */
#include "findings/finding.h"

#include <stdio.h>
#include <stdlib.h>

#define MUCH 0.1 /* of all that measuring takes */

/* True if a path is below a path of the region, or is one. */
static bool is_in(const struct analysis *a, uint32_t path, uint32_t region) {
  while (a->paths[path].region != region && path)
    path = a->paths[path].parent;
  return a->paths[path].region == region;
}

/* Returns what measuring a finding's region takes, with all that is in it. What a region takes is divided among its
 * paths by their visits. */
static double measuring_in(const struct analysis *a, const struct finding *f) {
  double sum = 0;
  bool is_own = f->property == PROPERTY_SERIAL_TIME || f->property == PROPERTY_SERIAL_INITIALISATION;
  if (f->region == NO_REGION || is_own) /* which is about the region's own time */
    return f->region == NO_REGION ? 0 : a->regions[f->region].measuring;
  for (uint32_t p = 0; p < a->path_count; p++) {
    const struct region *r = &a->regions[a->paths[p].region];
    if (r->measuring > 0 && r->totals.visits && is_in(a, p, f->region))
      sum += r->measuring * (double)a->paths[p].totals.visits / (double)r->totals.visits;
  }
  return sum;
}

static void say(struct finding *f, double part) {
  char *text = f->advice;
  if (!text)
    return;
  if (asprintf(&f->advice, "%s Measuring takes %.0f %% of the thread time, mostly here.", text, 100 * part) < 0)
    f->advice = NULL; /* which the end finds */
  free(text);
}

/* Moves a finding behind another one that comes later. */
static void move(struct finding *findings, uint32_t from, uint32_t to) {
  struct finding moved = findings[from];
  for (; from < to; from++)
    findings[from] = findings[from + 1];
  findings[to] = moved;
}

void disturbed_order(struct property_search *s) {
  const struct analysis *a = s->a;
  uint32_t overhead = 0, last = NO_FINDING;
  while (overhead < s->count && s->findings[overhead].property != PROPERTY_MEASUREMENT_OVERHEAD)
    overhead++;
  if (overhead == s->count || !s->findings[overhead].judged)
    return;
  for (uint32_t i = 0; i < s->count && s->findings[i].judged; i++) {
    struct finding *f = &s->findings[i];
    double in = measuring_in(a, f);
    if (i == overhead || in < MUCH * a->measuring)
      continue;
    last = i;
    if (in > a->measuring / 2)
      say(f, a->all.allocation ? a->measuring / (double)a->all.allocation : 0);
  }
  if (last != NO_FINDING && last > overhead)
    move(s->findings, overhead, last);
}
