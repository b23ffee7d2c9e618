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

/* Returns where a row of so many bytes is in the job's file. */
static uint64_t moved_row(struct pomp_move *m, uint64_t at, uint64_t bytes) {
  const struct pomp_rank_block *b = pomp_move_block(m->file, at);
  const uint64_t end = b ? b->at + b->head.first + b->head.count : 0;
  if (!b || b->head.type != POMP_BLOCK_PHASE_ROWS || at % 8 || at < b->at + b->head.first || at > end ||
      end - at < bytes) {
    m->bad = true;
    return 0;
  }
  return m->offset + b->to + (at - b->at);
}

void pomp_move_phase_cells(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_phase_cells *c = (struct pomp_phase_cells *)(void *)(block + 1);
  const uint64_t room = block->size - block->first, numbers_size = ((uint64_t)c->room * 4 + 7) / 8 * 8;
  if (block->first < sizeof *block + sizeof *c || block->count > c->room || numbers_size > room ||
      c->clusters > (room - numbers_size) / sizeof(uint64_t)) {
    m->bad = true;
    return;
  }
  uint32_t *numbers = (uint32_t *)(void *)((char *)block + block->first);
  uint64_t *rows = (uint64_t *)(void *)((char *)numbers + numbers_size);
  c->phase = pomp_move_node(m, c->phase);
  for (uint32_t i = 0; i < block->count; i++)
    numbers[i] = pomp_move_node(m, numbers[i]);
  for (uint32_t i = 0; i < c->clusters; i++)
    rows[i] = rows[i] ? moved_row(m, rows[i], (uint64_t)c->room * c->values * sizeof(uint64_t)) : 0;
}
