/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_kinds.h - what packing and unpacking of records have in common.
 * Not here: what others use (columns.h), what a record means (tools/trace/cursor.c).
 *
 * A kind is all that a record's head says but for the time, and how many bytes of arguments there are. Constructs come
 * again and again, so kinds repeat. The time of a record is the closer to that of others the more they have in common,
 * so times are sorted by kind, and those of exits by the kind of the record that began what they end, as far as that is
 * easily told. Of a time the highest three bits and their place are one byte, and the rest, which is mostly noise, is
 * kept as it is, bit by bit. */
#ifndef POMP_COLUMNS_KINDS_H
#define POMP_COLUMNS_KINDS_H

#include "pomp_trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KINDS_MAX 4096u /* more than constructs in a block; else its records stay as they are */
#define DEPTH 64u       /* of what is open */
#define NO_KIND UINT32_MAX

/* A kind as one number: the head without its length and time, at its place; above it the length, if that is not the
 * least that the head needs; and how many bytes of arguments there are, if the head does not say so. A run of bytes 0
 * is a kind as well. */
#define KIND_LENGTH_SHIFT 24
#define KIND_ARGUMENTS_SHIFT 28
#define KIND_ZEROS (1ull << 36)

static inline unsigned payload_bits(unsigned record) {
  return record == POMP_RECORD_EXIT         ? 0
         : record == POMP_RECORD_ENTER_WIDE ? POMP_RECORD_WIDE_BITS
                                            : POMP_RECORD_PAYLOAD_BITS;
}

static inline unsigned bits_of(uint64_t n) { return n ? 64u - (unsigned)__builtin_clzll(n) : 0; }

/* Returns how many bytes a head has that is no longer than it must be. */
static inline unsigned least_length(uint64_t head) { return (71 - (unsigned)__builtin_clzll(head | 1)) / 8; }

struct kind {
  uint64_t number;
  uint64_t head;      /* without length and time */
  uint32_t shift;     /* of the time */
  uint32_t length;    /* 0: the least */
  uint32_t arguments; /* bytes */
  uint32_t zeros;     /* not 0: it is no record, but so many bytes 0 */
  bool is_long;       /* the bytes of the arguments are in a byte behind the head */
  bool enters, exits;
};

static inline struct kind kind_of(uint64_t number) {
  struct kind k = {.number = number};
  if (number & KIND_ZEROS) {
    k.zeros = (uint32_t)number;
    return k;
  }
  k.head = number & ((1u << KIND_LENGTH_SHIFT) - 1);
  const unsigned record = k.head >> POMP_RECORD_LENGTH_BITS & 3;
  k.shift = POMP_RECORD_HEAD_BITS + payload_bits(record);
  k.length = number >> KIND_LENGTH_SHIFT & 15;
  k.enters = record == POMP_RECORD_ENTER || record == POMP_RECORD_ENTER_WIDE;
  k.exits = record == POMP_RECORD_EXIT;
  if (record == POMP_RECORD_OTHER) {
    k.arguments = (uint32_t)(k.head >> (POMP_RECORD_HEAD_BITS + POMP_RECORD_CODE_BITS)) & 15;
    k.is_long = k.arguments == POMP_RECORD_ARGUMENTS_LONG;
    if (k.is_long)
      k.arguments = number >> KIND_ARGUMENTS_SHIFT & 255;
  }
  return k;
}

/* --- times --- */

/* The byte of a time less than 4 is the time; else it has the place of the highest bit, and the two below it. */
static inline unsigned magnitude_of(uint64_t time) {
  const unsigned bits = bits_of(time);
  return bits < 3 ? (unsigned)time : 4 * (bits - 2) + (unsigned)(time >> (bits - 3) & 3);
}
static inline unsigned rest_of(unsigned magnitude) { return magnitude < 4 ? 0 : magnitude / 4 - 1; }
static inline uint64_t time_from(unsigned magnitude, uint64_t rest) {
  return magnitude < 4 ? magnitude : (uint64_t)(4 + magnitude % 4) << rest_of(magnitude) | rest;
}
#define MAGNITUDE_MAX 231u /* of 59 bits, which are all that a head has room for */

/* --- what a time is sorted by --- */

/* There are twice as many sorts as kinds: a record is of its kind's; an exit, if that is known, of the one for exits of
 * what was entered last. */
struct open_kinds {
  uint32_t at[DEPTH], depth;
};

#endif /* POMP_COLUMNS_KINDS_H */
