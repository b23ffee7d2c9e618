/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive.c - finds files in an archive by their names and reads bytes by their offsets, and says what is lost with a
 * block that is damaged.
 * Not here: the index (archive_index.c), blocks that were unpacked (archive_cache.c). */
#include "files/archive_internal.h"
#include "pomp_trace_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD sizeof(struct pomp_trace_chunk)

/* --- opening --- */

static int by_member(const void *x, const void *y, void *context) {
  const struct archive *a = context;
  const struct pomp_archive_block *p = &a->blocks[*(const uint32_t *)x].head,
                                  *q = &a->blocks[*(const uint32_t *)y].head;
  const bool again[2] = {p->flags & POMP_ARCHIVE_AGAIN, q->flags & POMP_ARCHIVE_AGAIN};
  if (p->member != q->member)
    return p->member < q->member ? -1 : 1;
  if (again[0] != again[1])
    return again[0] ? 1 : -1;
  if (p->kind != q->kind)
    return p->kind < q->kind ? -1 : 1;
  return p->first < q->first ? -1 : p->first > q->first;
}

static int by_chunk(const void *x, const void *y) {
  const struct archive_chunk *p = x, *q = y;
  if (p->member != q->member)
    return p->member < q->member ? -1 : 1;
  if (p->chunk != q->chunk)
    return p->chunk < q->chunk ? -1 : 1;
  return p->block < q->block ? -1 : p->block > q->block;
}

static int by_name(const void *x, const void *y, void *context) {
  const struct archive *a = context;
  return strcmp(a->members[*(const uint32_t *)x].name, a->members[*(const uint32_t *)y].name);
}

static bool sort_names(struct archive *a) {
  a->by_name = malloc((a->member_count + 1ull) * sizeof *a->by_name);
  for (uint32_t i = 0; a->by_name && i < a->member_count; i++)
    a->by_name[i] = i;
  if (a->by_name)
    qsort_r(a->by_name, a->member_count, sizeof *a->by_name, by_name, a);
  return a->by_name != NULL;
}

/* Puts blocks and chunks into orders in which they can be found. */
static bool sort(struct archive *a) {
  a->order = malloc((a->block_count + 1ull) * sizeof *a->order);
  a->chunks = malloc((a->number_count + 1ull) * sizeof *a->chunks);
  if (!a->order || !a->chunks)
    return false;
  uint32_t chunks = 0;
  for (uint32_t i = 0; i < a->block_count; i++) {
    const struct archive_block *b = &a->blocks[i];
    a->order[i] = i;
    for (uint32_t k = 0; k < b->head.chunks && !(b->head.flags & POMP_ARCHIVE_AGAIN); k++)
      a->chunks[chunks++] = (struct archive_chunk){b->head.member, a->numbers[b->numbers + k], i, k};
  }
  if (a->block_count)
    qsort_r(a->order, a->block_count, sizeof *a->order, by_member, a);
  if (chunks)
    qsort(a->chunks, chunks, sizeof *a->chunks, by_chunk);
  a->number_count = chunks;
  for (uint32_t i = 0; i < a->block_count; i++) {
    struct archive_member *m = &a->members[a->blocks[a->order[i]].head.member];
    if (!m->count++)
      m->first = i;
  }
  return true;
}

bool archive_open(struct archive *a, const struct archive_source *source, char *error, size_t error_size) {
  *a = (struct archive){.source = *source};
  if (archive_lacks()) {
    snprintf(error, error_size, "%s", archive_lacks());
    return false;
  }
  if (!archive_read_index(a, error, error_size))
    return false;
  a->cache = archive_cache_begin(a->block_count);
  if (a->cache && sort_names(a) && sort(a))
    return true;
  snprintf(error, error_size, "not enough memory");
  return false;
}

void archive_close(struct archive *a) {
  archive_cache_end(a->cache);
  free(a->members);
  free(a->by_name);
  free(a->names);
  free(a->blocks);
  free(a->numbers);
  free(a->order);
  free(a->chunks);
}

uint32_t archive_find(const struct archive *a, const char *name) {
  uint32_t low = 0, high = a->member_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = strcmp(a->members[a->by_name[middle]].name, name);
    if (order == 0)
      return a->by_name[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return ARCHIVE_NO_MEMBER;
}

/* The first blocks of the first locations are unpacked while what comes before them is read. */
#define EXPECTED 8u

void archive_expect(const struct archive *a, uint32_t member) {
  const struct archive_member *m = &a->members[member];
  uint32_t last = POMP_TRACE_DEFINITIONS;
  for (uint32_t i = 0, wanted = 0; i < m->count && wanted < EXPECTED; i++) {
    const uint32_t block = a->order[m->first + i];
    const struct pomp_archive_block *b = &a->blocks[block].head;
    if (b->kind != POMP_ARCHIVE_CHUNKS || b->flags & POMP_ARCHIVE_AGAIN || b->location == POMP_TRACE_DEFINITIONS ||
        b->location == last)
      continue;
    last = b->location;
    wanted++;
    archive_cache_want(a, block);
  }
}

/* --- bytes --- */

/* Reads bytes that are in consecutive blocks of one kind. */
static bool read_range(const struct archive *a, uint32_t member, uint16_t kind, unsigned char *to, uint64_t at,
                       uint64_t size, bool lenient) {
  while (size) {
    const uint32_t block = archive_block_at(a, member, kind, at);
    if (block == UINT32_MAX) {
      if (lenient)
        memset(to, 0, size);
      return lenient;
    }
    const struct pomp_archive_block *b = &a->blocks[block].head;
    const uint64_t from = at - b->first, some = b->size - from < size ? b->size - from : size;
    if (!archive_cache_read(a, block, to, from, some)) {
      if (!lenient)
        return false;
      memset(to, 0, some);
    }
    to += some;
    at += some;
    size -= some;
  }
  return true;
}

static const struct archive_chunk *find_chunk(const struct archive *a, uint32_t member, uint32_t chunk) {
  uint32_t low = 0, high = a->number_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const struct archive_chunk *c = &a->chunks[middle];
    if (c->member == member && c->chunk == chunk)
      return c;
    if (c->member < member || (c->member == member && c->chunk < chunk))
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Reads a part of a chunk, behind its head. One that is in no block has nothing but zeros. */
static bool read_body(const struct archive *a, uint32_t member, uint32_t chunk, unsigned char *to, uint64_t at,
                      uint64_t size, bool lenient) {
  const struct archive_chunk *c = find_chunk(a, member, chunk);
  const uint64_t body = a->members[member].about.chunk_size - HEAD;
  if (c && archive_cache_read(a, c->block, to, c->place * body + at, size))
    return true;
  struct pomp_trace_chunk head = {.valid = 1};
  const uint64_t begin = a->members[member].about.header_size + (uint64_t)chunk * a->members[member].about.chunk_size;
  memset(to, 0, size);
  return lenient || (!c && archive_read(a, member, &head, begin, sizeof head, false) && !head.valid);
}

/* Reads the part of a trace from `at` on that is in one kind of block. Returns how many bytes; 0: they can't be read.
 */
static uint64_t read_trace(const struct archive *a, uint32_t member, unsigned char *to, uint64_t at, uint64_t size,
                           bool lenient) {
  const struct pomp_archive_member *m = &a->members[member].about;
  const uint64_t count = (m->size - m->header_size) / m->chunk_size, end = m->header_size + count * m->chunk_size;
  uint64_t in_heads, most;
  if (at < m->header_size) {
    in_heads = at;
    most = m->header_size - at;
  } else if (at >= end) {
    in_heads = m->header_size + count * HEAD + (at - end);
    most = m->size - at;
  } else {
    const uint64_t chunk = (at - m->header_size) / m->chunk_size, inside = (at - m->header_size) % m->chunk_size;
    if (inside >= HEAD) {
      const uint64_t some = m->chunk_size - inside < size ? m->chunk_size - inside : size;
      return read_body(a, member, (uint32_t)chunk, to, inside - HEAD, some, lenient) ? some : 0;
    }
    in_heads = m->header_size + chunk * HEAD + inside;
    most = HEAD - inside;
  }
  const uint64_t some = most < size ? most : size;
  return read_range(a, member, POMP_ARCHIVE_HEADS, to, in_heads, some, lenient) ? some : 0;
}

bool archive_read(const struct archive *a, uint32_t member, void *to, uint64_t at, size_t size, bool lenient) {
  const struct pomp_archive_member *m = &a->members[member].about;
  unsigned char *bytes = to;
  if (at > m->size || size > m->size - at)
    return false;
  if (m->kind == POMP_ARCHIVE_PLAIN)
    return read_range(a, member, POMP_ARCHIVE_BYTES, bytes, at, size, lenient);
  for (uint64_t left = size, some; left; left -= some, at += some, bytes += some)
    if (!(some = read_trace(a, member, bytes, at, left, lenient)))
      return false;
  return true;
}
