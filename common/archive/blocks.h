/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* blocks.h - makes a block of an archive of what it is to hold, and the other way round. Not here: which blocks there
 * are (plan.h), where they are kept (tools/files, tools/commands/archive). Nothing of a block is believed. */
#ifndef POMP_BLOCKS_H
#define POMP_BLOCKS_H

#include "archive/columns.h"
#include "pomp_archive_format.h"

/* These are functions of libzstd. The runtime does not depend on it, and finds them when it needs them. */
struct pomp_codec {
  size_t (*bound)(size_t size);
  size_t (*compress)(void *to, size_t room, const void *from, size_t size, int level);
  size_t (*decompress)(void *to, size_t room, const void *from, size_t size); /* NULL: nothing is unpacked */
  unsigned (*is_error)(size_t result);
  bool (*lacks_memory)(size_t result); /* of `decompress`: it is an error that says nothing against the frame */
  int level;
};

/* Makes room for `more` bytes behind the present ones. False if there is no memory. */
bool pomp_archive_room(struct pomp_archive_bytes *b, size_t more);

/* Makes a block behind what is in `to`. The head has kind, member, flags, first, size and chunks, and gets the rest. Of
 * chunks, `numbers` are theirs, and `frames` as pomp_columns_pack wants it; else both are NULL. False if there is no
 * memory. */
bool pomp_block_pack(const struct pomp_codec *z, struct pomp_archive_block *head, const uint32_t *numbers,
                     const uint32_t *frames, const unsigned char *bytes, struct pomp_archive_bytes *to);

/* Returns how many bytes there are from one block's begin to the next one's. */
static inline uint64_t pomp_block_extent(const struct pomp_archive_block *head) {
  const uint64_t size = sizeof *head + 4ull * head->chunks + head->packed;
  return (size + POMP_ARCHIVE_ALIGN - 1) / POMP_ARCHIVE_ALIGN * POMP_ARCHIVE_ALIGN;
}

/* Gives a head that was changed its checksum. */
void pomp_block_seal(struct pomp_archive_block *head);
/* True if this is the head of a block, as it was written. */
bool pomp_block_is_head(const struct pomp_archive_block *head);

/* Unpacks what the block holds; `from` is what is behind its head, with the numbers of the chunks. There is room for
 * head->size bytes, and POMP_COLUMNS_SLACK more there and behind `from`. `work` is memory that is kept from one block
 * to the next, and grows. */
enum pomp_unpacked pomp_block_unpack(const struct pomp_codec *z, const struct pomp_archive_block *head,
                                     const unsigned char *from, unsigned char *to, struct pomp_archive_bytes *work);

#endif /* POMP_BLOCKS_H */
