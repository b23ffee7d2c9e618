/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns.h - takes the records of a location's chunks apart into columns, of which each holds things of one kind, and
 * makes the same bytes of them again: a compressor finds more in them than in the records.
 * Not here: compressors, and where chunks and columns are kept (blocks.h). docs/format.md explains the columns in
 * prose.
 *
 * Nothing is believed of either side: chunks may hold anything, and columns may be damaged. */
#ifndef POMP_COLUMNS_H
#define POMP_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pomp_column {
  POMP_COLUMN_SHAPE,     /* of each chunk: how it is divided; and all kinds of records that there are */
  POMP_COLUMN_KINDS,     /* of each record: its kind */
  POMP_COLUMN_BITS,      /* of each record: the bits of its time that its kind does not tell */
  POMP_COLUMN_ARGUMENTS, /* of each record: its arguments, sorted by kind */
  POMP_COLUMN_COUNT
};

struct pomp_archive_bytes {
  unsigned char *at; /* from malloc */
  size_t size, room;
};

struct pomp_columns {
  struct pomp_archive_bytes of[POMP_COLUMN_COUNT];
};

#define POMP_COLUMNS_SLACK 32u /* spare bytes behind each column, and behind the unpacked pieces */

/* Takes `count` pieces of `size` bytes apart, which are chunks without their heads; `frames` says of each how many
 * bytes come before its first record. False if there is no memory. Either way pomp_columns_free is to be called. */
bool pomp_columns_pack(struct pomp_columns *c, const unsigned char *bytes, size_t size, uint32_t count,
                       const uint32_t *frames);

/* Makes the pieces again. There are POMP_COLUMNS_SLACK bytes more behind them, and behind the bytes of each column.
 * They are damaged if they are not of so many pieces of this size. `rows` has as many bytes as the columns KINDS and
 * ARGUMENTS, and the slack: there are the arguments of each record put together again. */
enum pomp_unpacked { POMP_UNPACKED, POMP_UNPACK_DAMAGED, POMP_UNPACK_NO_MEMORY };
enum pomp_unpacked pomp_columns_unpack(const struct pomp_columns *c, unsigned char *rows, unsigned char *bytes,
                                       size_t size, uint32_t count);

void pomp_columns_free(struct pomp_columns *c);

#endif /* POMP_COLUMNS_H */
