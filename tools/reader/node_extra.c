/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* node_extra.c - what few nodes have beside their times.
 * Not here: reading it (read_nodes.c). */
#include "experiment.h"
#include "pomp_array.h"

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
