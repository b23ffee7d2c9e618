/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_sorted.c - makes records of the columns that pomp-archive made up to 0.2.0.
 * Not here: the columns that are made now (columns_pack.c, columns_unpack.c).
 *
 * The time of a record is the closer to that of others the more they have in common, so times were sorted by kind, and
 * those of exits by the kind of the record that began what they end, as far as that is easily told. Of a time the
 * highest three bits and their place were one byte. */
#include "archive/columns_kinds.h"
#include "archive/columns_shape.h"
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH 64u /* of what is open */

/* There are twice as many sorts as kinds: a record is of its kind's; an exit, if that is known, of the one for exits of
 * what was entered last. */
struct open_kinds {
  uint32_t at[DEPTH], depth;
};

/* The byte of a time less than 4 is the time; else it has the place of the highest bit, and the two below it. */
static unsigned rest_of(unsigned magnitude) { return magnitude < 4 ? 0 : magnitude / 4 - 1; }
static uint64_t time_from(unsigned magnitude) {
  return magnitude < 4 ? magnitude : (uint64_t)(4 + magnitude % 4) << rest_of(magnitude);
}
#define MAGNITUDE_MAX 231u /* of 59 bits, which are all that a head has room for */

/* This is what is known of a kind while records are made of it. */
struct made {
  uint64_t head;
  const unsigned char *times[2];  /* the magnitudes of the next of the kind, and of the next exit of it */
  const unsigned char *arguments; /* of the next record: the first column of the table */
  uint32_t count, left;           /* records of the kind, which are as far from one column to the next */
  uint32_t zeros, size;           /* bytes of arguments */
  unsigned char shift, length, enters, exits, is_long;
  unsigned char is_other; /* it has arguments, a length of its own, or is a run of zeros */
};

/* A magnitude tells a time's highest bits, and how many bits follow. */
struct magnitude {
  uint64_t highest;
  uint32_t rest;
};

struct unpack {
  const struct pomp_columns *from;
  struct made *made;
  uint32_t kind_count, record_count;
  const unsigned char *low, *high; /* the kinds of the records; high: NULL: they are all below 256 */
  const unsigned char *times_end;
  struct magnitude *magnitudes;
  struct open_kinds open;
  uint32_t next;   /* record */
  uint64_t bit_at; /* of the rests */
  struct shape shape;
  bool no_memory;
};

static bool read_kind(struct unpack *u, struct made *m) {
  uint64_t number;
  if (!shape_number(&u->shape, &number))
    return false;
  const struct form k = form_of(number);
  const unsigned record = k.head >> POMP_RECORD_LENGTH_BITS & 3;
  *m = (struct made){.head = k.head,
                     .zeros = k.zeros,
                     .size = k.arguments,
                     .shift = (unsigned char)k.shift,
                     .length = (unsigned char)k.length,
                     .enters = !k.zeros && (record == POMP_RECORD_ENTER || record == POMP_RECORD_ENTER_WIDE),
                     .exits = record == POMP_RECORD_EXIT,
                     .is_long = k.is_long,
                     .is_other = k.arguments || k.length || k.zeros || k.is_long};
  return k.length <= sizeof k.head;
}

/* Finds where the times of each sort and the arguments of each kind are. */
static bool find_columns(struct unpack *u) {
  const struct pomp_archive_bytes *times = &u->from->of[POMP_SORTED_TIMES],
                                  *arguments = &u->from->of[POMP_SORTED_ARGUMENTS];
  size_t time_at = 0, at = 0;
  for (uint32_t i = 0; i < 2 * u->kind_count; i++) {
    struct made *m = &u->made[i % u->kind_count];
    const bool of_exits = i >= u->kind_count;
    uint64_t count;
    if (!shape_number(&u->shape, &count) || count > times->size - time_at)
      return false;
    m->times[of_exits] = times->at + time_at;
    time_at += count;
    if (of_exits)
      continue;
    m->count = m->left = (uint32_t)count;
    m->arguments = arguments->at + at;
    if (m->size && count > (arguments->size - at) / m->size)
      return false;
    at += count * m->size;
  }
  u->times_end = times->at + times->size;
  return time_at == times->size && times->size == u->record_count && at == arguments->size;
}

/* True if each record is of a kind that there is, and has a time that can be. */
static bool are_possible(const struct unpack *u) {
  const struct pomp_archive_bytes *times = &u->from->of[POMP_SORTED_TIMES];
  uint32_t kind = 0;
  unsigned char time = 0;
  for (uint32_t i = 0; i < u->record_count; i++) {
    const uint32_t number = u->low[i] | (u->high ? (uint32_t)u->high[i] << 8 : 0);
    kind = number > kind ? number : kind;
  }
  for (size_t i = 0; i < times->size; i++)
    time = times->at[i] > time ? times->at[i] : time;
  return time <= MAGNITUDE_MAX && (!u->record_count || kind < u->kind_count);
}

static bool read_kinds(struct unpack *u) {
  const struct pomp_archive_bytes *kinds = &u->from->of[POMP_SORTED_KINDS];
  uint64_t count;
  if (!shape_number(&u->shape, &count) || count > KINDS_MAX ||
      kinds->size != (uint64_t)u->record_count * (count > 256 ? 2 : 1))
    return false;
  u->kind_count = (uint32_t)count;
  u->made = calloc(count + 1, sizeof *u->made);
  u->no_memory = !u->made;
  u->low = kinds->at;
  u->high = count > 256 ? kinds->at + u->record_count : NULL;
  bool good = u->made != NULL;
  for (uint32_t i = 0; good && i < count; i++)
    good = read_kind(u, &u->made[i]);
  return good && find_columns(u) && are_possible(u);
}

static void find_magnitudes(struct magnitude *of) {
  for (unsigned i = 0; i <= MAGNITUDE_MAX; i++)
    of[i] = (struct magnitude){time_from(i), rest_of(i)};
}

/* Returns the next `count` bits from `at` on, 56 at most. Beyond the end they are whatever is there. */
static inline uint64_t bits_at(const struct pomp_archive_bytes *rests, uint64_t at, unsigned count) {
  uint64_t word;
  memcpy(&word, rests->at + (at / 8 < rests->size ? at / 8 : rests->size), sizeof word);
  return word >> at % 8 & ((1ull << count) - 1);
}

static unsigned char *put_arguments(struct made *m, unsigned char *to) {
  const unsigned char *from = m->arguments;
  if (m->is_long)
    *to++ = (unsigned char)m->size;
  for (uint32_t i = 0; i < m->size; i++, from += m->count)
    *to++ = *from;
  m->arguments++;
  return to;
}

/* Makes what is not only a head that is as short as it can be. Returns its end; NULL: it does not fit. */
static unsigned char *make_other(struct made *m, uint64_t head, unsigned char *to, const unsigned char *end) {
  if (m->zeros) {
    if (m->zeros > (size_t)(end - to))
      return NULL;
    memset(to, 0, m->zeros);
    return to + m->zeros;
  }
  const size_t length = m->length ? m->length : least_length(head);
  if (length + m->is_long + m->size > (size_t)(end - to))
    return NULL;
  head = (head & ~7ull) | (length - 1);
  memcpy(to, &head, sizeof head);
  if (!m->size && !m->is_long)
    return to + length;
  return m->left-- ? put_arguments(m, to + length) : NULL;
}

/* Makes the next records, before `end`, behind which there are 8 bytes. Returns their end; NULL: they do not fit. It is
 * done millions of times: what `u` has is kept in variables, as bytes that are stored might change it. */
static unsigned char *make_records(struct unpack *u, unsigned char *to, const unsigned char *end, uint64_t count) {
  const unsigned char *low = u->low + u->next, *high = u->high ? u->high + u->next : NULL, *times_end = u->times_end;
  const struct pomp_archive_bytes rests = u->from->of[POMP_SORTED_BITS];
  const struct magnitude *const magnitudes = u->magnitudes;
  struct made *const made = u->made;
  uint32_t *const open = u->open.at, depth = u->open.depth;
  uint64_t bit_at = u->bit_at;
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t number = low[i] | (high ? (uint32_t)high[i] << 8 : 0);
    struct made *const m = &made[number];
    const unsigned char **time = &m->times[0];
    if (m->enters)
      open[depth++ % DEPTH] = number;
    else if (m->exits && depth)
      time = &made[open[--depth % DEPTH]].times[1];
    if (*time >= times_end)
      return NULL;
    const struct magnitude g = magnitudes[*(*time)++];
    uint64_t head = m->head;
    if (!m->zeros) {
      head |= (g.highest | bits_at(&rests, bit_at, g.rest)) << m->shift;
      bit_at += g.rest;
    }
    if (m->is_other) {
      if (!(to = make_other(m, head, to, end)))
        return NULL;
      continue;
    }
    const size_t length = least_length(head);
    if (length > (size_t)(end - to))
      return NULL;
    head = (head & ~7ull) | (length - 1);
    memcpy(to, &head, sizeof head);
    to += length;
  }
  u->next += (uint32_t)count;
  u->bit_at = bit_at;
  u->open.depth = depth;
  return to;
}

static bool make_piece(struct unpack *u, unsigned char *to, size_t size) {
  const unsigned char *shape = u->shape.bytes->at, *end = to + size;
  uint64_t frames, records, rest;
  if (!shape_number(&u->shape, &frames) || !shape_number(&u->shape, &records) || !shape_number(&u->shape, &rest) ||
      frames > size || records > u->record_count - u->next)
    return false;
  memcpy(to, shape + u->shape.at, frames);
  if (!(to = make_records(u, to + frames, end, records)))
    return false;
  if (rest > (size_t)(end - to))
    return false;
  memcpy(to, shape + u->shape.at + frames, rest);
  u->shape.at += (unsigned)(frames + rest);
  memset(to + rest, 0, (size_t)(end - to) - rest);
  return true;
}

enum pomp_unpacked pomp_sorted_unpack(const struct pomp_columns *c, unsigned char *bytes, size_t size, uint32_t count) {
  struct magnitude magnitudes[MAGNITUDE_MAX + 1];
  struct unpack u = {.from = c, .shape.bytes = &c->of[POMP_SORTED_SHAPE], .magnitudes = magnitudes};
  find_magnitudes(magnitudes);
  bool good = shape_skip_pieces(&u.shape, size, count, &u.record_count) && read_kinds(&u);
  u.shape.at = 0;
  for (uint32_t i = 0; good && i < count; i++)
    good = make_piece(&u, bytes + i * size, size);
  free(u.made);
  return good ? POMP_UNPACKED : u.no_memory ? POMP_UNPACK_NO_MEMORY : POMP_UNPACK_DAMAGED;
}
