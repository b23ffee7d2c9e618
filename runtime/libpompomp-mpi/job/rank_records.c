/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_records.c - checks and renumbers what call paths and locations of a rank's file have beside their times.
 * Not here: call paths and all other blocks (rank_file.c, rank_samples.c, rank_phases.c). */
#include "job/rank_move.h"
#include "pomp_possible.h"

#include <string.h>

void pomp_move_balances(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_balance *balances = (struct pomp_balance *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_balance *b = &balances[i];
    if (!pomp_instances_are_possible(b->instances, b->visits, b->max, b->mean, m->file->longest))
      m->bad = true;
    b->node = pomp_move_node(m, b->node);
    b->reserved_1 = 0;
    memset(b->reserved, 0, sizeof b->reserved);
  }
}

void pomp_move_arrivals(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_arrivals *arrivals = (struct pomp_arrivals *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_arrivals *a = &arrivals[i];
    if (!pomp_arrivals_are_possible(a->instances, a->visits, a->pairs))
      m->bad = true;
    a->node = pomp_move_node(m, a->node);
    a->reserved_1 = 0;
    a->reserved = 0;
  }
}

void pomp_move_cpu_times(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_cpu_time *times = (struct pomp_cpu_time *)(void *)((char *)block + block->first);
  const struct pomp_rank_file *f = m->file;
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_cpu_time *t = &times[i];
    if (!pomp_cpu_time_is_possible(t->visits, t->span, f->longest, t->on_cpu, f->longest_ns) ||
        !pomp_cpu_time_is_possible(t->teams, t->mean, f->longest_ns, t->max, f->longest_ns))
      m->bad = true;
    t->node = pomp_move_node(m, t->node);
    t->reserved = 0;
  }
}

void pomp_move_loops(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_loop_counts *loops = (struct pomp_loop_counts *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    loops[i].node = pomp_move_node(m, loops[i].node);
  }
}

void pomp_move_chunks(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_loop_chunks *chunks = (struct pomp_loop_chunks *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    chunks[i].node = pomp_move_node(m, chunks[i].node);
    chunks[i].reserved_1 = 0;
    memset(chunks[i].reserved, 0, sizeof chunks[i].reserved);
  }
}

void pomp_move_kernel_times(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_kernel_time *times = (struct pomp_kernel_time *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    m->bad |= !pomp_kernel_time_is_possible(&times[i]);
    times[i].node = pomp_move_node(m, times[i].node);
    times[i].reserved = 0;
  }
}

void pomp_move_off_times(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_off_time *times = (struct pomp_off_time *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    m->bad |= !pomp_off_time_is_possible(&times[i]);
    times[i].node = pomp_move_node(m, times[i].node);
    times[i].reserved_1 = 0;
    memset(times[i].reserved, 0, sizeof times[i].reserved);
  }
}

void pomp_move_threads(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_thread_kernel *threads = (struct pomp_thread_kernel *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_thread_kernel *t = &threads[i];
    m->bad |= !pomp_thread_kernel_is_possible(t);
    t->location = t->location ? pomp_move_location(m, t->location - 1) + 1 : 0;
    t->reserved_1 = 0;
    memset(t->reserved, 0, sizeof t->reserved);
  }
}
