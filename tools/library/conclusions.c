/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conclusions.c - what follows from a snapshot, and takes longer than to read it: what costs time, and the lines that
 * samples have found. Not here: how it follows (tools/findings, tools/sums). */
#include "findings/diagnosis.h"
#include "library/read_internal.h"
#include "pomp_read.h"
#include "sums/samples.h"

#include <stdlib.h>

/* Each part is there once somebody has asked for it. */
struct conclusions {
  struct diagnosis diagnosis;
  bool diagnosed, sampled;
  struct sample_line *lines; /* of all regions, in descending order of samples */
  uint32_t line_count;
};

static void forget(struct snapshot *s) {
  struct conclusions *c = s->conclusions;
  if (c->diagnosed)
    diagnosis_free(&c->diagnosis);
  samples_free(s->analysis.samples);
  s->analysis.samples = NULL;
  free(c->lines);
  free(c);
  s->conclusions = NULL;
}

static struct conclusions *conclusions_of(struct snapshot *s) {
  if (!s->conclusions)
    s->conclusions = calloc(1, sizeof *s->conclusions);
  s->forget = s->conclusions ? forget : NULL;
  return s->conclusions;
}

/* --- findings --- */

static const struct diagnosis *diagnosis_of(struct snapshot *s) {
  struct conclusions *c = conclusions_of(s);
  if (!c)
    return NULL;
  if (!c->diagnosed && !diagnose(&c->diagnosis, &s->analysis)) {
    diagnosis_free(&c->diagnosis);
    return NULL;
  }
  c->diagnosed = true;
  return &c->diagnosis;
}

static uint64_t ns(double time) { return time > 0 ? (uint64_t)time : 0; }

POMP_READ_API int pomp_read_finding(const struct pomp_read *r, uint32_t finding, struct pomp_read_finding *of,
                                    size_t size) {
  const int was = pomp_read_begin(NULL, 0);
  const struct diagnosis *d = diagnosis_of(r->now);
  const struct finding *f = d && finding < d->count ? &d->findings[finding] : NULL;
  pomp_read_end(was, f != NULL, NULL, 0);
  if (!f)
    return -1;
  const struct pomp_read_finding all = {.property = property_rows[f->property].id,
                                        .text = property_rows[f->property].text,
                                        .advice = f->advice,
                                        .why_not = f->judged ? "" : f->why,
                                        .region = f->region,
                                        .judged = f->judged,
                                        .saving_ns = ns(f->saving),
                                        .of_ns = ns(f->of)};
  return give(of, size, &all, sizeof all);
}

/* --- lines --- */

static int by_samples(const void *x, const void *y) {
  const struct sample_line *a = x, *b = y;
  if (a->samples.count != b->samples.count)
    return a->samples.count > b->samples.count ? -1 : 1;
  return a->region != b->region ? (a->region < b->region ? -1 : 1) : a->place < b->place ? -1 : a->place > b->place;
}

/* Finds the lines, once for a snapshot. */
static const struct conclusions *lines_of(struct snapshot *s) {
  struct conclusions *c = conclusions_of(s);
  if (!c || c->sampled)
    return c;
  c->sampled = true;
  s->analysis.samples = s->loaded.experiment.sample_count ? samples_find(&s->analysis) : NULL;
  const struct samples *found = s->analysis.samples;
  c->lines = found ? malloc((found->line_count + 1ull) * sizeof *c->lines) : NULL;
  if (!c->lines)
    return c;
  memcpy(c->lines, found->lines, found->line_count * sizeof *c->lines);
  c->line_count = found->line_count;
  qsort(c->lines, c->line_count, sizeof *c->lines, by_samples);
  return c;
}

static uint64_t samples_of(const struct experiment *e) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < e->sample_count; i++)
    all += e->samples[i].count;
  return all;
}

POMP_READ_API int pomp_read_line(const struct pomp_read *r, uint32_t line, struct pomp_read_line *of, size_t size) {
  const int was = pomp_read_begin(NULL, 0);
  const struct conclusions *c = lines_of(r->now);
  const struct samples *s = r->now->analysis.samples;
  const bool good = c && s && line < c->line_count;
  pomp_read_end(was, good, NULL, 0);
  if (!good)
    return -1;
  const struct sample_line *l = &c->lines[line];
  const struct sample_place none = {.file = ""};
  const bool is_known = l->place != NO_PLACE; /* else the thread was in none of the user's functions */
  const struct sample_place *p = is_known ? &s->places[l->place] : &none;
  const struct pomp_read_line all = {.function = is_known ? s->functions[p->function].name : "",
                                     .file = p->file ? p->file : "",
                                     .line = p->line > 0 ? (uint32_t)p->line : 0,
                                     .region = l->region,
                                     .samples = l->samples.count,
                                     .of_region = l->all,
                                     .of_all = samples_of(&r->now->loaded.experiment)};
  return give(of, size, &all, sizeof all);
}
