/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_bytes.h - numbers and arrays one behind the other, as one process of a tool sends them to another one on the
 * same machine, or of the same kind. Not here: who sends them, and files, whose formats are in headers of their own.
 *
 * Who puts and who takes need not look at each result: a failure stays, and what is taken after it is 0. */
#ifndef POMP_BYTES_H
#define POMP_BYTES_H

#include "pomp_array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* All members are 0 at first. `at` is from malloc, and belongs to who has the structure. */
struct pomp_bytes {
  unsigned char *at;
  size_t size, taken; /* bytes; and so many of them have been taken */
  uint32_t room;
  bool failed; /* there was not enough memory, or not as much as was to be taken */
};

/* Puts so many bytes behind the rest. */
static inline void pomp_bytes_put(struct pomp_bytes *b, const void *from, size_t size) {
  if (b->failed || !POMP_ARRAY_ROOM(b->at, b->room, b->size + size)) {
    b->failed = true;
    return;
  }
  if (size)
    memcpy(b->at + b->size, from, size);
  b->size += size;
}

/* Takes so many bytes that have not been taken yet. */
static inline void pomp_bytes_take(struct pomp_bytes *b, void *to, size_t size) {
  if (b->failed || size > b->size - b->taken) {
    b->failed = true;
    memset(to, 0, size);
    return;
  }
  if (size)
    memcpy(to, b->at + b->taken, size);
  b->taken += size;
}

#define POMP_BYTES_PUT(b, value) pomp_bytes_put(b, &(value), sizeof(value))
#define POMP_BYTES_TAKE(b, value) pomp_bytes_take(b, &(value), sizeof(value))

#endif
