/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums_cost.c - what measuring has cost, while the call paths of locations are added up.
 * Not here: the estimate (measuring_cost.h). */
#include "pomp_array.h"
#include "pomp_run.h"
#include "sums/sums_state.h"

bool sums_group(struct sums *s, struct adding *c) {
  const struct cost_group g = {.team_size = c->location->team_size,
                               .model = pomp_cost_model(&c->process->header, c->process->header.traced != 0, false),
                               .pair = pomp_run_measuring(measuring_units(c->process).pair, 1, 0, 0)};
  uint32_t at = s->last_group, tried = 0;
  for (; tried < s->group_count; tried++, at = at ? at - 1 : s->group_count - 1) {
    const struct cost_group *known = &s->groups[at];
    if (known->team_size == g.team_size && pomp_cost_is_model(&known->model, &g.model) && known->pair == g.pair)
      break;
  }
  if (tried == s->group_count) {
    if (!POMP_ARRAY_ROOM(s->groups, s->groups_room, s->group_count + 1ull))
      return false;
    s->groups[at = s->group_count++] = g;
  }
  s->last_group = at;
  c->cost = &s->groups[at];
  c->group = at + 1;
  return true;
}

void sums_settle(struct sums *s, uint32_t path) {
  struct summed *from = &s->summed[path];
  struct rarely *to = &s->rarely[path];
  const struct path_cost *f = &to->formula;
  if (!from->group)
    return;
  const double pair = s->groups[from->group - 1].pair, visits = (double)(from->visits - to->settled_visits),
               firsts = (double)from->firsts;
  to->measuring += pair * (f->made * (double)(from->nodes - to->settled_nodes) + f->each * visits + f->first * firsts);
  to->excluded += pair * (f->each_excluded * visits + f->first_excluded * firsts);
  to->settled_visits = from->visits;
  to->settled_nodes = from->nodes;
  from->firsts = 0;
}

void sums_begin_group(struct sums *s, uint32_t path, const struct adding *c) {
  struct summed *to = &s->summed[path];
  struct path_cost *f = &s->rarely[path].formula;
  sums_settle(s, path);
  to->group = c->group;
  measuring_formula(f, s->paths.keys[path], s->paths.keys[s->paths.parents[path]], c->cost->team_size, &c->cost->model);
  to->has_first = measuring_has_first(f);
}

/* Returns how many teams the visits of a call path were in. */
static uint64_t teams_above(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  int steps = 0;
  for (; steps <= POMP_COST_ABOVE && t->parents[i] != NO_NODE; steps++) {
    i = t->parents[i];
    if (POMP_KEY_ROLE(t->keys[i]) == POMP_ROLE_TEAM)
      return t->nodes[i].visits;
  }
  struct node_above n;
  for (uint32_t at = t->above[i]; steps <= POMP_COST_ABOVE && at && experiment_above(s->reader, at, &n); at = n.above) {
    if (POMP_KEY_ROLE(n.key) == POMP_ROLE_TEAM)
      return n.visits;
    steps++;
  }
  return 0;
}

void sums_add_firsts(struct sums *s, const struct taken_nodes *t, uint32_t i, struct adding *c) {
  const uint64_t visits = t->nodes[i].visits;
  const uint32_t parent = t->parents[i];
  if (parent == NO_NODE || parent != c->parent)
    c->teams = teams_above(s, t, i);
  c->parent = parent;
  s->summed[s->places[i].path].firsts += visits < c->teams ? visits : c->teams;
}

void sums_add_lines(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  const double lines = measuring_lines(s->e, t->location, t->keys[i], t->nodes[i].visits);
  struct rarely *to = &s->rarely[s->places[i].path];
  to->measuring += lines;
  to->excluded += lines;
}

void sums_add_blame(struct sums *s, const struct taken_nodes *t, uint32_t i, const struct adding *c) {
  const uint32_t path = s->places[t->parents[i]].path;
  struct path_cost f = {.known = false};
  measuring_formula(&f, t->keys[i], s->paths.keys[path], c->cost->team_size, &c->cost->model);
  s->rarely[path].measuring += c->cost->pair * (f.made + f.each * (double)t->nodes[i].visits) +
                               measuring_lines(s->e, t->location, t->keys[i], t->nodes[i].visits);
}
