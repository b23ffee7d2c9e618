/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_move.h - how the copy of a block of a rank's file is checked and renumbered, and the numbers that it gets.
 * Not here: which blocks there are (rank_file.h). */
#ifndef POMP_MPI_RANK_MOVE_H
#define POMP_MPI_RANK_MOVE_H

#include "job/rank_file.h"

struct pomp_move {
  const struct pomp_rank_file *file;
  const struct pomp_renumbering *numbers;
  uint64_t offset;
  uint32_t first;
  uint32_t locations;                 /* so many have been met */
  uint32_t metrics;                   /* so many are in the latest block of them */
  const struct pomp_rank_block *last; /* where a node was found last, or NULL */
  bool bad;                           /* something contradicts the rest of the file */
  bool *member;                       /* for each location: it is a member of a team */
};

static inline bool pomp_rank_has_nodes(uint32_t type) {
  return type == POMP_BLOCK_LOCATION || type == POMP_BLOCK_NODES;
}

/* Returns the index, among the definitions, of the string with this number in the file, or UINT32_MAX. */
uint32_t pomp_rank_string_index(const struct pomp_rank_file *f, uint32_t number);

/* Notes that the file contradicts itself; 0. */
uint32_t pomp_move_refuse(struct pomp_move *m);

/* Returns the latest block that begins at or before `at`; NULL: there is none. */
const struct pomp_rank_block *pomp_move_block(const struct pomp_rank_file *f, uint64_t at);

/* They return the number in the job's file of a node, where 0 is none, of a location, and of a string, all of which are
 * among the definitions. */
uint32_t pomp_move_node(struct pomp_move *m, uint32_t number);
uint32_t pomp_move_location(struct pomp_move *m, uint32_t location);
uint32_t pomp_move_string(const struct pomp_move *m, uint32_t number);

/* They check and renumber what the copy of a block has: records of call paths and locations (rank_records.c). */
void pomp_move_balances(struct pomp_move *m, struct pomp_block *block);
void pomp_move_arrivals(struct pomp_move *m, struct pomp_block *block);
void pomp_move_cpu_times(struct pomp_move *m, struct pomp_block *block);
void pomp_move_loops(struct pomp_move *m, struct pomp_block *block);
void pomp_move_chunks(struct pomp_move *m, struct pomp_block *block);
void pomp_move_kernel_times(struct pomp_move *m, struct pomp_block *block);
void pomp_move_off_times(struct pomp_move *m, struct pomp_block *block);
void pomp_move_threads(struct pomp_move *m, struct pomp_block *block);
/* The same of samples (rank_samples.c). */
void pomp_move_modules(struct pomp_move *m, struct pomp_block *block);
void pomp_move_stacks(struct pomp_move *m, struct pomp_block *block);
void pomp_move_samples(struct pomp_move *m, struct pomp_block *block);
/* The same of phases (rank_phases.c). */
void pomp_move_phase(struct pomp_move *m, struct pomp_block *block);
void pomp_move_phase_cells(struct pomp_move *m, struct pomp_block *block);

#endif
