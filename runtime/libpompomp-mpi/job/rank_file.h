/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_file.h - what one rank has measured, on its way into the job's file: its definitions are told, its locations and
 * call paths renumbered and written. Not here: what definitions become (unify.c), who tells whom (merge.c). */
#ifndef POMP_MPI_RANK_FILE_H
#define POMP_MPI_RANK_FILE_H

#include "job/unify.h"

struct pomp_body {
  const char *file; /* the mapped file of the rank; NULL: it has none, and all of this is empty */
  uint32_t locations;
  uint64_t size; /* of what goes into the job's file */
  struct pomp_body_block {
    uint64_t at, to; /* offsets in the rank's file, and in what it writes */
    uint64_t size;
  } *blocks; /* in the order of the file */
  uint32_t block_count, block_room;
  struct pomp_body_string {
    uint32_t number, index; /* in the file, in the definitions */
  } *strings;               /* in the order of the file */
  uint32_t string_count, string_room;
};

/* Looks through the file, whose measurement has ended; adds what it defines to `d`, which is empty: construct number n
 * becomes index n - 1. False: no memory. */
bool pomp_body_read(struct pomp_body *b, const char *file, struct pomp_definitions *d);
void pomp_body_free(struct pomp_body *b);

/* Writes locations and call paths at `offset` of the job's file. `numbers`: those that the rank's definitions have
 * there. `first`: the number of its first location. 0 or an errno. */
int pomp_body_write(const struct pomp_body *b, int fd, uint64_t offset, uint32_t first,
                    const struct pomp_renumbering *numbers);

/* The rank's record in the job's file. */
struct pomp_process pomp_body_process(const struct pomp_body *b, uint32_t first,
                                      const struct pomp_renumbering *numbers);

/* Writes all of it. 0 or an errno. */
int pomp_write_at(int fd, const void *bytes, size_t size, uint64_t offset);

#endif
