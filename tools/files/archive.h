/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive.h - reads an archive: the list of its files, and their contents, block by block.
 * Not here: where the archive's bytes come from and who asks for its files (stored.h), how blocks are unpacked
 * (common/archive).
 *
 * Nothing of the file is believed. Memory: the heads of the blocks, and those blocks of traces that are being read.
 * After archive_open any thread may read. */
#ifndef FILES_ARCHIVE_H
#define FILES_ARCHIVE_H

#include "archive/blocks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARCHIVE_NO_MEMBER UINT32_MAX

/* This is where the bytes come from. `read` returns false if they can't be read. `tell` is called with a line for the
 * user, once for each block that is damaged; it may be NULL. */
struct archive_source {
  bool (*read)(void *context, void *to, uint64_t at, size_t size);
  void (*tell)(void *context, const char *line);
  void *context;
  uint64_t size;
};

struct archive_member {
  struct pomp_archive_member about;
  const char *name;
  uint32_t first, count; /* among `order`: its blocks by kind and first */
};

struct archive_block {
  uint64_t at; /* of the block's head, in the archive */
  struct pomp_archive_block head;
  uint32_t numbers; /* where the numbers of its chunks begin */
  unsigned char told;
};

/* This is where a chunk is. They are in ascending order of member and chunk. */
struct archive_chunk {
  uint32_t member, chunk, block, place;
};

struct archive {
  struct archive_source source;
  struct archive_member *members;
  uint32_t member_count, member_room;
  uint32_t *by_name; /* members */
  char *names;
  struct archive_block *blocks; /* as they are in the file */
  uint32_t block_count, block_room;
  uint32_t *numbers;
  uint32_t number_count, number_room;
  uint32_t *order; /* of blocks: by member, kind, first, and those that are there again last */
  struct archive_chunk *chunks;
  bool no_memory; /* there was none while it was opened */
  bool rebuilt;   /* there was no sound index, and the blocks were looked for */
  struct archive_cache *cache;
};

/* True if these bytes are an archive: its begin or its end says so. */
bool archive_probe(const struct archive_source *source);

/* Opens an archive. False, with a message, if it is none, or nothing of it can be read. Either way archive_close is to
 * be called. */
bool archive_open(struct archive *a, const struct archive_source *source, char *error, size_t error_size);
void archive_close(struct archive *a);

/* Says why archives can't be read by this program; NULL: they can. */
const char *archive_lacks(void);

/* False, with a message, if anything is damaged that is in no block of a file. */
bool archive_is_whole(const struct archive *a, char *error, size_t error_size);

uint32_t archive_find(const struct archive *a, const char *name);

/* This is memory that is kept from one block that is unpacked to the next; all of it is 0 before the first. Fresh
 * memory would take longer than a small block. */
struct archive_work {
  struct pomp_archive_bytes packed, columns;
};
void archive_work_free(struct archive_work *w);

/* Unpacks one block; there is room for what it holds, and POMP_COLUMNS_SLACK bytes more. */
enum pomp_unpacked archive_unpack(const struct archive *a, uint32_t block, unsigned char *to, struct archive_work *w);
/* Returns the block that has the same again; UINT32_MAX if there is none. */
uint32_t archive_again(const struct archive *a, uint32_t block);
/* Says, once, what is lost with a block that is damaged. */
void archive_tell_lost(const struct archive *a, uint32_t block);

/* Reads bytes of a file. What was lost, and was said so, is 0 if `lenient`; else the result is false then. It is also
 * false if there was no memory for a block, which archive_lacked_memory tells from then on. */
bool archive_read(const struct archive *a, uint32_t member, void *to, uint64_t at, size_t size, bool lenient);
bool archive_lacked_memory(const struct archive *a);

/* Tells that a file is going to be read from its begin to its end: another thread begins to unpack it. */
void archive_expect(const struct archive *a, uint32_t member);

#endif
