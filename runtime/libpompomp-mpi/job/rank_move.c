/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_move.c - the numbers that what is in a rank's file gets in the job's; see rank_move.h.
 * Not here: what has these numbers (rank_file.c, rank_samples.c). */
#include "job/rank_move.h"

uint32_t pomp_rank_string_index(const struct pomp_rank_file *f, uint32_t number) {
  uint32_t low = 0, high = f->string_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (f->strings[middle].number == number)
      return f->strings[middle].index;
    if (f->strings[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return UINT32_MAX;
}

uint32_t pomp_move_refuse(struct pomp_move *m) {
  m->bad = true;
  return 0;
}

const struct pomp_rank_block *pomp_move_block(const struct pomp_rank_file *f, uint64_t at) {
  uint32_t low = 0, high = f->block_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (f->blocks[middle].at <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &f->blocks[low - 1] : NULL;
}

uint32_t pomp_move_node(struct pomp_move *m, uint32_t number) {
  uint64_t at = (uint64_t)number * sizeof(struct pomp_node);
  if (!number)
    return 0;
  if (!m->last || at < m->last->at || at - m->last->at >= m->last->head.size)
    m->last = pomp_move_block(m->file, at);
  const struct pomp_rank_block *b = m->last;
  if (!b || !pomp_rank_has_nodes(b->head.type) || at - b->at < b->head.first ||
      at - b->at >= b->head.first + (uint64_t)b->head.count * sizeof(struct pomp_node))
    return pomp_move_refuse(m);
  return (uint32_t)((m->offset + b->to + (at - b->at)) / sizeof(struct pomp_node));
}

uint32_t pomp_move_location(struct pomp_move *m, uint32_t location) {
  return location < m->file->locations ? location + m->first : pomp_move_refuse(m);
}

uint32_t pomp_move_string(const struct pomp_move *m, uint32_t number) {
  uint32_t index = pomp_rank_string_index(m->file, number);
  return index < m->numbers->string_count ? m->numbers->strings[index] : 0;
}
