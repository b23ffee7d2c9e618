/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measuring_cost.c - estimates what measuring has cost, region by region, and says what is doubtful about the estimate.
 */
#include "sums/measuring_cost.h"
#include "base/two_threads.h"
#include "pomp_run.h"

#include <stdlib.h>

/* Returns how many teams the visits of a call path were in. */
static uint64_t teams_above(const struct experiment *e, const struct node *n) {
  for (int i = 0; i <= POMP_COST_ABOVE && n->parent != NO_NODE; i++) {
    n = &e->nodes[n->parent];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM)
      return n->visits;
  }
  return 0;
}

double measuring_lines(const struct experiment *e, uint32_t location, uint32_t key, uint64_t visits) {
  const struct location *l = &e->locations[location];
  double lines = l->line_ticks ? pomp_cost_lines(key, l->team_size, visits) : 0;
  return lines > 0 ? lines / 1000 * (double)process_ns(&e->processes[l->process], 1000ull * l->line_ticks) : 0;
}

struct unit_costs measuring_units(const struct process *p) {
  return (struct unit_costs){(double)process_ns(p, p->header.pair_cost), (double)process_ns(p, p->header.cpu_cost)};
}

void measuring_formula(struct path_cost *c, uint32_t key, uint32_t parent, uint32_t team_size,
                       const struct pomp_cost_model *model) {
  if (c->known && c->team_size == team_size && pomp_cost_is_model(&c->model, model))
    return;
  struct pomp_cost_path path = {.key = key, .parent = parent, .team_size = team_size};
  *c = (struct path_cost){.team_size = team_size, .known = true, .model = *model};
  c->made = pomp_cost_of_path(&path, model);
  path.visits = 1;
  c->each = pomp_cost_of_row(pomp_cost_row(&path), model);
  c->each_excluded = pomp_cost_excluded(&path, model);
  path.teams = 1;
  c->first = pomp_cost_of_first(&path, model);
  c->first_excluded = pomp_cost_excluded(&path, model) - c->each_excluded;
}

struct measuring {
  struct analysis *a;
  struct path_cost *costs[2];  /* by path; the last one is for blame */
  wide *sums[2], *excluded[2]; /* by region */
};

static void measure_half(void *context, int half, uint32_t from, uint32_t to) {
  const struct measuring *m = context;
  const struct analysis *a = m->a;
  const struct experiment *e = a->experiment;
  struct unit_costs unit = {0, 0};
  struct pomp_cost_model model = {.way = POMP_COST_TIMES};
  uint64_t teams = 0; /* what the node before had above it, whose parent is mostly the same */
  for (uint32_t i = from, last = UINT32_MAX, parent = NO_NODE; i < to; i++) {
    const struct node *n = &e->nodes[i];
    if (n->parent == NO_NODE)
      continue;
    const struct location *l = &e->locations[n->location];
    if (l->process != last) {
      const struct process *p = &e->processes[last = l->process];
      unit = measuring_units(p);
      model = pomp_cost_model(&p->header, p->header.traced != 0, e->metric_count != 0);
    }
    uint32_t at = is_blame(n) ? n->parent : i, parent_key = e->nodes[n->parent].key;
    struct path_cost *c = &m->costs[half][is_blame(n) ? a->path_count : a->node_path[i]];
    c->known &= !is_blame(n);
    measuring_formula(c, n->key, parent_key, l->team_size, &model);
    double pairs = c->made + (double)n->visits * c->each, excluded = (double)n->visits * c->each_excluded;
    if (measuring_has_first(c)) {
      teams = n->parent == parent ? teams : teams_above(e, n);
      parent = n->parent;
      const double firsts = (double)(n->visits < teams ? n->visits : teams);
      pairs += firsts * c->first;
      excluded += firsts * c->first_excluded;
    }
    const uint32_t region = a->paths[a->node_path[at]].region;
    const double cpu = (double)experiment_extra(e, n)->cpu.visits,
                 lines = measuring_lines(e, n->location, n->key, n->visits);
    m->sums[half][region] += exact_of(pomp_run_measuring(unit.pair, pairs, unit.cpu, cpu) + lines);
    if (!is_blame(n))
      m->excluded[half][region] += exact_of(pomp_run_measuring(unit.pair, excluded, unit.cpu, cpu) + lines);
  }
}

void measuring_conclude(struct analysis *a) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    a->regions[i].measuring = exact_ns(a->regions[i].measuring_sum);
    a->regions[i].excluded = exact_ns(a->regions[i].excluded_sum);
    a->measuring += a->regions[i].measuring;
  }
}

bool measuring_find(struct analysis *a) {
  struct measuring m = {.a = a};
  const size_t paths = a->path_count + 1ull, regions = a->region_count;
  struct path_cost *costs = calloc(2 * paths, sizeof *costs);
  wide *sums = calloc(4 * regions + 1, sizeof *sums);
  if (costs && sums) {
    for (int half = 0; half < 2; half++) {
      m.costs[half] = costs + half * paths;
      m.sums[half] = sums + half * regions;
      m.excluded[half] = sums + (2 + half) * regions;
    }
    two_threads_halves(a->experiment->node_count, measure_half, &m);
    for (uint32_t i = 0; i < a->region_count; i++) {
      a->regions[i].measuring_sum = m.sums[0][i] + m.sums[1][i];
      a->regions[i].excluded_sum = m.excluded[0][i] + m.excluded[1][i];
    }
    measuring_conclude(a);
  }
  bool good = costs && sums;
  free(costs);
  free(sums);
  return good;
}

static struct pomp_run_doubts doubts_of(const struct analysis *a) {
  struct pomp_run_doubts doubts = {.switches = a->all.switches};
  for (uint32_t i = 0; i < a->region_count; i++)
    pomp_run_doubts_add(&doubts, a->regions[i].totals.visits, a->regions[i].totals.contended);
  return doubts;
}

bool analysis_measuring_is_judged(const struct analysis *a) {
  const struct pomp_run_doubts doubts = doubts_of(a);
  return pomp_run_measuring_is_judged(&doubts);
}

bool analysis_measuring_is_least(const struct analysis *a) {
  const struct pomp_run_doubts doubts = doubts_of(a);
  return pomp_run_measuring_is_least(&doubts, a->measuring, (double)a->all.allocation);
}

const char *analysis_measuring_doubt(const struct analysis *a) {
  const struct pomp_run_doubts doubts = doubts_of(a);
  return pomp_run_measuring_doubt(&doubts, a->measuring, (double)a->all.allocation);
}
