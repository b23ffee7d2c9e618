/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.h - divides a file of an experiment into blocks of an archive, and makes the blocks. The chunks of a location
 * are in blocks together, in their order, as they are alike and are read in sequence. Not here: the contents of a block
 * (blocks.h), the list of files. */
#ifndef POMP_PLAN_H
#define POMP_PLAN_H

#include "archive/blocks.h"

struct pomp_plan_block {
  uint64_t first; /* as in struct pomp_archive_block */
  uint32_t size, chunks;
  uint32_t numbers; /* where the numbers of its chunks begin */
  uint32_t location;
  uint16_t kind;
  bool twice; /* all else depends on it: it is written once more at the end */
};

struct pomp_plan {
  struct pomp_plan_block *blocks;
  uint32_t block_count, block_room;
  uint32_t *numbers; /* of chunks, as they are in the blocks */
  uint32_t number_count, number_room;
  unsigned char *heads; /* of a trace: what its blocks of kind HEADS hold */
  uint64_t heads_size;
  uint32_t header_size, chunk_size; /* of a trace; else 0 */
  uint64_t size;                    /* of the file */
};

/* Looks at a file of `size` bytes that nobody writes to. Returns 0 or a negative errno; either way pomp_plan_free is to
 * be called. */
int pomp_plan_make(struct pomp_plan *p, int fd, uint64_t size);
void pomp_plan_free(struct pomp_plan *p);

/* Makes one of the blocks, of the file with this number, behind what is in `to`. Returns 0 or a negative errno. */
int pomp_plan_pack(const struct pomp_plan *p, uint32_t block, int fd, uint32_t member, const struct pomp_codec *z,
                   struct pomp_archive_bytes *to);
/* Reads what one of the blocks is to hold; there is room for all of it. Returns 0 or a negative errno. */
int pomp_plan_read(const struct pomp_plan *p, uint32_t block, int fd, unsigned char *to);

#endif /* POMP_PLAN_H */
