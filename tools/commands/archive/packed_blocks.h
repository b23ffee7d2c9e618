/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* packed_blocks.h - blocks that the ranks of a job have packed together, when MPI ended, in one file beside their
 * experiment. A block is taken if what it holds is what the rank's file has now, so nothing depends on how that file
 * came about. Not here: who writes it (runtime/libpompomp-mpi). */
#ifndef COMMANDS_ARCHIVE_PACKED_BLOCKS_H
#define COMMANDS_ARCHIVE_PACKED_BLOCKS_H

#include "archive/plan.h"

struct packed_blocks {
  struct packed_block {
    uint64_t content, at;
    uint32_t size, extent;
  } *blocks; /* by what they hold */
  uint32_t count, room;
  int fd; /* 0: there are none */
};

/* Finds the blocks of a file. NULL, or one that is not there: there are none. False, with a message, if there is no
 * memory. */
bool packed_blocks_open(struct packed_blocks *e, const char *path);
void packed_blocks_close(struct packed_blocks *e);

/* Takes a block, as pomp_plan_pack makes it. Returns 0; a number above 0 if it is not there; or a negative errno. Any
 * thread may call it. */
int packed_blocks_take(const struct packed_blocks *e, const struct pomp_plan *p, uint32_t block, int fd,
                       uint32_t member, struct pomp_archive_bytes *to);

#endif
