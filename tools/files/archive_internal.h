/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_internal.h - what the parts of the reader of archives have in common.
 * Not here: what others may call (archive.h). */
#ifndef FILES_ARCHIVE_INTERNAL_H
#define FILES_ARCHIVE_INTERNAL_H

#include "files/archive.h"

/* This is libzstd; all of it is NULL in a build without it. */
extern const struct pomp_codec archive_codec;

/* Makes room for so many blocks that were unpacked. NULL if there is no memory. */
struct archive_cache *archive_cache_begin(uint32_t blocks);
void archive_cache_end(struct archive_cache *c);

/* Says that there was no memory for a block. */
void archive_tell_no_memory(const struct archive *a, uint32_t block);

/* Copies a part of what a block holds, unpacked. False if the block is lost, or there is no memory. The one that comes
 * behind it is unpacked at the same time, by another thread; one that was read to its end is forgotten. */
bool archive_cache_read(const struct archive *a, uint32_t block, void *to, uint64_t at, size_t size);

/* Has a block unpacked by another thread, if there may be one. */
void archive_cache_want(const struct archive *a, uint32_t block);

/* Finds the block of a member that has the byte `at` of this kind; UINT32_MAX if there is none. */
uint32_t archive_block_at(const struct archive *a, uint32_t member, uint16_t kind, uint64_t at);

/* Reads the index, or finds the blocks without it. False, with a message, if there is nothing. */
bool archive_read_index(struct archive *a, char *error, size_t error_size);

#endif
