/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wall_parts.c - divides the wall time of a run among its parallel regions and the serial code of its regions. */
#include "findings/wall_parts.h"
#include "sums/forks.h"

#include <string.h>

bool wall_parts_find(double *parts, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct forks forks;
  bool good = forks_find(&forks, a);
  memset(parts, 0, a->region_count * sizeof *parts);
  for (uint32_t i = 0; good && i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t process = e->locations[n->location].process, top = forks.top[i];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME || (top != NO_NODE && top != i) || !forks_is_initial(e, n->location))
      continue;
    double time = top == i ? forks.forked[i].wall : (double)a->nodes[i].exclusive;
    const struct process_totals *t = &a->processes[process];
    double part = t->lives ? (double)t->wall / (double)t->lives : 1;
    parts[a->paths[a->node_path[i]].region] += time * part / e->process_count;
  }
  forks_free(&forks);
  return good;
}

double wall_parts_serial(const double *parts, const struct analysis *a) {
  double sum = 0;
  for (uint32_t r = 0; r < a->region_count; r++)
    if (!pomp_role_is(a->regions[r].role, POMP_IS_APART) && a->regions[r].role != POMP_ROLE_MPI &&
        !forks_is_fork(a->regions[r].role))
      sum += parts[r];
  return sum;
}
