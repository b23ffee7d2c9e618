/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* blocks.c - packs what a block of an archive is to hold, unpacks it again, and checks each on the way.
 * Not here: columns (columns.c). */
#include "blocks.h"
#include "archive/checksum.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool pomp_archive_room(struct pomp_archive_bytes *b, size_t more) {
  if (b->room - b->size >= more)
    return true;
  unsigned char *grown = realloc(b->at, b->size + more);
  if (!grown)
    return false;
  b->at = grown;
  b->room = b->size + more;
  return true;
}

/* Adds a frame. False if there is no memory. */
static bool add_frame(const struct pomp_codec *z, int level, const void *bytes, size_t size,
                      struct pomp_archive_bytes *to, size_t *packed) {
  const size_t bound = z->bound(size);
  if (!pomp_archive_room(to, bound))
    return false;
  *packed = z->compress(to->at + to->size, bound, bytes, size, level);
  if (z->is_error(*packed))
    return false;
  to->size += *packed;
  return true;
}

static bool add_bytes(const void *bytes, size_t size, struct pomp_archive_bytes *to) {
  if (!pomp_archive_room(to, size))
    return false;
  if (size)
    memcpy(to->at + to->size, bytes, size);
  to->size += size;
  return true;
}

#define DEFAULT_LEVEL 3
#define KINDS_LEVEL 9        /* the fewer and longer what repeats, the sooner it is unpacked */
#define ARGUMENTS_LEVEL (-1) /* from 0 down there is no code for single bytes, which takes most of the time */

/* Adds a column so that it is quick to unpack. Nothing repeats in the bits of times, which stay as they are; so does
 * what does not get smaller. */
static bool add_column(const struct pomp_codec *z, int column, const struct pomp_archive_bytes *from,
                       struct pomp_archive_bytes *to, size_t *packed) {
  const size_t begin = to->size;
  int level = z->level;
  if (column == POMP_COLUMN_KINDS && level < KINDS_LEVEL)
    level = KINDS_LEVEL;
  if (column == POMP_COLUMN_ARGUMENTS && level <= DEFAULT_LEVEL)
    level = ARGUMENTS_LEVEL;
  if (column != POMP_COLUMN_BITS && !add_frame(z, level, from->at, from->size, to, packed))
    return false;
  if (column != POMP_COLUMN_BITS && *packed < from->size)
    return true;
  to->size = begin;
  *packed = from->size;
  return add_bytes(from->at, from->size, to);
}

static bool add_columns(const struct pomp_codec *z, const struct pomp_archive_block *head, const uint32_t *frames,
                        const unsigned char *bytes, struct pomp_archive_bytes *to) {
  struct pomp_columns c;
  bool good = pomp_columns_pack(&c, bytes, head->size / head->chunks, head->chunks, frames);
  for (int i = 0; good && i < POMP_COLUMN_COUNT; i++) {
    uint32_t sizes[2] = {(uint32_t)c.of[i].size, 0};
    const size_t at = to->size;
    size_t packed;
    good = pomp_archive_room(to, sizeof sizes);
    to->size += good ? sizeof sizes : 0;
    good = good && add_column(z, i, &c.of[i], to, &packed);
    if (good) {
      sizes[1] = (uint32_t)packed;
      memcpy(to->at + at, sizes, sizeof sizes);
    }
  }
  pomp_columns_free(&c);
  return good;
}

static uint64_t head_checksum(const struct pomp_archive_block *head) {
  return pomp_checksum(head, offsetof(struct pomp_archive_block, head), 0);
}

void pomp_block_seal(struct pomp_archive_block *head) { head->head = head_checksum(head); }

/* Puts what the block is to hold behind the others. What does not get smaller stays as it is. */
static bool add_content(const struct pomp_codec *z, struct pomp_archive_block *head, const uint32_t *frames,
                        const unsigned char *bytes, struct pomp_archive_bytes *to) {
  const size_t begin = to->size;
  size_t packed;
  head->coding = head->chunks ? POMP_ARCHIVE_KINDS : POMP_ARCHIVE_ZSTD;
  const bool good =
      head->chunks ? add_columns(z, head, frames, bytes, to) : add_frame(z, z->level, bytes, head->size, to, &packed);
  if (good && to->size - begin < head->size)
    return true;
  to->size = begin;
  head->coding = POMP_ARCHIVE_STORED;
  return good && add_bytes(bytes, head->size, to);
}

bool pomp_block_pack(const struct pomp_codec *z, struct pomp_archive_block *head, const uint32_t *numbers,
                     const uint32_t *frames, const unsigned char *bytes, struct pomp_archive_bytes *to) {
  const size_t begin = to->size, content = begin + sizeof *head;
  if (!pomp_archive_room(to, sizeof *head + 4ull * head->chunks))
    return false;
  if (head->chunks)
    memcpy(to->at + content, numbers, 4ull * head->chunks);
  to->size = content + 4ull * head->chunks;
  if (!add_content(z, head, frames, bytes, to) || !pomp_archive_room(to, POMP_ARCHIVE_ALIGN)) {
    to->size = begin;
    return false;
  }
  head->magic = POMP_ARCHIVE_BLOCK_MAGIC;
  head->packed = (uint32_t)(to->size - content - 4ull * head->chunks);
  head->content = pomp_checksum(bytes, head->size, 0);
  head->checksum = pomp_checksum(to->at + content, to->size - content, 0);
  pomp_block_seal(head);
  memcpy(to->at + begin, head, sizeof *head);
  while ((to->size - begin) % POMP_ARCHIVE_ALIGN)
    to->at[to->size++] = 0;
  return true;
}

bool pomp_block_is_head(const struct pomp_archive_block *head) {
  return head->magic == POMP_ARCHIVE_BLOCK_MAGIC && head->head == head_checksum(head);
}

/* A column has not more than two bytes for each byte of the records that it is of, and a few for kinds and chunks. */
static bool is_possible(const struct pomp_archive_block *head, uint32_t size) {
  return size <= 2ull * head->size + 32ull * head->chunks + (1u << 16);
}

static enum pomp_unpacked get_frame(const struct pomp_codec *z, void *to, size_t size, const unsigned char *from,
                                    size_t packed) {
  const size_t result = z->decompress(to, size, from, packed);
  if (!z->is_error(result))
    return result == size ? POMP_UNPACKED : POMP_UNPACK_DAMAGED;
  return z->lacks_memory(result) ? POMP_UNPACK_NO_MEMORY : POMP_UNPACK_DAMAGED;
}

/* This is the frame of a column. */
struct frame {
  const unsigned char *at;
  uint32_t size, packed;
};

/* Finds the frames of the columns, and how much memory they need, unpacked. */
static bool find_frames(const struct pomp_archive_block *head, const unsigned char *from, struct frame *frames,
                        size_t *room) {
  size_t at = 0;
  *room = 0;
  if (!head->chunks || head->size % head->chunks)
    return false;
  for (int i = 0; i < POMP_COLUMN_COUNT; i++) {
    uint32_t sizes[2];
    if (head->packed - at < sizeof sizes)
      return false;
    memcpy(sizes, from + at, sizeof sizes);
    at += sizeof sizes;
    if (sizes[1] > head->packed - at || !is_possible(head, sizes[0]))
      return false;
    frames[i] = (struct frame){from + at, sizes[0], sizes[1]};
    at += sizes[1];
    *room += sizes[0] + (size_t)POMP_COLUMNS_SLACK;
  }
  return at == head->packed;
}

static enum pomp_unpacked get_columns(const struct pomp_codec *z, const struct pomp_archive_block *head,
                                      const unsigned char *from, unsigned char *to, struct pomp_archive_bytes *work) {
  struct frame frames[POMP_COLUMN_COUNT];
  struct pomp_columns c;
  enum pomp_unpacked result = POMP_UNPACKED;
  size_t room;
  if (!find_frames(head, from, frames, &room))
    return POMP_UNPACK_DAMAGED;
  work->size = 0;
  if (!pomp_archive_room(work, 2 * room)) /* half of it for the rows */
    return POMP_UNPACK_NO_MEMORY;
  unsigned char *next = work->at;
  for (int i = 0; result == POMP_UNPACKED && i < POMP_COLUMN_COUNT; i++) {
    c.of[i] = (struct pomp_archive_bytes){next, frames[i].size, 0};
    if (frames[i].size == frames[i].packed)
      c.of[i].at = (unsigned char *)frames[i].at;
    else
      result = get_frame(z, next, frames[i].size, frames[i].at, frames[i].packed);
    next += frames[i].size + (size_t)POMP_COLUMNS_SLACK;
  }
  return result == POMP_UNPACKED ? pomp_columns_unpack(&c, next, to, head->size / head->chunks, head->chunks) : result;
}

enum pomp_unpacked pomp_block_unpack(const struct pomp_codec *z, const struct pomp_archive_block *head,
                                     const unsigned char *from, unsigned char *to, struct pomp_archive_bytes *work) {
  const size_t numbers = 4ull * head->chunks;
  if (pomp_checksum(from, numbers + head->packed, 0) != head->checksum)
    return POMP_UNPACK_DAMAGED;
  from += numbers;
  if (head->coding == POMP_ARCHIVE_STORED && head->packed == head->size) {
    memcpy(to, from, head->size);
    return POMP_UNPACKED;
  }
  if (head->coding == POMP_ARCHIVE_ZSTD && z->decompress)
    return get_frame(z, to, head->size, from, head->packed);
  if (head->coding == POMP_ARCHIVE_KINDS && z->decompress)
    return get_columns(z, head, from, to, work);
  return POMP_UNPACK_DAMAGED;
}
