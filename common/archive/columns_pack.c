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

static uint32_t sort_of(struct open_kinds *o, const struct kind *k, uint32_t number, uint32_t kinds) {
  if (k->enters)
    o->at[o->depth++ % DEPTH] = number;
  else if (k->exits && o->depth)
    return kinds + o->at[--o->depth % DEPTH];
  return number;
}

/* --- packing --- */

struct record {
  uint64_t time;
  const unsigned char *arguments;
  uint32_t kind;
};

struct pack {
  struct pomp_columns *to;
  struct kind *kinds;
  uint32_t *slots; /* finds kinds by their numbers; 0: free; else the kind + 1 */
  uint32_t kind_count;
  struct record *records;
  uint32_t record_count, record_room;
};

static uint32_t find_kind(struct pack *p, uint64_t number) {
  uint32_t slot = (uint32_t)(number * 0x9e3779b97f4a7c15u >> 40) % (2 * KINDS_MAX);
  for (; p->slots[slot]; slot = (slot + 1) % (2 * KINDS_MAX))
    if (p->kinds[p->slots[slot] - 1].number == number)
      return p->slots[slot] - 1;
  if (p->kind_count == KINDS_MAX)
    return NO_KIND;
  p->kinds[p->kind_count] = kind_of(number);
  p->slots[slot] = ++p->kind_count;
  return p->kind_count - 1;
}

/* Reads the record that begins at `at`, of `size` bytes. Returns how many it has; 0 if it is none that can be packed.
 */
static size_t read_record(struct pack *p, const unsigned char *at, size_t size, struct record *r) {
  size_t zeros = 0;
  while (zeros < size && !at[zeros])
    zeros++;
  if (zeros) {
    *r = (struct record){.kind = find_kind(p, KIND_ZEROS | zeros)};
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
    number |= (uint64_t)length << KIND_LENGTH_SHIFT;
  struct kind k = kind_of(number);
  if (k.is_long) {
    if (used == size)
      return 0;
    number |= (uint64_t)at[used] << KIND_ARGUMENTS_SHIFT;
    k.arguments = at[used++];
  }
  if (k.arguments > size - used)
    return 0;
  *r = (struct record){head >> shift, at + used, find_kind(p, number)};
  return r->kind == NO_KIND ? 0 : used + k.arguments;
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
    p->record_count++;
  }
  return add_number(shape, first) && add_number(shape, p->record_count - before) && add_number(shape, size - at) &&
         add_bytes(shape, piece, first) && add_bytes(shape, piece + at, size - at);
}

/* Returns where each sort begins, of `sorts`, and after them the end; NULL if there is no memory. */
static uint32_t *begins_of(const struct pack *p, uint32_t sorts) {
  struct open_kinds open = {.depth = 0};
  uint32_t *begins = calloc(sorts + 2ull, sizeof *begins);
  for (uint32_t i = 0; begins && i < p->record_count; i++)
    begins[sort_of(&open, &p->kinds[p->records[i].kind], p->records[i].kind, p->kind_count) + 1]++;
  for (uint32_t i = 0; begins && i < sorts; i++)
    begins[i + 1] += begins[i];
  return begins;
}

/* Writes the kinds: all that there are, and how many records are of each sort; and that of each record. */
static bool pack_kinds(struct pack *p) {
  struct pomp_archive_bytes *shape = &p->to->of[POMP_COLUMN_SHAPE], *kinds = &p->to->of[POMP_COLUMN_KINDS];
  uint32_t *begins = begins_of(p, 2 * p->kind_count);
  bool good = begins && add_number(shape, p->kind_count) && make_room(kinds, 2ull * p->record_count);
  for (uint32_t i = 0; good && i < p->kind_count; i++)
    good = add_number(shape, p->kinds[i].number);
  for (uint32_t i = 0; good && i < 2 * p->kind_count; i++)
    good = add_number(shape, begins[i + 1] - begins[i]);
  for (uint32_t i = 0; good && i < p->record_count; i++)
    kinds->at[kinds->size++] = (unsigned char)p->records[i].kind;
  for (uint32_t i = 0; good && i < p->record_count && p->kind_count > 256; i++)
    kinds->at[kinds->size++] = (unsigned char)(p->records[i].kind >> 8);
  free(begins);
  return good;
}

struct bits {
  uint64_t word;
  unsigned count; /* below 8 after each */
};

static void put_bits(struct pomp_archive_bytes *to, struct bits *b, uint64_t value, unsigned count) {
  for (; count; value >>= count < 32 ? count : 32, count -= count < 32 ? count : 32) {
    const unsigned some = count < 32 ? count : 32;
    b->word |= (value & ((1ull << some) - 1)) << b->count;
    for (b->count += some; b->count >= 8; b->count -= 8, b->word >>= 8)
      to->at[to->size++] = (unsigned char)b->word;
  }
}

static bool pack_times(struct pack *p) {
  struct pomp_archive_bytes *times = &p->to->of[POMP_COLUMN_TIMES], *rests = &p->to->of[POMP_COLUMN_BITS];
  struct open_kinds open = {.depth = 0};
  struct bits bits = {0, 0};
  uint32_t *next = begins_of(p, 2 * p->kind_count);
  const bool good = next && make_room(times, p->record_count) && make_room(rests, 8ull * p->record_count + 8);
  for (uint32_t i = 0; good && i < p->record_count; i++) {
    const struct record *r = &p->records[i];
    const unsigned magnitude = magnitude_of(r->time);
    times->at[next[sort_of(&open, &p->kinds[r->kind], r->kind, p->kind_count)]++] = (unsigned char)magnitude;
    put_bits(rests, &bits, r->time, rest_of(magnitude));
  }
  if (good) {
    times->size = p->record_count;
    put_bits(rests, &bits, 0, 7); /* the last bits, and no byte more */
  }
  free(next);
  return good;
}

/* The arguments of a kind have the same size, so that those of all its records make a table. Its columns come one by
 * one. */
static bool pack_arguments(struct pack *p) {
  struct pomp_archive_bytes *to = &p->to->of[POMP_COLUMN_ARGUMENTS];
  size_t *at = calloc(2ull * p->kind_count + 1, sizeof *at), *count = at ? at + p->kind_count : NULL, size = 0;
  if (!at)
    return false;
  for (uint32_t i = 0; i < p->record_count; i++)
    count[p->records[i].kind]++;
  for (uint32_t i = 0; i < p->kind_count; i++) {
    at[i] = size;
    size += count[i] * p->kinds[i].arguments;
  }
  const bool good = make_room(to, size);
  for (uint32_t i = 0; good && i < p->record_count; i++) {
    const struct record *r = &p->records[i];
    for (uint32_t k = 0; k < p->kinds[r->kind].arguments; k++)
      to->at[at[r->kind] + k * count[r->kind]] = r->arguments[k];
    at[r->kind]++;
  }
  to->size = good ? size : 0;
  free(at);
  return good;
}

bool pomp_columns_pack(struct pomp_columns *c, const unsigned char *bytes, size_t size, uint32_t count,
                       const uint32_t *frames) {
  struct pack p = {
      .to = c, .kinds = malloc(KINDS_MAX * sizeof *p.kinds), .slots = calloc(2 * KINDS_MAX, sizeof *p.slots)};
  *c = (struct pomp_columns){.of = {{NULL, 0, 0}}};
  bool good = p.kinds && p.slots;
  for (uint32_t i = 0; good && i < count; i++)
    good = pack_piece(&p, bytes + i * size, size, frames[i]);
  good = good && pack_kinds(&p) && pack_times(&p) && pack_arguments(&p);
  free(p.kinds);
  free(p.slots);
  free(p.records);
  return good;
}

void pomp_columns_free(struct pomp_columns *c) {
  for (int i = 0; i < POMP_COLUMN_COUNT; i++)
    free(c->of[i].at);
}
