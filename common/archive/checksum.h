/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* checksum.h - tells whether bytes are those that were written: XXH64, a hash of 64 bits that is made as fast as memory
 * is read (https://github.com/Cyan4973/xxHash has its description). It is no protection against somebody who wants
 * other bytes to have the same. Not here: hashes for tables (pomp_hash.h). */
#ifndef POMP_CHECKSUM_H
#define POMP_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define POMP_CHECKSUM_1 0x9e3779b185ebca87u
#define POMP_CHECKSUM_2 0xc2b2ae3d27d4eb4fu
#define POMP_CHECKSUM_3 0x165667b19e3779f9u
#define POMP_CHECKSUM_4 0x85ebca77c2b2ae63u
#define POMP_CHECKSUM_5 0x27d4eb2f165667c5u

static inline uint64_t pomp_checksum_turn(uint64_t n, unsigned bits) { return n << bits | n >> (64 - bits); }
static inline uint64_t pomp_checksum_word(const unsigned char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}
static inline uint64_t pomp_checksum_round(uint64_t sum, uint64_t word) {
  return pomp_checksum_turn(sum + word * POMP_CHECKSUM_2, 31) * POMP_CHECKSUM_1;
}

/* Returns the sum of the stripes of 32 bytes, and moves `*at` behind the last one. */
static inline uint64_t pomp_checksum_stripes(const unsigned char **at, size_t size, uint64_t seed) {
  uint64_t lane[4] = {seed + POMP_CHECKSUM_1 + POMP_CHECKSUM_2, seed + POMP_CHECKSUM_2, seed, seed - POMP_CHECKSUM_1};
  for (const unsigned char *end = *at + size / 32 * 32; *at < end; *at += 32)
    for (int i = 0; i < 4; i++)
      lane[i] = pomp_checksum_round(lane[i], pomp_checksum_word(*at + i * 8));
  uint64_t sum = pomp_checksum_turn(lane[0], 1) + pomp_checksum_turn(lane[1], 7) + pomp_checksum_turn(lane[2], 12) +
                 pomp_checksum_turn(lane[3], 18);
  for (int i = 0; i < 4; i++)
    sum = (sum ^ pomp_checksum_round(0, lane[i])) * POMP_CHECKSUM_1 + POMP_CHECKSUM_4;
  return sum;
}

static inline uint64_t pomp_checksum(const void *bytes, size_t size, uint64_t seed) {
  const unsigned char *at = (const unsigned char *)bytes, *end = at + size;
  uint64_t sum = size >= 32 ? pomp_checksum_stripes(&at, size, seed) : seed + POMP_CHECKSUM_5;
  sum += size;
  for (; end - at >= 8; at += 8)
    sum = pomp_checksum_turn(sum ^ pomp_checksum_round(0, pomp_checksum_word(at)), 27) * POMP_CHECKSUM_1 +
          POMP_CHECKSUM_4;
  if (end - at >= 4) {
    uint32_t word;
    memcpy(&word, at, sizeof word);
    sum = pomp_checksum_turn(sum ^ word * POMP_CHECKSUM_1, 23) * POMP_CHECKSUM_2 + POMP_CHECKSUM_3;
    at += 4;
  }
  for (; at < end; at++)
    sum = pomp_checksum_turn(sum ^ *at * POMP_CHECKSUM_5, 11) * POMP_CHECKSUM_1;
  sum = (sum ^ sum >> 33) * POMP_CHECKSUM_2;
  sum = (sum ^ sum >> 29) * POMP_CHECKSUM_3;
  return sum ^ sum >> 32;
}

#endif /* POMP_CHECKSUM_H */
