/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.c - divides the file of an experiment into the blocks of an archive, and makes each of them.
 * Not here: what records mean (tools/files). A file that says that it is a trace, and can't be right, is one like any
 * other. */
#include "plan.h"
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_trace_format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD sizeof(struct pomp_trace_chunk)
#define CHUNK_SIZE_MAX (16u << 20) /* as the reader of traces has it */

static bool add_block(struct pomp_plan *p, struct pomp_plan_block b) {
  if (!POMP_ARRAY_ROOM(p->blocks, p->block_room, p->block_count + 1ull))
    return false;
  p->blocks[p->block_count++] = b;
  return true;
}

/* Divides bytes into blocks. */
static bool add_bytes(struct pomp_plan *p, uint16_t kind, uint64_t size) {
  bool good = true;
  for (uint64_t at = 0; good && at < size; at += POMP_ARCHIVE_BLOCK_BYTES) {
    const uint64_t left = size - at;
    good = add_block(
        p, (struct pomp_plan_block){.first = at,
                                    .size = left < POMP_ARCHIVE_BLOCK_BYTES ? (uint32_t)left : POMP_ARCHIVE_BLOCK_BYTES,
                                    .kind = kind,
                                    .twice = true});
  }
  return good;
}

static bool is_zero(const unsigned char *bytes, size_t size) {
  return !size || (!bytes[0] && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* --- a trace --- */

static bool is_trace(const struct pomp_trace_header *h, uint64_t size) {
  return memcmp(h->magic, POMP_TRACE_MAGIC, sizeof h->magic) == 0 && h->byte_order == POMP_FORMAT_BYTE_ORDER &&
         h->version == POMP_TRACE_VERSION && h->header_size >= sizeof *h && h->header_size <= CHUNK_SIZE_MAX &&
         h->chunk_size > HEAD && h->chunk_size <= CHUNK_SIZE_MAX && h->header_size <= size &&
         (size - h->header_size) / h->chunk_size < UINT32_MAX;
}

struct place {
  uint64_t sequence;
  uint32_t location, number;
};

static int by_place(const void *x, const void *y) {
  const struct place *a = x, *b = y;
  if (a->location != b->location) { /* definitions come first */
    if (a->location == POMP_TRACE_DEFINITIONS || b->location == POMP_TRACE_DEFINITIONS)
      return a->location == POMP_TRACE_DEFINITIONS ? -1 : 1;
    return a->location < b->location ? -1 : 1;
  }
  if (a->sequence != b->sequence)
    return a->sequence < b->sequence ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static uint32_t chunk_count(const struct pomp_plan *p) {
  return (uint32_t)((p->size - p->header_size) / p->chunk_size);
}
static uint64_t chunk_at(const struct pomp_plan *p, uint32_t number) {
  return p->header_size + (uint64_t)number * p->chunk_size;
}

/* Reads the heads, and what is before and behind the chunks. */
static int read_heads(struct pomp_plan *p, int fd) {
  const uint32_t count = chunk_count(p);
  const uint64_t end = chunk_at(p, count);
  p->heads_size = p->header_size + count * (uint64_t)HEAD + (p->size - end);
  p->heads = malloc(p->heads_size + 1);
  int error = p->heads ? pomp_file_read_at(fd, p->heads, p->header_size, 0) : -ENOMEM;
  for (uint32_t i = 0; !error && i < count; i++)
    error = pomp_file_read_at(fd, p->heads + p->header_size + i * HEAD, HEAD, chunk_at(p, i));
  return error ? error : pomp_file_read_at(fd, p->heads + p->header_size + count * HEAD, p->size - end, end);
}

/* Finds the chunks that have anything in them, in the order in which they are to be. */
static int find_places(const struct pomp_plan *p, int fd, struct place *places, uint32_t *found) {
  unsigned char *bytes = malloc(p->chunk_size);
  int error = bytes ? 0 : -ENOMEM;
  *found = 0;
  for (uint32_t i = 0; !error && i < chunk_count(p); i++) {
    struct pomp_trace_chunk head;
    memcpy(&head, p->heads + p->header_size + i * HEAD, HEAD);
    if (!head.valid) {
      error = pomp_file_read_at(fd, bytes, p->chunk_size, chunk_at(p, i));
      if (error || is_zero(bytes + HEAD, p->chunk_size - HEAD))
        continue;
    }
    places[(*found)++] = (struct place){head.sequence, head.location, i};
  }
  if (*found)
    qsort(places, *found, sizeof *places, by_place);
  free(bytes);
  return error;
}

#define FIRST_CHUNKS 2u /* in a location's first block */

/* Puts the chunks into blocks. Those of a location begin small and grow: a reader soon has something to read, and the
 * next block is unpacked at the same time. */
static bool add_chunks(struct pomp_plan *p, const struct place *places, uint32_t count) {
  const uint32_t largest = p->chunk_size < POMP_ARCHIVE_BLOCK_BYTES ? POMP_ARCHIVE_BLOCK_BYTES / p->chunk_size : 1;
  if (!POMP_ARRAY_ROOM(p->numbers, p->number_room, count))
    return false;
  for (uint32_t i = 0, some, most = 0; i < count; i += some) {
    const bool begins = !i || places[i].location != places[i - 1].location;
    most = begins ? FIRST_CHUNKS : most + (most + 1) / 2;
    most = places[i].location == POMP_TRACE_DEFINITIONS || most > largest ? largest : most;
    for (some = 0; some < most && i + some < count && places[i + some].location == places[i].location; some++)
      p->numbers[p->number_count++] = places[i + some].number;
    if (!add_block(p, (struct pomp_plan_block){.first = i,
                                               .size = some * (p->chunk_size - (uint32_t)HEAD),
                                               .chunks = some,
                                               .numbers = i,
                                               .location = places[i].location,
                                               .kind = POMP_ARCHIVE_CHUNKS,
                                               .twice = places[i].location == POMP_TRACE_DEFINITIONS}))
      return false;
  }
  return true;
}

static int plan_trace(struct pomp_plan *p, int fd) {
  int error = read_heads(p, fd);
  uint32_t found = 0;
  if (error)
    return error;
  struct place *places = malloc((chunk_count(p) + 1ull) * sizeof *places);
  error = places ? find_places(p, fd, places, &found) : -ENOMEM;
  if (!error && !(add_bytes(p, POMP_ARCHIVE_HEADS, p->heads_size) && add_chunks(p, places, found)))
    error = -ENOMEM;
  free(places);
  return error;
}

/* --- any file --- */

int pomp_plan_make(struct pomp_plan *p, int fd, uint64_t size) {
  struct pomp_trace_header h;
  *p = (struct pomp_plan){.size = size};
  if (size >= sizeof h) {
    const int error = pomp_file_read_at(fd, &h, sizeof h, 0);
    if (error)
      return error;
    if (is_trace(&h, size)) {
      p->header_size = h.header_size;
      p->chunk_size = h.chunk_size;
      return plan_trace(p, fd);
    }
  }
  return add_bytes(p, POMP_ARCHIVE_BYTES, size) ? 0 : -ENOMEM;
}

void pomp_plan_free(struct pomp_plan *p) {
  free(p->blocks);
  free(p->numbers);
  free(p->heads);
}

int pomp_plan_read(const struct pomp_plan *p, uint32_t block, int fd, unsigned char *to) {
  const struct pomp_plan_block *b = &p->blocks[block];
  int error = 0;
  if (b->kind == POMP_ARCHIVE_BYTES)
    return pomp_file_read_at(fd, to, b->size, b->first);
  if (b->kind == POMP_ARCHIVE_HEADS)
    return memcpy(to, p->heads + b->first, b->size) ? 0 : -EIO;
  for (uint32_t i = 0; !error && i < b->chunks; i++, to += p->chunk_size - HEAD)
    error = pomp_file_read_at(fd, to, p->chunk_size - HEAD, chunk_at(p, p->numbers[b->numbers + i]) + HEAD);
  return error;
}

/* Tells how many bytes come before the first record of each chunk. Returns NULL if there is no memory. */
static uint32_t *frames_of(const struct pomp_plan *p, const struct pomp_plan_block *b) {
  const uint32_t most = p->chunk_size - (uint32_t)HEAD;
  uint32_t *frames = malloc(b->chunks * sizeof *frames);
  for (uint32_t i = 0; frames && i < b->chunks; i++) {
    struct pomp_trace_chunk head;
    memcpy(&head, p->heads + p->header_size + p->numbers[b->numbers + i] * HEAD, HEAD);
    const uint64_t bytes = head.suspended * (uint64_t)sizeof(struct pomp_frame);
    frames[i] = bytes < most ? (uint32_t)bytes : most;
  }
  return frames;
}

int pomp_plan_pack(const struct pomp_plan *p, uint32_t block, int fd, uint32_t member, const struct pomp_codec *z,
                   struct pomp_archive_bytes *to) {
  const struct pomp_plan_block *b = &p->blocks[block];
  struct pomp_archive_block head = {.kind = b->kind,
                                    .member = member,
                                    .first = b->first,
                                    .size = b->size,
                                    .chunks = b->chunks,
                                    .location = b->location};
  unsigned char *bytes = malloc(b->size + 1ull);
  uint32_t *frames = b->chunks ? frames_of(p, b) : NULL;
  int error = bytes && (frames || !b->chunks) ? pomp_plan_read(p, block, fd, bytes) : -ENOMEM;
  if (!error && !pomp_block_pack(z, &head, b->chunks ? p->numbers + b->numbers : NULL, frames, bytes, to))
    error = -ENOMEM;
  free(frames);
  free(bytes);
  return error;
}
