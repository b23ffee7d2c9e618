/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cause.c - chooses the one cause that costs most at the largest number, and puts it in words. */
#include "commands/scale/cause.h"

#include <stdio.h>
#include <string.h>

#define LEAST_PART 0.01 /* of the wall time */
#define MAIN_PART 0.25  /* of what is lost */

static bool is_like(const struct run_finding *a, const struct run_finding *b) {
  return a->property == b->property && strcmp(a->region, b->region) == 0 && strcmp(a->function, b->function) == 0 &&
         strcmp(a->where, b->where) == 0;
}

/* Returns what a finding of the last run costs more than with the smallest number. What the measurement does is no
 * cause of the program's. */
static double more_than_first(const struct run_finding *f, const struct run_findings *first, double perfect) {
  double saving = f->property == PROPERTY_MEASUREMENT_OVERHEAD || f->property == PROPERTY_UNRELIABLE ? 0 : f->saving;
  for (uint32_t i = 0; i < first->count; i++)
    if (is_like(f, &first->at[i]))
      saving -= perfect * first->at[i].saving;
  return saving;
}

static void take_slowdown(struct cause *c, const struct slowdown *d, const struct figures *f, const char *unit) {
  const struct work_part *p = d->part;
  c->property = slowdown_rows[d->property].id;
  c->title = slowdown_rows[d->property].text;
  c->region = p->name, c->function = p->function, c->where = p->where;
  c->saving = d->saving, c->judged = d->judged;
  slowdown_seen(d, f, unit, c->text, sizeof c->text);
  slowdown_advice(d, c->advice, sizeof c->advice);
}

static void take_finding(struct cause *c, const struct run_finding *r, double saving, double wall) {
  c->property = property_rows[r->property].id;
  c->title = property_rows[r->property].text;
  c->region = r->region, c->function = r->function, c->where = r->where;
  c->saving = saving, c->judged = true;
  snprintf(c->text, sizeof c->text, "%s%s%s%s%s%s%s; without it the program would be done %.3f s earlier (%.1f %%)",
           c->title, *r->region ? ": " : "", r->region, *r->function ? ", " : "", r->function, *r->where ? ", " : "",
           r->where, saving, 100 * saving / wall);
  snprintf(c->advice, sizeof c->advice, "%s", r->advice);
}

bool cause_find(struct cause *c, const struct plan *plan, const struct figures *f, const struct series *s) {
  struct slowdown found[SLOWDOWNS_MOST];
  *c = (struct cause){.title = NULL};
  if (s->count < 2)
    return false;
  const struct configuration *first = s->at[0], *last = s->at[s->count - 1];
  const double perfect = series_perfect(s, s->count - 1);
  if (slowdown_find(s, f, found, SLOWDOWNS_MOST))
    take_slowdown(c, &found[0], f, plan->request->ranks ? "threads in all" : plan_unit(plan, found[0].few));
  for (uint32_t i = 0; i < last->found.count; i++) {
    const struct run_finding *r = &last->found.at[i];
    const double saving = more_than_first(r, &first->found, perfect / first->wall);
    if (r->judged && saving > LEAST_PART * last->wall && (!c->judged || saving > c->saving))
      take_finding(c, r, saving, last->wall);
  }
  c->lost = last->wall - perfect;
  c->is_main = c->saving >= MAIN_PART * c->lost;
  return c->title && c->lost > LEAST_PART * last->wall;
}
