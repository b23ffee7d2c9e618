/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_samples.c - modules, stacks and samples of a rank on their way into the job's file.
 * Not here: all other blocks (rank_file.c). */
#include "job/rank_move.h"
#include "pomp_possible.h"

#include <string.h>

void pomp_move_modules(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_module *modules = (struct pomp_module *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    modules[i].path = pomp_move_string(m, modules[i].path);
    modules[i].build = pomp_move_string(m, modules[i].build);
    m->bad |= !modules[i].path || !modules[i].build || modules[i].high < modules[i].low;
  }
}

/* They stay as they are; that they are whole is checked. */
void pomp_move_stacks(struct pomp_move *m, struct pomp_block *block) {
  const char *begin = (const char *)block + block->first;
  for (uint64_t at = 0; at < block->count && !m->bad;) {
    struct pomp_stack s = {.size = 0};
    if (block->count - at >= sizeof s)
      memcpy(&s, begin + at, sizeof s);
    uint64_t parts = sizeof s + 8ull * s.registers + (4ull * s.words + 7) / 8 * 8 + 8ull * s.words;
    m->bad = s.size % 8 || s.size < parts || s.size > block->count - at;
    at += s.size;
  }
}

/* Returns the number of a stack in the job's file; 0 is none, or that it would be too large a number. */
static uint32_t moved_stack(struct pomp_move *m, uint32_t number) {
  const uint64_t at = (uint64_t)number * 8;
  if (!number)
    return 0;
  const struct pomp_rank_block *b = pomp_move_block(m->file, at);
  if (!b || b->head.type != POMP_BLOCK_STACKS || at - b->at < b->head.first ||
      at - b->at >= b->head.first + (uint64_t)b->head.count)
    return pomp_move_refuse(m);
  const uint64_t to = (m->offset + b->to + (at - b->at)) / 8;
  return to <= UINT32_MAX ? (uint32_t)to : 0;
}

void pomp_move_samples(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_sample *samples = (struct pomp_sample *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_sample *s = &samples[i];
    m->bad |= s->count > POMP_MAX_VISITS || s->time > POMP_MAX_CPU_TIME;
    s->node = pomp_move_node(m, s->node);
    if (s->location != POMP_NOT_KNOWN)
      s->location = pomp_move_location(m, s->location);
    s->stack = moved_stack(m, s->stack);
    s->flags &= POMP_SAMPLE_EARLY;
    memset(s->reserved, 0, sizeof s->reserved);
  }
}
