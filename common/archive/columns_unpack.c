/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_unpack.c - makes records of columns.
 * Not here: how columns are made (columns_pack.c).
 *
 * It is done for each record of a trace that is read, and must take little of the time in which the record is then
 * looked at. So a record is made without a question that has another answer each time: its head is stored as 8 bytes
 * and its arguments as 16, and what is too much is stored over by the next record. */
#include "archive/columns_kinds.h"
#include "columns.h"
#include "pomp_varint.h"

#include <stdlib.h>
#include <string.h>

#define COPIED 16u /* bytes of arguments */

/* This is the column that says how pieces and kinds are made of the others. */
struct shape {
  const struct pomp_archive_bytes *bytes;
  unsigned at; /* how far it has been read */
};

static bool shape_number(struct shape *s, uint64_t *n) {
  return s->bytes->size <= UINT32_MAX / 2 && pomp_varint_get(s->bytes->at, &s->at, (unsigned)s->bytes->size, n);
}

/* Goes through the shapes of the pieces, of `size` bytes each, up to the kinds, and counts the records. */
static bool shape_skip_pieces(struct shape *s, size_t size, uint32_t count, uint32_t *record_count) {
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

/* This is what is known of a kind while records are made of it. All members have the size of a register, which saves
 * instructions. */
struct made {
  uint64_t head;             /* with its length and the highest bit of the time */
  uint64_t mask, factor;     /* the other bits of the time: these, that far up */
  const unsigned char **row; /* what comes behind the head of the next record */
  size_t length, bits, row_size;
  size_t size; /* of a record */
};

struct unpack {
  const struct pomp_columns *from;
  struct form *forms;
  const unsigned char **rows; /* of each form, then of each kind whose form has none: what comes behind the next head;
                                 UNUSUAL: make_one has to make the record */
  const unsigned char **unusual; /* of each form: the same, if it is in no other place */
  const unsigned char *rows_end, *nowhere;
  struct made *made;
  uint32_t form_count, record_count;
  const unsigned char *kinds; /* of the records */
  bool wide;                  /* they have two bytes: the high ones come behind all low ones */
  uint32_t next;              /* record */
  uint64_t bit_at;            /* of the times */
  struct shape shape;
  bool no_memory;
};

#define UNUSUAL(U) ((U)->rows_end + 1)

static uint32_t row_size(const struct form *f) { return f->is_long + f->arguments; }

/* True if records of this form have more than is copied. */
static bool is_unusual(const struct form *f) { return row_size(f) > COPIED || f->zeros > sizeof f->head; }

#define ROWS 512u /* at once: they stay in the nearest cache while column after column is put into them */

/* Puts the arguments of a form's records together, which are a table that is kept column by column. */
static unsigned char *make_rows(const struct form *f, const unsigned char *from, unsigned char *to) {
  const size_t size = row_size(f);
  for (uint32_t first = 0, some; first < f->records; first += some, to += some * size) {
    some = f->records - first < ROWS ? f->records - first : ROWS;
    unsigned char *cell = to;
    for (uint32_t i = 0; f->is_long && i < some; i++)
      cell[i * size] = (unsigned char)f->arguments;
    cell += f->is_long;
    for (uint32_t column = 0; column < f->arguments; column++, cell++) {
      const unsigned char *next = from + (size_t)column * f->records + first;
      for (uint32_t i = 0; i < some; i++)
        cell[i * size] = next[i];
    }
  }
  return to;
}

/* Reads a form, and adds the number of its records to `*records`. */
static bool read_form(struct unpack *u, struct form *f, uint64_t *records) {
  uint64_t number, count;
  if (!shape_number(&u->shape, &number) || !shape_number(&u->shape, &count) || count > u->record_count - *records)
    return false;
  *f = form_of(number);
  f->records = (uint32_t)count;
  *records += count;
  return f->length <= sizeof f->head;
}

/* Reads the forms, and makes the rows of each. */
static bool read_forms(struct unpack *u, unsigned char *rows) {
  const struct pomp_archive_bytes *arguments = &u->from->of[POMP_COLUMN_ARGUMENTS];
  uint64_t count, records = 0;
  size_t at = 0;
  if (!shape_number(&u->shape, &count) || count > KINDS_MAX)
    return false;
  u->form_count = (uint32_t)count;
  u->forms = malloc((count + 1) * sizeof *u->forms);
  u->rows = malloc((2 * count + KINDS_MAX) * sizeof *u->rows);
  u->no_memory = !u->forms || !u->rows;
  if (u->no_memory)
    return false;
  u->unusual = u->rows + count + KINDS_MAX;
  for (uint32_t i = 0; i < count; i++) {
    struct form *f = &u->forms[i];
    if (!read_form(u, f, &records) || (uint64_t)f->arguments * f->records > arguments->size - at)
      return false;
    u->rows[i] = u->unusual[i] = rows;
    rows = make_rows(f, arguments->at + at, rows);
    at += (size_t)f->arguments * f->records;
  }
  u->rows_end = rows;
  for (uint32_t i = 0; i < count; i++)
    if (is_unusual(&u->forms[i]))
      u->rows[i] = UNUSUAL(u);
  return at == arguments->size;
}

/* Reads the kind with this number. One without rows does as if it had some, as that is quicker than to ask; they are
 * its own, so that it does not wait until a record before has moved on. */
static bool read_kind(struct unpack *u, struct made *m, uint32_t number) {
  uint64_t form, bits;
  if (!shape_number(&u->shape, &form) || !shape_number(&u->shape, &bits) || form >= u->form_count ||
      bits > TIME_BITS_MAX)
    return false;
  const struct form *f = &u->forms[form];
  const unsigned below = bits_below((unsigned)bits);
  const uint64_t head = f->head | (bits ? 1ull << below << f->shift : 0);
  const unsigned length = f->length ? f->length : least_length(head);
  *m = (struct made){.head = (head & ~7ull) | (length - 1),
                     .mask = (1ull << below) - 1,
                     .factor = 1ull << f->shift,
                     .row = &u->rows[form],
                     .length = length,
                     .bits = below,
                     .row_size = row_size(f),
                     .size = length + row_size(f)};
  if (f->zeros)
    *m = (struct made){.row = m->row, .length = sizeof f->head, .size = f->zeros};
  if (!m->row_size && *m->row != UNUSUAL(u)) {
    m->row = &u->rows[u->form_count + number];
    *m->row = u->rows_end;
  }
  return true;
}

/* True if each number of a kind has an entry in the table, which has one for each byte, and for each kind that there
 * may be. */
static bool are_possible(const struct unpack *u) {
  unsigned char all = 0;
  for (uint32_t i = 0; u->wide && i < u->record_count; i++)
    all |= u->kinds[u->record_count + i];
  return all < KINDS_MAX / 256;
}

static bool read_kinds(struct unpack *u) {
  const struct pomp_archive_bytes *kinds = &u->from->of[POMP_COLUMN_KINDS];
  uint64_t count;
  if (!shape_number(&u->shape, &count) || count > KINDS_MAX ||
      kinds->size != (uint64_t)u->record_count * (count > 256 ? 2 : 1) || (u->record_count && !count))
    return false;
  const uint32_t room = count > 256 ? KINDS_MAX : 256;
  u->made = malloc(room * sizeof *u->made);
  u->no_memory = !u->made;
  u->kinds = kinds->at;
  u->wide = count > 256;
  bool good = u->made != NULL;
  for (uint32_t i = 0; good && i < count; i++)
    good = read_kind(u, &u->made[i], i);
  u->nowhere = UNUSUAL(u);
  for (uint32_t i = (uint32_t)count; good && i < room; i++) /* a record of a kind that is not there does not fit */
    u->made[i] = (struct made){.row = &u->nowhere, .size = SIZE_MAX};
  return good && are_possible(u);
}

static inline uint32_t kind_at(const unsigned char *number, bool wide, size_t high) {
  return *number | (wide ? (uint32_t)number[high] << 8 : 0);
}
static inline uint64_t head_at(const struct made *m, const unsigned char *bits, uint64_t at) {
  uint64_t word;
  memcpy(&word, bits + at / 8, sizeof word);
  return m->head + (word >> at % 8 & m->mask) * m->factor;
}
static uint64_t bits_left(const struct unpack *u) { return 8 * u->from->of[POMP_COLUMN_BITS].size - u->bit_at; }

/* Makes the next record, whatever it has, before `end`. Returns its end; NULL: it does not fit, or is not there. */
static unsigned char *make_one(struct unpack *u, unsigned char *to, const unsigned char *end) {
  const struct made *m = &u->made[kind_at(u->kinds + u->next, u->wide, u->record_count)];
  if (m->size > (size_t)(end - to) || m->bits > bits_left(u))
    return NULL;
  const unsigned char **const row = *m->row > u->rows_end ? &u->unusual[m->row - u->rows] : m->row;
  if (m->row_size > (size_t)(u->rows_end - *row))
    return NULL;
  const uint64_t head = head_at(m, u->from->of[POMP_COLUMN_BITS].at, u->bit_at);
  memcpy(to, &head, sizeof head);
  if (m->size > m->length + m->row_size)
    memset(to, 0, m->size);
  memcpy(to + m->length, *row, m->row_size);
  *row += m->row_size;
  u->bit_at += m->bits;
  u->next++;
  return to + m->size;
}

/* Makes so many records, for which there are room and bits, or those before one that is unusual. Returns their end. */
static inline __attribute__((always_inline)) unsigned char *make_some(struct unpack *u, unsigned char *to,
                                                                      uint64_t count, bool wide) {
  const size_t high = u->record_count;
  const unsigned char *number = u->kinds + u->next, *const last = number + count, *const rows_end = u->rows_end;
  const unsigned char *const bits = u->from->of[POMP_COLUMN_BITS].at;
  const struct made *const made = u->made;
  uint64_t bit_at = u->bit_at;
  for (; number < last; number++) {
    const struct made *const m = &made[kind_at(number, wide, high)];
    const unsigned char *const row = *m->row;
    if (row > rows_end)
      break;
    const uint64_t head = head_at(m, bits, bit_at);
    bit_at += m->bits;
    memcpy(to, &head, sizeof head);
    memcpy(to + m->length, row, COPIED);
    *m->row = row + m->row_size;
    to += m->size;
  }
  u->next = (uint32_t)(number - u->kinds);
  u->bit_at = bit_at;
  return to;
}

/* These are separate functions so that the compiler has registers for all variables of the loop. */
static __attribute__((noinline)) unsigned char *make_narrow(struct unpack *u, unsigned char *to, uint64_t count) {
  return make_some(u, to, count, false);
}
static __attribute__((noinline)) unsigned char *make_wide(struct unpack *u, unsigned char *to, uint64_t count) {
  return make_some(u, to, count, true);
}

/* Makes the next records, before `end`. Returns their end; NULL: they do not fit. As many as surely fit, whichever they
 * are, are made without a look at the end, again and again. */
static unsigned char *make_records(struct unpack *u, unsigned char *to, const unsigned char *end, uint64_t count) {
  const uint64_t last = u->next + count;
  while (to && u->next < last) {
    const uint64_t by_size = (uint64_t)(end - to) / (sizeof(uint64_t) + COPIED), by_bits = bits_left(u) / TIME_BITS_MAX;
    const uint64_t fit = by_size < by_bits ? by_size : by_bits, some = fit < last - u->next ? fit : last - u->next;
    to = u->wide ? make_wide(u, to, some) : make_narrow(u, to, some);
    if (u->next < last)
      to = make_one(u, to, end);
  }
  return to;
}

static bool make_piece(struct unpack *u, unsigned char *to, size_t size) {
  const unsigned char *shape = u->shape.bytes->at, *end = to + size;
  uint64_t frames, records, rest;
  if (!shape_number(&u->shape, &frames) || !shape_number(&u->shape, &records) || !shape_number(&u->shape, &rest) ||
      frames > size || records > u->record_count - u->next)
    return false;
  memcpy(to, shape + u->shape.at, frames);
  to = make_records(u, to + frames, end, records);
  if (!to || rest > (size_t)(end - to))
    return false;
  memcpy(to, shape + u->shape.at + frames, rest);
  u->shape.at += (unsigned)(frames + rest);
  memset(to + rest, 0, (size_t)(end - to) - rest);
  return true;
}

enum pomp_unpacked pomp_columns_unpack(const struct pomp_columns *c, unsigned char *rows, unsigned char *bytes,
                                       size_t size, uint32_t count) {
  struct unpack u = {.from = c, .shape.bytes = &c->of[POMP_COLUMN_SHAPE]};
  bool good = shape_skip_pieces(&u.shape, size, count, &u.record_count) && read_forms(&u, rows) && read_kinds(&u);
  u.shape.at = 0;
  for (uint32_t i = 0; good && i < count; i++)
    good = make_piece(&u, bytes + i * size, size);
  free(u.forms);
  free((void *)u.rows);
  free(u.made);
  return good ? POMP_UNPACKED : u.no_memory ? POMP_UNPACK_NO_MEMORY : POMP_UNPACK_DAMAGED;
}
