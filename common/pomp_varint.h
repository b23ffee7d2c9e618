/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_varint.h - numbers in as few bytes as they need: seven bits a byte, the lowest first; a byte with the highest
 * bit is not the last. Signed numbers are folded first, so that small ones of either sign are short (zigzag). Not here:
 * which numbers a record has (pomp_trace_format.h). */
#ifndef POMP_VARINT_H
#define POMP_VARINT_H

#include <stdbool.h>
#include <stdint.h>

#define POMP_VARINT_MAX 10 /* bytes */

/* Folds signed numbers: 0, -1, 1, -2, … become 0, 1, 2, 3, … */
static inline uint64_t pomp_zigzag(int64_t n) { return (uint64_t)n << 1 ^ (uint64_t)(n >> 63); }
static inline int64_t pomp_unzigzag(uint64_t n) { return (int64_t)(n >> 1 ^ (0 - (n & 1))); }

/* Writes up to POMP_VARINT_MAX bytes. The result is how many. */
static inline unsigned pomp_varint_put(unsigned char *at, uint64_t n) {
  unsigned length = 0;
  do {
    at[length++] = (unsigned char)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
    n >>= 7;
  } while (n);
  return length;
}

/* Reads from bytes[*at] on, up to `end`, and moves `*at` behind the number. False: it does not end before, or is longer
 * than a number can be. */
static inline bool pomp_varint_get(const unsigned char *bytes, unsigned *at, unsigned end, uint64_t *n) {
  *n = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    unsigned char byte = bytes[(*at)++];
    *n |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return true;
  }
  return false;
}

#endif /* POMP_VARINT_H */
