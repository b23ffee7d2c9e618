/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forks.c - adds up what is below each fork outside of teams.
 * Not here: what follows from it (idle.c, tools/findings). */
#include "sums/forks.h"
#include "base/huge_pages.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>

bool forks_is_initial(const struct experiment *e, uint32_t location) {
  const struct location *l = &e->locations[location];
  return l->parent == NO_LOCATION && !(l->flags & POMP_LOCATION_WORKER);
}

bool forks_is_fork(uint32_t role) { return role == POMP_ROLE_FORK || role == POMP_ROLE_TEAMS; }

static void add_up(struct forks *s, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents come before their children */
    const struct node *n = &e->nodes[i];
    const struct node_times *t = &a->nodes[i];
    uint32_t role = POMP_KEY_ROLE(n->key), top = n->parent == NO_NODE ? NO_NODE : s->top[n->parent];
    if (top == NO_NODE && forks_is_fork(role) && forks_is_initial(e, n->location))
      top = i;
    s->top[i] = top;
    if (top == NO_NODE || is_blame(n) || e->locations[n->location].flags & POMP_LOCATION_HELPER)
      continue;
    struct forked *f = &s->forked[top];
    f->busy += (double)t->exclusive;
    /* The fork's time is without the tasks that its thread executed. */
    if (top == i || (role == POMP_ROLE_TASK && s->first[n->location] == e->nodes[top].location))
      f->wall += (double)t->inclusive;
    if (role != POMP_ROLE_TEAM)
      continue;
    if (n->parent == top) {
      f->members += (double)n->visits;
      f->places++;
    }
    if (e->locations[n->location].thread_num != 0)
      f->late += (double)analysis_delay(e, n);
  }
}

bool forks_find(struct forks *f, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  *f = (struct forks){.top = huge_pages_malloc(e->node_count, sizeof *f->top),
                      .forked = calloc(e->node_count, sizeof *f->forked),
                      .first = malloc(e->location_count * sizeof *f->first),
                      .initials = calloc(e->process_count, sizeof *f->initials)};
  if (!f->top || !f->forked || !f->first || !f->initials)
    return false;
  locations_first(e, f->first);
  for (uint32_t i = 0; i < e->location_count; i++)
    f->initials[e->locations[i].process] += forks_is_initial(e, i);
  for (uint32_t p = 0; p < e->process_count; p++)
    f->initials[p] += f->initials[p] == 0;
  add_up(f, a);
  return true;
}

void forks_free(struct forks *f) {
  free(f->top);
  free(f->forked);
  free(f->first);
  free(f->initials);
}

double forks_share(const struct analysis *a, uint32_t process) {
  const struct process_totals *t = &a->processes[process];
  return t->lives ? (double)(t->allocation - t->helped) / (double)t->lives : 1;
}

double forks_idle(const struct forked *f, double share) {
  return share * f->wall > f->busy ? share * f->wall - f->busy : 0;
}

double forks_without_place(const struct forked *f, double share, uint64_t visits) {
  double idle = forks_idle(f, share), late = f->late < idle ? f->late : idle;
  double size = f->members > 0 && visits ? f->members / (double)visits : 1;
  double left_out = share > size ? (share - size) * f->wall : 0;
  return left_out < idle - late ? left_out : idle - late;
}
