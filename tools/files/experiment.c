/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment.c - an experiment in memory, from whichever file: its memory, the extras of its nodes, and which call
 * paths are parts of others. Not here: reading (read_experiment.c). */
#include "files/experiment.h"
#include "base/paged_array.h"
#include "files/finalize_sums.h"
#include "files/phases.h"
#include "pomp_array.h"
#include "pomp_run.h"

#include <stdlib.h>

const struct node_extra experiment_no_extra;

struct node_extra *experiment_extra_of(struct experiment *e, struct node *n) {
  if (!n->extra) {
    if (!POMP_ARRAY_ROOM(e->extras, e->extra_room, e->extra_count + 1ull))
      return NULL;
    e->extras[e->extra_count++] = experiment_no_extra;
    n->extra = e->extra_count;
  }
  return &e->extras[n->extra - 1];
}

bool experiment_is_part(const struct experiment *e, uint32_t node) {
  const struct node *n = &e->nodes[node];
  uint32_t role = POMP_KEY_ROLE(n->key);
  if (n->parent == NO_NODE)
    return false;
  const struct location *l = &e->locations[n->location];
  uint32_t above = e->nodes[n->parent].location;
  return pomp_run_is_part(role, above == n->location, l->parent == above && l->thread_num == 0);
}

void *experiment_by_location(const struct experiment *e, size_t size) {
  const size_t count = e->location_count + 1ull;
  return e->process_count > 1 ? paged_calloc(count, size) : calloc(count, size);
}

void experiment_free(struct experiment *e) {
  for (uint32_t i = 0; i < e->part_count; i++)
    experiment_free(&e->parts[i]);
  free(e->parts);
  paged_free(e->processes);
  free(e->constructs);
  paged_free(e->locations);
  free(e->nodes);
  free(e->origins);
  free(e->extras);
  free(e->held);
  free(e->histogram_sums);
  free(e->histograms);
  free(e->modules);
  free(e->stacks);
  free(e->samples);
  free(e->stack_values);
  phases_free(e);
  free(e->phase);
  free(e->metrics);
  free(e->values);
  free(e->texts);
  finalize_sums_release(e->counted);
  free(e->text);
}
