/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_phases.c - renumbers the phases of a rank's file, and what their visits had.
 * Not here: all other blocks (rank_file.c, rank_samples.c). Visits are numbered as at the rank, and clusters are the
 * rank's own. */
#include "job/rank_move.h"

#include <string.h>

void pomp_move_phase(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_phase_head *h = (struct pomp_phase_head *)(void *)((char *)block + block->first);
  if (!block->count)
    return;
  const uint64_t room = block->size - block->first - sizeof *h;
  if (block->size - block->first < sizeof *h || h->visit_size < sizeof(struct pomp_phase_visit) ||
      h->most > room / sizeof(struct pomp_phase_cluster) ||
      h->room > (room - h->most * sizeof(struct pomp_phase_cluster)) / h->visit_size) {
    m->bad = true;
    return;
  }
  h->node = pomp_move_node(m, h->node);
  memset(h->reserved, 0, sizeof h->reserved);
}

void pomp_move_phase_cells(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_phase_cells *c = (struct pomp_phase_cells *)(void *)(block + 1);
  if (block->first < sizeof *block + sizeof *c || block->count > c->room) {
    m->bad = true;
    return;
  }
  uint32_t *numbers = (uint32_t *)(void *)((char *)block + block->first);
  c->phase = pomp_move_node(m, c->phase);
  for (uint32_t i = 0; i < block->count; i++)
    numbers[i] = pomp_move_node(m, numbers[i]);
}
