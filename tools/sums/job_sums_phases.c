/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums_phases.c - puts the visits of phases together that processes had.
 * Not here: how their points are added (phase_points.c), where the time of findings went (phase_places.c). */
#include "sums/location_row_layout.h"
#include "sums/phase_points.h"

#include <stdlib.h>
#include <string.h>

uint32_t rank_phases_count(const struct analysis *rank) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < rank->experiment->phase_count; i++)
    count += series_path(rank, i) != NO_PATH;
  return count;
}

static bool put_cell(void *context, const struct profile_cell *c) {
  pomp_bytes_put(context, c, sizeof *c);
  return true;
}

bool rank_phases_put(const struct analysis *rank, struct pomp_bytes *to) {
  const uint32_t width = rank->experiment->metric_count;
  bool good = true;
  for (uint32_t i = 0; good && i < rank->experiment->phase_count; i++) {
    struct phase_points points = {.count = 0};
    struct rank_phase head = {.path = series_path(rank, i)};
    if (head.path == NO_PATH)
      continue;
    good = series_location_of(rank, i, &head.of) &&
           phase_points_of(&points, rank->experiment, &rank->experiment->phases[i]);
    head.points = points;
    if (good) {
      POMP_BYTES_PUT(to, head);
      pomp_bytes_put(to, head.of.clusters, head.of.most * sizeof *head.of.clusters);
      pomp_bytes_put(to, points.at, points.count * sizeof *points.at);
      pomp_bytes_put(to, points.metrics, (size_t)points.count * width * sizeof *points.metrics);
    }
    const struct profile_cell end = {.cluster = UINT32_MAX};
    good = good && phase_cells_each(rank, i, put_cell, to);
    POMP_BYTES_PUT(to, end);
    phase_points_free(&points);
    free(head.of.clusters);
  }
  return good;
}

/* Keeps which cluster each record of visits has, and what the clusters have of call paths. */
static bool keep(const struct adding *by, struct series_location *l, const struct phase_points *points) {
  struct location_rows *k = by->m->a->location_rows;
  struct profile_cell c;
  bool good = k != NULL;
  l->first_record = good ? row_file_count(&k->visits, 0) : 0;
  l->first_cell = good ? row_file_count(&k->cells, 0) : 0;
  for (uint32_t i = 0; good && i < points->count; i++)
    good = row_file_add(&k->visits, 0, &points->at[i].cluster);
  for (l->cells = 0;; l->cells++) {
    POMP_BYTES_TAKE(by->from, c);
    if (!good || by->from->failed || c.cluster == UINT32_MAX)
      return good && !by->from->failed;
    good = c.path < by->head.paths;
    c.path = good ? by->paths[c.path] : 0;
    good = good && row_file_add(&k->cells, 0, &c);
  }
}

static bool add_phase(const struct adding *by) {
  struct job_sums *m = by->m;
  struct rank_phase head;
  struct phase_points points = {.count = 0};
  POMP_BYTES_TAKE(by->from, head);
  if (by->from->failed || head.path >= by->head.paths)
    return false;
  head.of.location += by->first_location;
  head.of.process = by->process;
  head.of.clusters = malloc((head.of.most + 1ull) * sizeof *head.of.clusters);
  points.begun = head.points.begun;
  points.shift = head.points.shift;
  bool good = phase_points_room(&points, head.points.count, m->e->metric_count) && head.of.clusters;
  if (good) {
    pomp_bytes_take(by->from, head.of.clusters, head.of.most * sizeof *head.of.clusters);
    pomp_bytes_take(by->from, points.at, points.count * sizeof *points.at);
    pomp_bytes_take(by->from, points.metrics, (size_t)points.count * m->e->metric_count * sizeof *points.metrics);
    good = keep(by, &head.of, &points);
  }
  if (good)
    good = series_add(m->a, by->paths[head.path], &head.of, &points);
  else
    free(head.of.clusters);
  phase_points_free(&points);
  return good;
}

bool job_sums_phases_add(const struct adding *by) {
  bool good = true;
  for (uint32_t i = 0; good && i < by->head.phases; i++)
    good = add_phase(by);
  return good;
}

/* Makes a phase of what is kept of a location, as far as it has to be known. No visits: not enough memory. */
static struct phase phase_of(struct location_rows *k, const struct series_location *l) {
  struct phase p = {.begun = l->begun,
                    .most = l->most,
                    .clusters = l->clusters,
                    .shift = l->shift,
                    .visit_count = l->records,
                    .visits = calloc(l->records + 1ull, sizeof *p.visits)};
  for (uint32_t i = 0; p.visits && i < l->records; i++) {
    p.visits[i].first = ((uint64_t)i << l->shift) + 1;
    memcpy(&p.visits[i].cluster, row_file_row(&k->visits, 0, l->first_record + i), sizeof p.visits[i].cluster);
  }
  return p;
}

static bool add_location(const struct job_sums *m, struct series *s, uint32_t location, const uint32_t *place) {
  struct location_rows *k = m->a->location_rows;
  const struct series_location *l = &s->locations[location];
  const struct phase p = phase_of(k, l);
  double *weights = p.visits ? places_weigh(s, &p) : NULL;
  for (uint64_t i = 0; weights && i < l->cells; i++) {
    struct profile_cell c;
    memcpy(&c, row_file_row(&k->cells, 0, l->first_cell + i), sizeof c);
    c.path = place[c.path];
    places_add(m->a, s, location, weights, &c);
  }
  free(p.visits);
  free(weights);
  return weights != NULL;
}

bool job_sums_phases_conclude(struct job_sums *m, const uint32_t *place) {
  struct analysis *a = m->a;
  for (uint32_t i = 0; i < a->series_count; i++)
    a->series[i].path = place[a->series[i].path];
  bool good = series_conclude(a);
  for (uint32_t i = 0; good && i < a->series_count; i++) {
    struct series *s = &a->series[i];
    good = places_begin(a, s);
    for (uint32_t k = 0; good && k < (s->finding_count ? s->location_count : 1); k++)
      good = add_location(m, s, k, place);
    if (good)
      places_conclude(a, s);
  }
  return good && !(a->series_count && (a->location_rows->visits.failed || a->location_rows->cells.failed));
}
