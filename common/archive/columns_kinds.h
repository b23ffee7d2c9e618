/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_kinds.h - what packing and unpacking of records have in common.
 * Not here: what others use (columns.h), what a record means (tools/files/trace_cursor.c).
 *
 * A form is all that a record's head says but for the time, and how many bytes of arguments there are. A kind is a form
 * and how many bits the time has. Constructs come again and again, so kinds repeat, and records of a kind have the same
 * size. The bits below the highest one are mostly noise, and are kept as they are: nothing has to be found out about
 * them when they are read. */
#ifndef POMP_COLUMNS_KINDS_H
#define POMP_COLUMNS_KINDS_H

#include "pomp_trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KINDS_MAX 4096u /* and of forms: more than constructs in a block; else its records stay as they are */
#define NO_KIND UINT32_MAX

/* A form as one number: the head without its length and time, at its place; above it the length, if that is not the
 * least that the head needs; and how many bytes of arguments there are, if the head does not say so. A run of bytes 0
 * is a form as well. */
#define FORM_LENGTH_SHIFT 24
#define FORM_ARGUMENTS_SHIFT 28
#define FORM_ZEROS (1ull << 36)

static inline unsigned payload_bits(unsigned record) {
  return record == POMP_RECORD_EXIT         ? 0
         : record == POMP_RECORD_ENTER_WIDE ? POMP_RECORD_WIDE_BITS
                                            : POMP_RECORD_PAYLOAD_BITS;
}

static inline unsigned bits_of(uint64_t n) { return n ? 64u - (unsigned)__builtin_clzll(n) : 0; }

/* Returns how many bytes a head has that is no longer than it must be. */
static inline unsigned least_length(uint64_t head) { return (71 - (unsigned)__builtin_clzll(head | 1)) / 8; }

struct form {
  uint64_t number;
  uint64_t head;      /* without length and time */
  uint32_t shift;     /* of the time */
  uint32_t length;    /* 0: the least */
  uint32_t arguments; /* bytes */
  uint32_t zeros;     /* not 0: it is no record, but so many bytes 0 */
  uint32_t records;   /* how many there are */
  bool is_long;       /* the bytes of the arguments are in a byte behind the head */
};

static inline struct form form_of(uint64_t number) {
  struct form f = {.number = number};
  if (number & FORM_ZEROS) {
    f.zeros = (uint32_t)number;
    return f;
  }
  f.head = number & ((1u << FORM_LENGTH_SHIFT) - 1);
  const unsigned record = f.head >> POMP_RECORD_LENGTH_BITS & 3;
  f.shift = POMP_RECORD_HEAD_BITS + payload_bits(record);
  f.length = number >> FORM_LENGTH_SHIFT & 15;
  if (record == POMP_RECORD_OTHER) {
    f.arguments = (uint32_t)(f.head >> (POMP_RECORD_HEAD_BITS + POMP_RECORD_CODE_BITS)) & 15;
    f.is_long = f.arguments == POMP_RECORD_ARGUMENTS_LONG;
    if (f.is_long)
      f.arguments = number >> FORM_ARGUMENTS_SHIFT & 255;
  }
  return f;
}

/* Returns how many bits of a time are kept apart from the kind: all below the highest one. Of no time they are more
 * than can be read at once, from any bit on. */
static inline unsigned bits_below(unsigned time_bits) { return time_bits ? time_bits - 1 : 0; }
#define TIME_BITS_MAX 58u
#define TIME_MAX ((1ull << TIME_BITS_MAX) - 1) /* of a record that is packed; else it stays as it is */

#endif /* POMP_COLUMNS_KINDS_H */
