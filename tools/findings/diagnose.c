/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnose.c - collects findings, of several processes those of each, tells which of them the figures can carry, and
 * puts them in order.
 * Not here: the looking for each property (properties.h lists who does it), what a process tells (rank_findings.c) and
 * how that is put together (job_findings.c), which findings hold the same time
 * (same_time.c), the names of whom it costs (affected_threads.c). */
#include "base/paged_array.h"
#include "files/rank_experiment.h"
#include "findings/cpu_loss.h"
#include "findings/job_findings.h"
#include "findings/plain_code.h"
#include "findings/property_search.h"
#include "sums/critical.h"
#include "sums/phase_series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_RUN 10000000u /* ns */

/* While a thread had no processor, all others of its team may have waited for it. That may be in all that compares
 * threads, or visits, by the wall clock, and may make up a finding alone. */
static bool is_doubtful(const struct analysis *a, const struct finding *f) {
  const int by_wall = f->by_work ? 0 : property_rows[f->property].by_wall;
  return by_wall == 2 ? series_is_delayed(a, f->path, f->saving)
                      : by_wall && analysis_is_doubtful(&a->all, f->severity);
}

/* Leaves of a finding what is sure while threads had no processors. False: that is too little. */
static bool is_sure(const struct analysis *a, struct finding *f) {
  if (f->sure < PART_SHOWN * (double)a->all.wall)
    return false;
  if (f->sure < f->saving) {
    f->severity *= f->sure / f->saving;
    f->saving = f->sure;
    f->is = SAVES_AT_LEAST;
  }
  return true;
}

/* Tells whether the figures carry the finding. */
static void judge(const struct property_search *s, struct finding *f) {
  const struct analysis *a = s->a;
  if (f->property == PROPERTY_UNRELIABLE)
    return;
  f->by_run = true;
  if (a->all.wall < SHORT_RUN)
    snprintf(f->why, sizeof f->why, "the run took %.1f ms, which is too short", (double)a->all.wall * 1e-6);
  else if (a->lost)
    snprintf(f->why, sizeof f->why, "%llu events were lost", (unsigned long long)a->lost);
  else if (f->judged && !f->by_cpu && is_doubtful(a, f) && !is_sure(a, f))
    snprintf(f->why, sizeof f->why, "threads were ready to run and had no processor for %.3f s, which may be the cause",
             (double)a->all.scheduled.ready * 1e-9);
  else
    f->by_run = false;
  f->remark &= !f->by_run;
  f->judged = !*f->why;
}

static int by_saving(const void *x, const void *y) {
  const struct finding *a = x, *b = y;
  if (a->judged != b->judged)
    return a->judged ? -1 : 1;
  if (a->remark != b->remark)
    return a->remark ? 1 : -1;
  if (a->saving != b->saving)
    return a->saving > b->saving ? -1 : 1;
  if (a->severity != b->severity)
    return a->severity > b->severity ? -1 : 1;
  if (a->property != b->property)
    return a->property < b->property ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Says how much of the critical path is inside of the construct that a finding is about. */
static void find_on_path(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t i = 0; i < s->count && a->critical && a->critical->wall; i++) {
    struct finding *f = &s->findings[i];
    uint32_t construct = f->region == NO_REGION ? 0 : POMP_KEY_CONSTRUCT(a->regions[f->region].key);
    if (construct)
      find_evidence(f, "on_critical_path", "%",
                    100 * (double)critical_inside(a, construct) / (double)a->critical->wall);
  }
}

/* Says what serial code keeps the run from, where it is what costs most: else other causes would be in the way. Where
 * it is known by CPU time, the run had no processors for most of its time. */
static void tell_bound(struct property_search *s) {
  struct finding *f = s->findings;
  char *text;
  if (!s->count || !f->judged || f->by_cpu || !(f->speedup > 0) || !f->advice)
    return;
  if (asprintf(&text, "%s All serial code is %.0f %% of the run, which no number of threads makes shorter.", f->advice,
               100 / f->speedup) < 0)
    return;
  free(f->advice);
  f->advice = text;
}

/* Judges the findings of a search, puts them in order, and divides the time among them. */
static bool conclude(struct diagnosis *d, struct property_search *s) {
  struct explained_time explained = {.count = 0};
  if (!s->failed) {
    for (uint32_t i = 0; i < s->count; i++) {
      judge(s, &s->findings[i]);
      find_tell_variables(&s->findings[i], s->a);
      plain_tell_source(&s->findings[i], s->a);
    }
    if (s->count)
      qsort(s->findings, s->count, sizeof *s->findings, by_saving);
    find_on_path(s);
    disturbed_order(s);
    tell_bound(s);
    same_time_find(s);
    s->failed |= !explained_time_find(s, &explained);
    for (uint32_t i = 0; i < s->count; i++)
      s->failed |= !s->findings[i].advice;
  }
  property_search_free(s);
  *d = (struct diagnosis){s->a, s->findings, s->count, explained, NULL};
  return !s->failed;
}

/* --- one process --- */

static bool diagnose_one(struct diagnosis *d, const struct analysis *a) {
  struct property_search s;
  s.failed = !property_search_make(&s, a, NULL);
  if (!s.failed)
    property_search_look(&s, LOOKED_AT_PROCESS | LOOKED_AT_RUN);
  return conclude(d, &s);
}

/* --- several processes --- */

/* Returns the call path of these regions; NO_PATH if there is none, or none is meant. */
static uint32_t path_of(const struct analysis *a, const uint32_t *keys, uint32_t count) {
  uint32_t path = 0;
  for (uint32_t i = 0; i < count && path != NO_PATH; i++)
    for (path = a->paths[path].first_child; path != NO_PATH && a->regions[a->paths[path].region].key != keys[i];)
      path = a->paths[path].next_sibling;
  return count ? path : NO_PATH;
}

static uint32_t region_of(const struct analysis *a, uint32_t key) {
  return key == NO_REGION ? NO_REGION : analysis_region(a, key);
}

static void take_evidence(struct finding *f, const struct job_finding *g) {
  for (uint32_t i = 0; i < g->worst.evidence; i++)
    for (uint32_t k = 0; k < g->evidence_count; k++) {
      const struct evidence_row *row = g->evidence[k].row;
      if (row == evidence_at(g->rows[i]))
        find_evidence(f, row->key, row->unit, evidence_value(&g->evidence[k]));
    }
}

static bool is_serial_code(const struct finding *f) {
  return !f->variant && (f->property == PROPERTY_SERIAL_TIME || f->property == PROPERTY_SERIAL_INITIALISATION ||
                         f->property == PROPERTY_MPI_SERIAL);
}

/* Makes a finding of the run of one that processes have. If it is about copies of a region, the first one of the run
 * stands for them. */
static void take_finding(struct property_search *s, const struct job_finding *g, const uint32_t *copies) {
  const struct sent_finding *w = &g->worst;
  const struct analysis *a = s->a;
  const double of = w->by_cpu ? s->cpu_wall : (double)a->all.wall;
  if (w->saving < PART_SHOWN * of)
    return;
  uint32_t region = region_of(a, w->region);
  if (region != NO_REGION && w->place != w->region)
    region = copies[region];
  find_begin(s);
  job_findings_mark(a->experiment, &g->who, s->lost);
  struct finding *f = find_add_of(s, w->property, region, g->severity, w->saving, of);
  if (!f)
    return;
  f->variant = w->variant;
  f->serial_part = w->serial_part;
  f->also = region_of(a, w->also);
  f->team = path_of(a, g->team, w->team);
  f->error = w->error;
  f->judged = w->judged;
  f->by_cpu = w->by_cpu;
  f->by_work = w->by_work;
  f->of_members = w->of_members;
  f->remark = w->remark;
  f->is = (enum saving_is)w->is;
  snprintf(f->why, sizeof f->why, "%s", g->why);
  find_advise(f, "%s", g->advice);
  f->help = w->help;
  take_evidence(f, g);
  if (is_serial_code(f))
    serial_conclude(s, f);
}

/* Takes what was told of constructs with notes. False: no memory. */
static bool take_noted(struct diagnosis *d, const struct job_findings *g) {
  const uint32_t count = d->analysis->experiment->construct_count;
  d->noted = calloc(count + 1ull, sizeof *d->noted);
  for (uint32_t i = 0; d->noted && i < count && i < g->noted_count; i++)
    d->noted[i] = g->noted[i];
  return d->noted != NULL;
}

bool diagnosis_conclude(struct diagnosis *d, const struct job_findings *g, const struct analysis *whole) {
  struct property_search s;
  uint32_t *copies = malloc((whole->region_count + 1ull) * sizeof *copies);
  s.failed = !property_search_make(&s, whole, g) || !copies || !find_copies(whole, copies);
  for (uint32_t i = 0; !s.failed && i < g->finding_count; i++)
    take_finding(&s, &g->findings[i], copies);
  free(copies);
  if (!s.failed)
    property_search_look(&s, LOOKED_AT_RUN);
  return conclude(d, &s) && take_noted(d, g);
}

/* Adds what a process of an experiment that is in memory tells. */
static bool add_process(struct job_findings *g, const struct experiment *whole, uint32_t process) {
  struct experiment rank;
  struct analysis a;
  struct pomp_bytes told = {.size = 0};
  bool good = experiment_of_rank(&rank, whole, process);
  if (good) {
    good = analyse(&a, &rank) && diagnose_rank(&a, &told) && diagnosis_add(g, process, &told);
    analysis_free(&a);
  }
  experiment_of_rank_free(&rank);
  free(told.at);
  return good;
}

bool diagnose(struct diagnosis *d, const struct analysis *a) {
  *d = (struct diagnosis){.analysis = a};
  if (a->job_findings)
    return diagnosis_conclude(d, a->job_findings, a);
  if (a->experiment->process_count == 1)
    return diagnose_one(d, a);
  struct job_findings *g = diagnosis_begin();
  bool good = g != NULL;
  for (uint32_t i = 0; good && i < a->experiment->process_count; i++)
    good = add_process(g, a->experiment, i);
  good = good && diagnosis_conclude(d, g, a);
  diagnosis_end(g);
  return good;
}

void diagnosis_free(struct diagnosis *d) {
  for (uint32_t i = 0; i < d->count; i++) {
    paged_free(d->findings[i].locations);
    free(d->findings[i].groups);
    free(d->findings[i].advice);
  }
  free(d->findings);
  free(d->noted);
  explained_time_free(&d->explained);
  *d = (struct diagnosis){.analysis = NULL};
}
