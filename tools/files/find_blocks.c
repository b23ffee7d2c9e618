/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* find_blocks.c - finds the blocks of profile.pomp, and the place of each call path.
 * Not here: what is in the blocks (read_experiment.c). */
#include "files/parse.h"

#include <stdlib.h>
#include <string.h>

struct block_at reader_block(const struct reader *r, uint64_t at) {
  struct pomp_block b;
  if (!reader_copy(r, &b, at, sizeof b))
    memcpy(&b, r->bytes + at, sizeof b);
  return (struct block_at){at, b.size, b.type, b.count, b.first, reader_location(r, b.location)};
}

/* Lists the blocks, up to the first one of an impossible size. */
static bool find_blocks(struct reader *r) {
  for (uint64_t at = r->begin; at < r->end; at += r->blocks[r->block_count - 1].size) {
    PAGED_ROOM(r->blocks, r->blocks_room, r->block_count + 1ull);
    paged_leave(sizeof *r->blocks);
    r->blocks[r->block_count++] = reader_block(r, at);
    if (!reader_is_sound(&r->blocks[r->block_count - 1], r->end))
      return true;
  }
  return true;
}

/* Counts the nodes of each location, less its root, in `room_end`. */
static bool count_nodes(struct reader *r) {
  uint32_t room = 0;
  for (uint32_t i = 0; i < r->block_count; i++) {
    const struct block_at b = r->blocks[i];
    paged_leave(sizeof b + sizeof *r->room_end);
    if (!reader_is_sound(&b, r->end))
      break;
    if ((b.type != POMP_BLOCK_LOCATION && b.type != POMP_BLOCK_NODES) || b.count > b.size / sizeof(struct pomp_node))
      continue;
    if (b.type == POMP_BLOCK_LOCATION) {
      PAGED_ROOM(r->room_end, room, r->locations_found + 1ull);
      r->room_end[r->locations_found++] = b.count ? b.count - 1 : 0;
    } else if (b.location < r->locations_found)
      r->room_end[b.location] =
          b.count > UINT32_MAX - r->room_end[b.location] ? UINT32_MAX : r->room_end[b.location] + b.count;
  }
  return true;
}

bool reader_make_texts(struct reader *r) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < r->block_count; i++) {
    if (r->blocks[i].type == POMP_BLOCK_STRINGS && reader_is_sound(&r->blocks[i], r->end))
      size += r->blocks[i].size;
    paged_leave(sizeof *r->blocks);
  }
  r->e->text = malloc(size + 1);
  return r->e->text || reader_fail(r, "not enough memory");
}

/* A block that tells of more than it can hold is refused when its turn comes. */
bool reader_find_blocks(struct reader *r) {
  if (!find_blocks(r) || !count_nodes(r))
    return false;
  uint64_t nodes = r->locations_found;
  r->room_at = paged_calloc(r->locations_found + 1ull, sizeof *r->room_at);
  for (uint32_t i = 0; r->room_at && i < r->locations_found && nodes < UINT32_MAX; i++) {
    r->room_at[i] = (uint32_t)nodes;
    nodes += r->room_end[i];
    r->room_end[i] = (uint32_t)nodes;
    paged_leave(sizeof *r->room_at + sizeof *r->room_end);
  }
  r->nodes_room = (uint32_t)nodes;
  return (r->room_at && nodes < UINT32_MAX) || reader_fail(r, "not enough memory");
}
