/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* spill.h - rows of equal size in lines, each of which grows at its end, where there may be more than memory should
 * hold. Not here: what the rows are (kept.h), the file to which those go that memory does not hold (struct
 * spill_place). */
#ifndef ANALYSIS_SPILL_H
#define ANALYSIS_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes can be written there, one behind the other, and read again. Each function returns false when it has said why it
 * can't. Several may share one. */
struct spill_place {
  uint64_t end; /* so many bytes are there */
  void *context;
  bool (*write)(void *context, const void *bytes, size_t size, uint64_t at);
  bool (*read)(void *context, void *bytes, size_t size, uint64_t at);
};

struct spill_block {
  unsigned char *held; /* NULL: it is in the place, at `at` */
  uint64_t at;
};
struct spill_line {
  uint64_t count;             /* of rows */
  struct spill_block *blocks; /* those that are full */
  uint32_t blocks_room;
  unsigned char *last; /* the block that is being filled */
};

struct spill {
  struct spill_place *place; /* NULL: all blocks stay in memory */
  size_t row;                /* bytes */
  uint32_t rows, lines;      /* a block has so many rows */
  struct spill_line *line;
  size_t held;                  /* bytes of the blocks that are in memory, which are the first ones */
  unsigned char *read, *single; /* the block, and the row, that were read last */
  uint64_t read_at;             /* that block's place, plus 1; 0: none */
  uint64_t next;                /* the row behind the one that was asked for last, of whichever line */
  bool failed;                  /* something could not be read, and what was asked for is 0 */
};

/* Begins with so many empty lines. False: not enough memory. Either way spill_free is to be called. */
bool spill_begin(struct spill *s, uint32_t lines, size_t row, struct spill_place *place);
void spill_free(struct spill *s);

/* Adds a row at the end of a line. False: not enough memory, or the place takes no more. */
bool spill_add(struct spill *s, uint32_t line, const void *row);

/* Returns a row, until the next call. Rows that follow each other are read faster than others. */
const void *spill_row(struct spill *s, uint32_t line, uint64_t i);

#endif
