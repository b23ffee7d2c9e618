/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_page.c - the page of --trend: the data of --json, and the runs that are slower or faster than the runs before.
 * Not here: the choice of runs (answer.c), the drawing (tools/page/src/trend.ts). */
#include "base/json_values.h"
#include "commands/runs/runs.h"
#include "findings/busy_machine.h"
#include "pomp_run.h"
#include "show/html_file.h"
#include "show/html_page.h"

#include <math.h>
#include <string.h>

struct paged {
  const struct runs_request *request;
  const struct listing *listing;
  struct row *rows;
  size_t count;
};

/* Holds a figure of a run against the runs before it that are like it: a change counts if it is more than their noise,
 * at a level at which in 20 pages of runs that are all the same one marks anything. */
static json_t *judged(const struct stored *s, enum stored_figure figure, double level, bool *good) {
  struct statistics before = {.count = 0}, walls = {.count = 0}, ready = {.count = 0};
  bool known = s->run->ready_known;
  for (const struct stored *r = s->reference; r && before.count < RUNS_BEFORE; r = r->reference) {
    statistics_add(&before, r->figures[figure].mean);
    statistics_add(&walls, (double)r->run->totals[RUN_WALL]);
    statistics_add(&ready, (double)r->run->totals[RUN_READY]);
    known = known && r->run->ready_known;
  }
  if (before.count < 2)
    return json_null();
  const struct change c = statistics_change(&before, &s->figures[figure]);
  const bool marked = c.known && change_is_significant(&c, level);
  json_t *o = json_object();
  set(o, "runs", json_integer(before.count), good);
  set(o, "before_ns", json_real(c.a), good);
  set(o, "within_ns", c.known ? number_or_null(change_within(&c, level)) : json_null(), good);
  set(o, "is", !marked ? json_null() : json_string(c.difference > 0 ? "slower" : "faster"), good);
  set(o, "busy",
      json_boolean(
          marked && known &&
          busy_explains(walls.mean, ready.mean, (double)s->run->totals[RUN_WALL], (double)s->run->totals[RUN_READY])),
      good);
  return o;
}

static bool write_page(FILE *out, const void *what) {
  const struct paged *p = what;
  size_t count = p->count;
  bool good = true;
  char title[512];
  json_t *o = stored_json_make(p->listing, p->rows, &count, &good), *runs = json_object_get(o, "runs");
  const double level = 1 - 0.05 / (count ? (double)count : 1);
  for (size_t i = 0; good && i < count; i++) {
    json_t *run = json_array_get(runs, i);
    const struct run *r = p->rows[i].stored->run;
    set(run, "busy",
        json_boolean(r->ready_known &&
                     pomp_run_is_crowded((double)r->totals[RUN_READY],
                                         (double)(r->totals[RUN_IN_REGIONS] + r->totals[RUN_OUTSIDE]))),
        &good);
    set(run, "wall_judged", judged(p->rows[i].stored, STORED_WALL, level, &good), &good);
    set(run, "self_judged", judged(p->rows[i].stored, STORED_SELF, level, &good), &good);
  }
  set(o, "database", text_of(p->request->db), &good);
  set(o, "of", p->request->wanted.has_region ? text_of(p->request->wanted.region_text) : json_null(), &good);
  set(o, "made_by", json_string("pomp-runs " POMP_VERSION), &good);
  const char *slash = strrchr(p->request->db, '/');
  const bool anonymous = p->request->anonymous;
  if (anonymous && !html_anonymise(o)) {
    json_decref(o);
    return false;
  }
  snprintf(title, sizeof title, "Runs of %s", anonymous && slash ? slash + 1 : p->request->db);
  pomp_text_clean(title, 0);
  return html_page_of(out, title, "trend", o) && good;
}

bool trend_page(const struct runs_request *request, const struct listing *listing, struct row *rows, size_t count) {
  char made[4096];
  struct table_options wanted = request->wanted; /* the page has columns and an order of its own */
  wanted.columns = wanted.sort = NULL;
  struct listing all = *listing;
  all.wanted = &wanted;
  snprintf(made, sizeof made, "%s.html", request->db);
  return html_file(request->output ? request->output : made, stdout, write_page,
                   &(struct paged){request, &all, rows, count});
}
