/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_shape.h - the column that says how pieces and kinds are made of the others; it is read alike in both codings.
 * Not here: what is read of each kind (columns_unpack.c, columns_sorted.c). */
#ifndef POMP_COLUMNS_SHAPE_H
#define POMP_COLUMNS_SHAPE_H

#include "columns.h"
#include "pomp_varint.h"

struct shape {
  const struct pomp_archive_bytes *bytes;
  unsigned at; /* how far it has been read */
};

static inline bool shape_number(struct shape *s, uint64_t *n) {
  return s->bytes->size <= UINT32_MAX / 2 && pomp_varint_get(s->bytes->at, &s->at, (unsigned)s->bytes->size, n);
}

/* Goes through the shapes of the pieces, of `size` bytes each, up to the kinds, and counts the records. */
static inline bool shape_skip_pieces(struct shape *s, size_t size, uint32_t count, uint32_t *record_count) {
  uint64_t records = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t frames, some, rest;
    if (!shape_number(s, &frames) || !shape_number(s, &some) || !shape_number(s, &rest) || frames > size ||
        some > size || rest > size || frames + rest > s->bytes->size - s->at)
      return false;
    s->at += (unsigned)(frames + rest);
    records += some;
  }
  *record_count = (uint32_t)records;
  return records < UINT32_MAX;
}

#endif
