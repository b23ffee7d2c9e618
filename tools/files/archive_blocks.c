/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_blocks.c - finds the blocks of a file, unpacks one, and says what is lost with one that is damaged.
 * Not here: which blocks there are (archive_index.c), those that were unpacked (archive_cache.c). */
#include "files/archive_internal.h"
#include "pomp_trace_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns how many of the member's blocks are no repetition. */
static uint32_t originals(const struct archive *a, const struct archive_member *m) {
  uint32_t low = 0, high = m->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (a->blocks[a->order[m->first + middle]].head.flags & POMP_ARCHIVE_AGAIN)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Returns, of those from `low` to `high`, the last one of the kind that begins at `at` or before. */
static uint32_t search(const struct archive *a, const struct archive_member *m, uint32_t low, uint32_t high,
                       uint16_t kind, uint64_t at) {
  const uint32_t first = low;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const struct pomp_archive_block *b = &a->blocks[a->order[m->first + middle]].head;
    if (b->kind < kind || (b->kind == kind && b->first <= at))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == first)
    return UINT32_MAX;
  const uint32_t found = a->order[m->first + low - 1];
  return a->blocks[found].head.kind == kind ? found : UINT32_MAX;
}

uint32_t archive_block_at(const struct archive *a, uint32_t member, uint16_t kind, uint64_t at) {
  const struct archive_member *m = &a->members[member];
  const uint32_t found = search(a, m, 0, originals(a, m), kind, at);
  if (found != UINT32_MAX && at - a->blocks[found].head.first < a->blocks[found].head.size)
    return found;
  const uint32_t again = search(a, m, originals(a, m), m->count, kind, at); /* the first one is not even there */
  return again != UINT32_MAX && at - a->blocks[again].head.first < a->blocks[again].head.size ? again : UINT32_MAX;
}

uint32_t archive_again(const struct archive *a, uint32_t block) {
  const struct pomp_archive_block *b = &a->blocks[block].head;
  const struct archive_member *m = &a->members[b->member];
  if (b->flags & POMP_ARCHIVE_AGAIN)
    return UINT32_MAX;
  const uint32_t again = search(a, m, originals(a, m), m->count, b->kind, b->first);
  const struct pomp_archive_block *other = again == UINT32_MAX ? NULL : &a->blocks[again].head;
  return other && other->first == b->first && other->size == b->size && other->chunks == b->chunks ? again : UINT32_MAX;
}

/* Says what is in a block. */
static void name_content(const struct archive *a, const struct archive_block *b, char *text, size_t size) {
  const char *name = a->members[b->head.member].name, *s = b->head.chunks == 1 ? "" : "s";
  if (b->head.kind == POMP_ARCHIVE_HEADS)
    snprintf(text, size, "heads of chunks of %s", name);
  else if (b->head.kind == POMP_ARCHIVE_BYTES)
    snprintf(text, size, "bytes %" PRIu64 " to %" PRIu64 " of %s", b->head.first, b->head.first + b->head.size - 1,
             name);
  else if (b->head.location == POMP_TRACE_DEFINITIONS)
    snprintf(text, size, "%u chunk%s of definitions in %s", b->head.chunks, s, name);
  else
    snprintf(text, size, "%u chunk%s of location %u in %s", b->head.chunks, s, b->head.location, name);
}

void archive_tell_no_memory(const struct archive *a, uint32_t block) {
  char what[400], line[512];
  name_content(a, &a->blocks[block], what, sizeof what);
  snprintf(line, sizeof line, "not enough memory for block %u (%s)", block, what);
  if (a->source.tell)
    a->source.tell(a->source.context, line);
}

void archive_tell_lost(const struct archive *a, uint32_t block) {
  struct archive_block *b = &a->blocks[block];
  char what[400], line[512];
  if (!a->source.tell || __atomic_exchange_n(&b->told, 1, __ATOMIC_RELAXED))
    return;
  name_content(a, b, what, sizeof what);
  snprintf(line, sizeof line, "block %u is damaged (%s)%s", block, what,
           archive_again(a, block) == UINT32_MAX ? "" : ": the same is there once more, and is taken");
  a->source.tell(a->source.context, line);
}

void archive_work_free(struct archive_work *w) {
  free(w->packed.at);
  free(w->columns.at);
}

enum pomp_unpacked archive_unpack(const struct archive *a, uint32_t block, unsigned char *to, struct archive_work *w) {
  const struct archive_block *b = &a->blocks[block];
  const size_t size = 4ull * b->head.chunks + b->head.packed;
  if (!pomp_archive_room(&w->packed, size + POMP_COLUMNS_SLACK))
    return POMP_UNPACK_NO_MEMORY;
  if (!a->source.read(a->source.context, w->packed.at, b->at + sizeof b->head, size))
    return POMP_UNPACK_DAMAGED;
  return pomp_block_unpack(&archive_codec, &b->head, w->packed.at, to, &w->columns);
}
