/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops.c - how many iterations and chunks loops have: what the run counted, or else what the compiler knows.
 * Not here: what is concluded from that (tools/findings), how it is counted (runtime/libpompomp/teams/loop.c). */
#include "sums/analysis_steps.h"

#include <math.h>

void loop_counts_add(struct loop_counts *to, const struct loop_counts *from) {
#define FIGURES_DO ADD
#define FIGURES_OF_LOOP_COUNTS
#define FIGURES_OF_LOOP_CHUNKS
#include "files/figures.def"
  to->flags |= from->flags;
}

bool loops_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t k = 0; k < a->special_count; k++) {
    uint32_t i = a->special[k];
    const struct loop_counts *loop = &experiment_extra(e, &e->nodes[i])->loop;
    if (loop->visits)
      loop_counts_add(&a->regions[a->paths[a->node_path[i]].region].loop, loop);
  }
  return true;
}

static struct loop_shape counted(const struct loop_counts *c) {
  struct loop_shape shape = {.known = true, .dealt = c->dealt > 0, .taken = c->flags == POMP_LOOP_TAKEN};
  shape.iterations = (double)c->iterations / (double)c->visits;
  shape.few = (double)c->few / (double)c->visits;
  if (shape.dealt) {
    shape.dealt_iterations = (double)c->dealt_iterations / (double)c->dealt;
    shape.chunks = (double)c->chunks / (double)c->dealt;
    shape.large = (double)c->large / (double)c->dealt;
  }
  if (c->sized)
    shape.chunk = (double)c->sizes / (double)c->sized;
  return shape;
}

/* Returns the shape of a loop from constants of the source, for teams of this size. */
static struct loop_shape constant(const struct construct *c, double size) {
  const uint32_t schedule = POMP_FACTS_SCHEDULE(c->facts);
  const bool has_chunk = c->facts & POMP_FACT_CHUNK;
  double n = (double)c->iterations, chunk = has_chunk ? c->chunk : 1;
  struct loop_shape shape = {.known = true, .iterations = n, .dealt_iterations = n, .few = n < size};
  if (schedule == POMP_SCHEDULE_NONE || (schedule == POMP_SCHEDULE_STATIC && !has_chunk))
    chunk = ceil(n / size);
  shape.dealt = schedule <= POMP_SCHEDULE_DYNAMIC && chunk >= 1;
  shape.taken = shape.dealt && schedule == POMP_SCHEDULE_DYNAMIC;
  if (shape.dealt) {
    shape.chunks = ceil(n / chunk);
    shape.large = chunk > ceil(n / size);
  }
  return shape;
}

struct loop_shape region_loop(const struct region *r) {
  const struct construct *c = r->construct;
  const struct balance *b = &r->balance;
  if (r->loop.visits)
    return counted(&r->loop);
  if (r->role == POMP_ROLE_FOR && c && c->clauses && c->iterations)
    return constant(c, b->instances ? (double)b->visits / (double)b->instances : 1);
  return (struct loop_shape){.known = false};
}
