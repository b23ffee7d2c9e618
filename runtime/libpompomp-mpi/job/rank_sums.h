/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_sums.h - what the call paths of ranks have in all, region by region, so that a reader can tell whether it has
 * read all of it. Not here: messages and the job's file (merge.c), what nodes are (rank_file.c). */
#ifndef POMP_MPI_RANK_SUMS_H
#define POMP_MPI_RANK_SUMS_H

#include "pomp_format.h"
#include "pomp_index.h"

#include <stdbool.h>
#include <stddef.h>

/* Sums of zeros are those of nothing. */
struct pomp_rank_sums {
  struct pomp_sums_head head; /* with POMP_SUMS_LACK, there was no memory for some */
  struct pomp_sums *rows;
  uint32_t count, room;
  struct pomp_index by_key;
};

void pomp_rank_sums_free(struct pomp_rank_sums *s);

/* Adds nodes, whose keys are those of the job's file. */
void pomp_rank_sums_add(struct pomp_rank_sums *s, const struct pomp_node *nodes, uint32_t count);

/* Sorts the rows as the file has them. Nothing can be added after that. */
void pomp_rank_sums_sort(struct pomp_rank_sums *s);

/* Returns them as bytes, in memory from malloc; all ranks of a job have the same layout. NULL: no memory. */
void *pomp_rank_sums_pack(const struct pomp_rank_sums *s, size_t *size);
/* Adds what another rank has packed. False: the bytes are not what pack makes. */
bool pomp_rank_sums_merge(struct pomp_rank_sums *s, const void *packed, size_t size);

/* Makes the block that says how a rank's sums differ now from what they were: it has POMP_FORMAT_ALIGN bytes. */
void pomp_rank_sums_since(const struct pomp_rank_sums *now, const struct pomp_rank_sums *before, uint32_t rank,
                          struct pomp_block *block);

#endif
