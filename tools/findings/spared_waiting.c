/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* spared_waiting.c - how much wall time is spared if nobody has to wait in a region.
 * Not here: in which regions to look (lock_findings.c), how the time of teams adds up (wall_time.c).
 *
 * If a member of a team waits there, it is late elsewhere only if it has no other wait to make up for it; and the team
 * is done earlier only if that holds for each of its members. So the team saves at most what the member waits that
 * waits most in the region, and at most what the member waits for whatever reason that waits least of all. */
#include "findings/finding.h"
#include "pomp_roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* These are about the members of the teams that a call path of one location forks. */
struct team_waits {
  double most;     /* what a member waits in the region */
  double least;    /* what a member waits in all, of those that were in most of the teams */
  uint64_t visits; /* in how many teams they were */
};

struct waits {
  uint32_t *team; /* by node: the innermost part of a team that it is in, or is; NO_NODE if a task is between */
  double *all;    /* by node: the waiting of its thread there and in all that is below */
  double *here;   /* by node that is a part of a team: the waiting in the region */
  struct team_waits *teams; /* by location that forks */
};

static bool is_member(const struct experiment *e, uint32_t node) {
  const struct node *n = &e->nodes[node];
  return POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && e->locations[n->location].parent != NO_LOCATION;
}

/* Makes the arrays. False: no memory. */
static bool make(struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  struct waits *w = s->waits = calloc(1, sizeof *w);
  if (!w)
    return false;
  w->team = malloc((e->node_count + 1ull) * sizeof *w->team);
  w->all = calloc(e->node_count + 1ull, sizeof *w->all);
  w->here = calloc(e->node_count + 1ull, sizeof *w->here);
  w->teams = calloc(e->location_count + 1ull, sizeof *w->teams);
  return w->team && w->all && w->here && w->teams;
}

static void fill(const struct analysis *a, struct waits *w) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents come before their children */
    uint32_t parent = e->nodes[i].parent;
    bool apart = pomp_role_is(POMP_KEY_ROLE(e->nodes[i].key), POMP_IS_APART);
    w->team[i] = is_member(e, i) ? i : apart || parent == NO_NODE ? NO_NODE : w->team[parent];
  }
  for (uint32_t i = e->node_count; i-- > 0;) {
    if (a->node_path[i] == NO_PATH)
      continue;
    w->all[i] += (double)a->nodes[i].wait;
    if (experiment_is_part(e, i))
      w->all[e->nodes[i].parent] += w->all[i];
  }
}

void waiting_end(struct property_search *s) {
  if (!s->waits)
    return;
  free(s->waits->team);
  free(s->waits->all);
  free(s->waits->here);
  free(s->waits->teams);
  free(s->waits);
}

/* Adds what the teams of a call path lose, at the locations that fork them. */
static void lose_in_teams(struct property_search *s, uint32_t path) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  struct waits *w = s->waits;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++)
    if (is_member(e, i))
      w->teams[way_forker(s, e->nodes[i].location)] = (struct team_waits){0, INFINITY, 0};
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    if (!is_member(e, i))
      continue;
    struct team_waits *t = &w->teams[way_forker(s, e->nodes[i].location)];
    uint64_t visits = a->experiment->nodes[i].visits;
    t->most = w->here[i] > t->most ? w->here[i] : t->most;
    if (visits > t->visits || (visits == t->visits && w->all[i] < t->least))
      t->least = w->all[i];
    t->visits = visits > t->visits ? visits : t->visits;
    w->here[i] = 0;
  }
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    if (!is_member(e, i))
      continue;
    struct team_waits *t = &w->teams[way_forker(s, e->nodes[i].location)];
    s->lost[way_forker(s, e->nodes[i].location)] += t->least < t->most ? t->least : t->most;
    *t = (struct team_waits){0, 0, 0}; /* it counts once */
  }
}

double waiting_wall(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  if (!s->waits && make(s))
    fill(a, s->waits);
  struct waits *w = s->waits;
  find_begin(s);
  if (!w || !w->team || !w->all || !w->here || !w->teams) {
    s->failed = true;
    return 0;
  }
  for (uint32_t p = s->region_path[region]; p != NO_PATH; p = s->path_next[p])
    for (uint32_t k = 0, i; analysis_node(a, p, k, &i); k++)
      if (w->team[i] != NO_NODE)
        w->here[w->team[i]] += (double)a->nodes[i].wait;
      else
        s->lost[a->experiment->nodes[i].location] += (double)a->nodes[i].wait;
  for (uint32_t p = 0; p < a->path_count; p++)
    if (a->regions[a->paths[p].region].role == POMP_ROLE_TEAM)
      lose_in_teams(s, p);
  return way_wall(s);
}
