/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_file.h - the file of one rank on its way into the job's file: its definitions are written down, its locations
 * and call paths are renumbered and written. Not here: what definitions become (unify.c), which rank tells which
 * (merge.c).
 *
 * Others may write to the file at any time, so nothing in it is believed. Each piece of it is copied once into private
 * memory; the copy is checked and the copy is used. A file that contradicts itself is -EBADMSG: it stays as it is, and
 * is no part of the job's file. */
#ifndef POMP_MPI_RANK_FILE_H
#define POMP_MPI_RANK_FILE_H

#include "job/rank_sums.h"
#include "job/unify.h"

struct pomp_rank_file {
  const char *mapped; /* NULL: the rank has no file, and all of this is empty */
  struct pomp_header header;
  uint32_t locations, constructs;
  uint64_t size;    /* in bytes, of what goes into the job's file */
  uint64_t longest; /* in ticks: no visit can have taken more */
  uint64_t longest_ns;
  struct pomp_rank_block {
    uint64_t at, to; /* offsets in the rank's file, and in what it writes */
    struct pomp_block head;
  } *blocks; /* those that go into the job's file, in the order of the rank's */
  uint32_t block_count, block_room;
  struct pomp_rank_string {
    uint32_t number, index; /* in the file, in the definitions */
  } *strings;               /* in the order of the file */
  uint32_t string_count, string_room;
};

/* These are the rank and the job that a file says it is of. */
struct pomp_rank_identity {
  uint32_t rank, ranks;
  uint64_t job;
};

/* Looks through the file, or a copy of it, to which nothing is added in between and which has no more than `size`
 * bytes; adds what it defines to `d`, which is empty: construct number n becomes index n - 1. 0 or a negative errno;
 * then `f` and `d` are empty. */
int pomp_rank_file_read(struct pomp_rank_file *f, const char *mapped, uint64_t size,
                        const struct pomp_rank_identity *identity, struct pomp_definitions *d);
void pomp_rank_file_free(struct pomp_rank_file *f);

/* Writes locations and call paths at `offset` of the job's file. `numbers` has the rank's definitions as they are
 * numbered there, and `first` is the number of its first location. `now` becomes what the call paths have in all; what
 * they had `before`, when it was written for the job, is NULL the first time. 0 or a negative errno; either way `now`
 * is to be freed. */
int pomp_rank_file_write(const struct pomp_rank_file *f, int fd, uint64_t offset, uint32_t first,
                         const struct pomp_renumbering *numbers, struct pomp_rank_sums *now,
                         const struct pomp_rank_sums *before);

/* Returns the rank's record in the job's file. */
struct pomp_process pomp_rank_file_process(const struct pomp_rank_file *f, uint32_t first,
                                           const struct pomp_renumbering *numbers);

#endif
