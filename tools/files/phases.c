/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - renumbers and sorts phases and their cells, converts their times, and finds the cluster of a visit.
 * Not here: how phases are read (read_phases.c). */
#include "files/phases.h"

#include <stdlib.h>
#include <string.h>

void phases_renumber(struct experiment *e, const uint32_t *number) {
  for (uint32_t i = 0; i < e->phase_count; i++)
    if (e->phases[i].node != NO_NODE)
      e->phases[i].node = number[e->phases[i].node];
  for (uint32_t i = 0; i < e->phase_cells_count; i++)
    for (uint32_t k = 0; k < e->phase_cells[i].count; k++)
      if (e->phase_cells[i].nodes[k] != NO_NODE)
        e->phase_cells[i].nodes[k] = number[e->phase_cells[i].nodes[k]];
}

struct numbered {
  struct phase phase;
  uint32_t number;
};

static int by_process(const void *x, const void *y) {
  const struct numbered *a = x, *b = y;
  if (a->phase.process != b->phase.process)
    return a->phase.process < b->phase.process ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

bool phases_order(struct experiment *e) {
  struct numbered *all = malloc((e->phase_count + 1ull) * sizeof *all);
  uint32_t *place = malloc((e->phase_count + 1ull) * sizeof *place);
  const bool good = all && place;
  for (uint32_t i = 0; good && i < e->phase_count; i++)
    all[i] = (struct numbered){e->phases[i], i};
  if (good && e->phase_count)
    qsort(all, e->phase_count, sizeof *all, by_process);
  for (uint32_t i = 0; good && i < e->phase_count; i++) {
    e->phases[i] = all[i].phase;
    place[all[i].number] = i;
  }
  for (uint32_t i = 0; good && i < e->phase_cells_count; i++)
    e->phase_cells[i].phase = place[e->phase_cells[i].phase];
  free(all);
  free(place);
  return good;
}

void phases_to_ns(struct experiment *e) {
  for (uint32_t i = 0; i < e->phase_count; i++) {
    struct phase *ph = &e->phases[i];
    const struct process *p = &e->processes[ph->process];
    for (uint32_t k = 0; k < ph->most; k++) {
      struct phase_cluster *c = &ph->clusters[k];
      c->time = process_ns(p, c->time);
      c->shortest = process_ns(p, c->shortest);
      c->longest = process_ns(p, c->longest);
    }
    for (uint32_t k = 0; k < ph->visit_count; k++) {
      struct phase_visits *v = &ph->visits[k];
      v->time = process_ns(p, v->time);
      v->longest = process_ns(p, v->longest);
      v->wait = process_ns(p, v->wait);
      v->busy = process_ns(p, v->busy);
      v->most = process_ns(p, v->most);
    }
  }
  for (uint32_t i = 0; i < e->phase_cells_count; i++) {
    struct phase_cells *c = &e->phase_cells[i];
    const struct phase *ph = &e->phases[c->phase];
    for (size_t k = 0; k < (size_t)c->row_count * c->count; k++) {
      c->at[k * c->values + 1] = process_ns(&e->processes[ph->process], c->at[k * c->values + 1]);
      c->at[k * c->values + 2] = process_ns(&e->processes[ph->process], c->at[k * c->values + 2]);
    }
  }
}

uint32_t phase_cluster_of(const struct phase *p, uint64_t visit) {
  if (!visit || visit > p->begun)
    return PHASE_NONE;
  for (uint32_t k = 0; k < p->most; k++) {
    const struct phase_cluster *c = &p->clusters[k];
    if (c->count && (visit == c->first || visit == c->last || visit == c->shortest_at || visit == c->longest_at))
      return k;
  }
  const uint64_t i = (visit - 1) >> p->shift;
  if (i < p->visit_count && p->visits[i].cluster)
    return p->visits[i].cluster - 1;
  return visit == p->begun ? PHASE_OPEN : PHASE_NONE;
}

void phases_free(struct experiment *e) {
  for (uint32_t i = 0; i < e->phase_count; i++) {
    free(e->phases[i].clusters);
    free(e->phases[i].visits);
    free(e->phases[i].metrics);
  }
  for (uint32_t i = 0; i < e->phase_cells_count; i++) {
    free(e->phase_cells[i].nodes);
    free(e->phase_cells[i].row);
    free(e->phase_cells[i].at);
  }
  free(e->phases);
  free(e->phase_cells);
  e->phases = NULL;
  e->phase_cells = NULL;
  e->phase_count = e->phase_cells_count = 0;
}
