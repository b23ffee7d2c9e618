/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_file.h - rows of equal size in lines, each of which grows at its end, where there may be more than memory should
 * hold. Not here: what the rows are (location_rows.h), the file to which those go that memory does not hold (struct
 * row_file_place). */
#ifndef SUMS_ROW_FILE_H
#define SUMS_ROW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes can be written there, one behind the other, and read again. Each function returns false when it has said why it
 * can't. Several may share one. */
struct row_file_place {
  uint64_t end; /* so many bytes are there */
  size_t held;  /* and so many are in memory instead, of all that share it */
  void *context;
  bool (*write)(void *context, const void *bytes, size_t size, uint64_t at);
  bool (*read)(void *context, void *bytes, size_t size, uint64_t at);
};

struct row_file_block {
  uint64_t first;      /* row of the line */
  unsigned char *held; /* NULL: it is in the place, at `at` */
  uint64_t at;
};
struct row_file_line {
  uint64_t count;                /* of rows */
  struct row_file_block *blocks; /* full blocks */
  uint32_t block_count, blocks_room;
  unsigned char
      *last; /* the block that is being filled, with so many rows, and room for so many; NULL: there is none */
  uint32_t last_rows, last_room;
};

struct row_file {
  struct row_file_place *place; /* NULL: all blocks stay in memory */
  size_t row;                   /* bytes */
  struct row_file_line *line;
  uint32_t lines, lines_room;   /* those behind the last one that has got a row are empty */
  size_t held;                  /* bytes of the blocks that are in memory for good */
  size_t filling;               /* bytes that the last blocks of all lines have room for */
  unsigned char *read, *single; /* the block, and the row, that were read last */
  uint64_t read_at;             /* that block's place, plus 1; 0: none */
  uint64_t next;                /* the row behind the one that was asked for last, of whichever line */
  bool failed;                  /* something could not be read, and what was asked for is 0 */
};

/* Begins with lines that are empty. False: not enough memory. Either way row_file_free is to be called. */
bool row_file_begin(struct row_file *s, size_t row, struct row_file_place *place);
void row_file_free(struct row_file *s);

/* Adds a row at the end of a line. False: not enough memory, or the place takes no more. */
bool row_file_add(struct row_file *s, uint32_t line, const void *row);

/* Returns how many rows a line has. */
uint64_t row_file_count(const struct row_file *s, uint32_t line);
/* Returns a row, which stays valid until the next call. Reading rows in order is faster. */
const void *row_file_row(struct row_file *s, uint32_t line, uint64_t i);

#endif
