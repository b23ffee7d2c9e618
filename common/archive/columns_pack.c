/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns_pack.c - takes records apart into columns.
 * Not here: the way back (columns_unpack.c). */
#include "archive/columns_kinds.h"
#include "columns.h"
#include "pomp_varint.h"

#include <stdlib.h>
#include <string.h>

/* --- bytes --- */

static bool make_room(struct pomp_archive_bytes *b, size_t more) {
  if (b->room - b->size >= more)
    return true;
  const size_t room = b->room * 2 > b->size + more ? b->room * 2 : b->size + more + 256;
  unsigned char *grown = realloc(b->at, room);
  if (!grown)
    return false;
  b->at = grown;
  b->room = room;
  return true;
}

static bool add_number(struct pomp_archive_bytes *b, uint64_t n) {
  if (!make_room(b, POMP_VARINT_MAX))
    return false;
  b->size += pomp_varint_put(b->at + b->size, n);
  return true;
}

static bool add_bytes(struct pomp_archive_bytes *b, const unsigned char *from, size_t size) {
  if (!make_room(b, size))
    return false;
  if (size)
    memcpy(b->at + b->size, from, size);
  b->size += size;
  return true;
}

/* --- packing --- */

struct record {
  uint64_t time;
  const unsigned char *arguments;
  uint32_t kind;
};

struct kind {
  uint32_t form, time_bits;
};

struct pack {
  struct pomp_columns *to;
  struct form *forms;
  struct kind *kinds;
  uint32_t *slots; /* finds kinds; 0: free; else the kind + 1 */
  uint32_t form_count, kind_count;
  struct record *records;
  uint32_t record_count, record_room;
};

/* Returns the form with this number; there is room for another one. */
static uint32_t find_form(struct pack *p, uint64_t number) {
  uint32_t i = 0;
  while (i < p->form_count && p->forms[i].number != number)
    i++;
  if (i == p->form_count)
    p->forms[p->form_count++] = form_of(number);
  return i;
}

/* Returns the kind of a record with this form and time. */
static uint32_t find_kind(struct pack *p, uint64_t number, uint64_t time) {
  const uint32_t time_bits = bits_of(time);
  uint32_t slot = (uint32_t)((number | (uint64_t)time_bits << 48) * 0x9e3779b97f4a7c15u >> 40) % (2 * KINDS_MAX);
  for (; p->slots[slot]; slot = (slot + 1) % (2 * KINDS_MAX)) {
    const struct kind *k = &p->kinds[p->slots[slot] - 1];
    if (p->forms[k->form].number == number && k->time_bits == time_bits)
      return p->slots[slot] - 1;
  }
  if (p->kind_count == KINDS_MAX || time > TIME_MAX)
    return NO_KIND;
  p->kinds[p->kind_count] = (struct kind){find_form(p, number), time_bits};
  p->slots[slot] = ++p->kind_count;
  return p->kind_count - 1;
}

static struct form *form_at(const struct pack *p, const struct record *r) { return &p->forms[p->kinds[r->kind].form]; }

/* Reads the record that begins at `at`, of `size` bytes. Returns how many it has; 0 if it is none that can be packed.
 */
static size_t read_record(struct pack *p, const unsigned char *at, size_t size, struct record *r) {
  size_t zeros = 0;
  while (zeros < size && !at[zeros])
    zeros++;
  if (zeros) {
    *r = (struct record){.kind = find_kind(p, FORM_ZEROS | zeros, 0)};
    return r->kind == NO_KIND ? 0 : zeros;
  }
  uint64_t head = 0;
  const unsigned length = (*at & 7u) + 1;
  if (length > size)
    return 0;
  memcpy(&head, at, length);
  head &= ~7ull;
  const unsigned record = head >> POMP_RECORD_LENGTH_BITS & 3, shift = POMP_RECORD_HEAD_BITS + payload_bits(record);
  uint64_t number = head & ((1ull << shift) - 1);
  size_t used = length;
  if (length != least_length(head))
    number |= (uint64_t)length << FORM_LENGTH_SHIFT;
  struct form f = form_of(number);
  if (f.is_long) {
    if (used == size)
      return 0;
    number |= (uint64_t)at[used] << FORM_ARGUMENTS_SHIFT;
    f.arguments = at[used++];
  }
  if (f.arguments > size - used)
    return 0;
  const uint64_t time = head >> shift;
  *r = (struct record){time, at + used, find_kind(p, number, time)};
  return r->kind == NO_KIND ? 0 : used + f.arguments;
}

/* Takes one piece apart. What can't be a record, and all behind it, stays as it is. */
static bool pack_piece(struct pack *p, const unsigned char *piece, size_t size, uint32_t frames) {
  struct pomp_archive_bytes *shape = &p->to->of[POMP_COLUMN_SHAPE];
  while (size && !piece[size - 1])
    size--;
  size_t at = frames < size ? frames : size;
  const size_t first = at;
  const uint32_t before = p->record_count;
  for (size_t used; at < size; at += used) {
    if (p->record_count == p->record_room) {
      const uint32_t room = p->record_room ? p->record_room * 2 : 4096;
      struct record *grown = realloc(p->records, room * sizeof *grown);
      if (!grown)
        return false;
      p->records = grown;
      p->record_room = room;
    }
    used = read_record(p, piece + at, size - at, &p->records[p->record_count]);
    if (!used)
      break;
    form_at(p, &p->records[p->record_count++])->records++;
  }
  return add_number(shape, first) && add_number(shape, p->record_count - before) && add_number(shape, size - at) &&
         add_bytes(shape, piece, first) && add_bytes(shape, piece + at, size - at);
}

/* Writes all forms that there are, and how many records are of each; all kinds; and that of each record. */
static bool pack_kinds(struct pack *p) {
  struct pomp_archive_bytes *shape = &p->to->of[POMP_COLUMN_SHAPE], *kinds = &p->to->of[POMP_COLUMN_KINDS];
  bool good = add_number(shape, p->form_count);
  for (uint32_t i = 0; good && i < p->form_count; i++)
    good = add_number(shape, p->forms[i].number) && add_number(shape, p->forms[i].records);
  good = good && add_number(shape, p->kind_count);
  for (uint32_t i = 0; good && i < p->kind_count; i++)
    good = add_number(shape, p->kinds[i].form) && add_number(shape, p->kinds[i].time_bits);
  good = good && make_room(kinds, 2ull * p->record_count);
  for (uint32_t i = 0; good && i < p->record_count; i++)
    kinds->at[kinds->size++] = (unsigned char)p->records[i].kind;
  for (uint32_t i = 0; good && i < p->record_count && p->kind_count > 256; i++)
    kinds->at[kinds->size++] = (unsigned char)(p->records[i].kind >> 8);
  return good;
}

/* Writes the bits of the times that are below the highest one. */
static bool pack_times(struct pack *p) {
  struct pomp_archive_bytes *to = &p->to->of[POMP_COLUMN_BITS];
  uint64_t word = 0;
  unsigned used = 0; /* bits of the word, below 8 after each record */
  if (!make_room(to, 8ull * p->record_count + 1))
    return false;
  for (uint32_t i = 0; i < p->record_count; i++) {
    const unsigned count = bits_below(p->kinds[p->records[i].kind].time_bits);
    word |= (p->records[i].time & ((1ull << count) - 1)) << used;
    for (used += count; used >= 8; used -= 8, word >>= 8)
      to->at[to->size++] = (unsigned char)word;
  }
  if (used)
    to->at[to->size++] = (unsigned char)word;
  return true;
}

/* The arguments of a form have a fixed size, so that the arguments of all its records make a table, which is written
 * column by column. */
static bool pack_arguments(struct pack *p) {
  struct pomp_archive_bytes *to = &p->to->of[POMP_COLUMN_ARGUMENTS];
  size_t *at = malloc((p->form_count + 1ull) * sizeof *at), size = 0;
  if (!at)
    return false;
  for (uint32_t i = 0; i < p->form_count; i++) {
    at[i] = size;
    size += (size_t)p->forms[i].records * p->forms[i].arguments;
  }
  const bool good = make_room(to, size);
  for (uint32_t i = 0; good && i < p->record_count; i++) {
    const struct record *r = &p->records[i];
    const struct form *f = form_at(p, r);
    size_t *next = &at[f - p->forms];
    for (uint32_t k = 0; k < f->arguments; k++)
      to->at[*next + (size_t)k * f->records] = r->arguments[k];
    ++*next;
  }
  to->size = good ? size : 0;
  free(at);
  return good;
}

bool pomp_columns_pack(struct pomp_columns *c, const unsigned char *bytes, size_t size, uint32_t count,
                       const uint32_t *frames) {
  struct pack p = {.to = c,
                   .forms = calloc(KINDS_MAX, sizeof *p.forms),
                   .kinds = malloc(KINDS_MAX * sizeof *p.kinds),
                   .slots = calloc(2 * KINDS_MAX, sizeof *p.slots)};
  *c = (struct pomp_columns){.of = {{NULL, 0, 0}}};
  bool good = p.forms && p.kinds && p.slots;
  for (uint32_t i = 0; good && i < count; i++)
    good = pack_piece(&p, bytes + i * size, size, frames[i]);
  good = good && pack_kinds(&p) && pack_times(&p) && pack_arguments(&p);
  free(p.forms);
  free(p.kinds);
  free(p.slots);
  free(p.records);
  return good;
}

void pomp_columns_free(struct pomp_columns *c) {
  for (int i = 0; i < POMP_COLUMN_COUNT; i++)
    free(c->of[i].at);
}
