/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* spill.c - the functions of spill.h.
 * Not here: what that header says.
 *
 * A line is a chain of blocks, so that nothing needs to be known of the length of any line beforehand. All blocks are
 * of one size: the more lines there are, the smaller, as the last block of each line is in memory. */
#include "spill.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK (64u << 10)   /* bytes of a block, if there are few lines */
#define FILLING (16u << 20) /* bytes of the last blocks of all lines together */
#define HELD (8u << 20)     /* bytes of full blocks in memory */

bool spill_begin(struct spill *s, uint32_t lines, size_t row, struct spill_place *place) {
  *s = (struct spill){.place = place, .row = row, .lines = lines};
  const size_t share = FILLING / (lines + 1ull), size = share < BLOCK ? share : BLOCK;
  s->rows = size > row ? (uint32_t)(size / row) : 1;
  s->line = calloc(lines + 1ull, sizeof *s->line);
  s->read = malloc(s->rows * row);
  s->single = calloc(1, row);
  return s->line && s->read && s->single;
}

void spill_free(struct spill *s) {
  for (uint32_t i = 0; s->line && i < s->lines; i++) {
    struct spill_line *l = &s->line[i];
    for (uint64_t k = 0; k < l->count / s->rows; k++)
      free(l->blocks[k].held);
    free(l->blocks);
    free(l->last);
  }
  free(s->line);
  free(s->read);
  free(s->single);
  *s = (struct spill){.row = 0};
}

/* Puts a block that is full behind the others of its line: into memory, while there are few, or into the place. */
static bool put_block(struct spill *s, struct spill_line *l) {
  const size_t size = s->rows * s->row;
  const uint64_t number = l->count / s->rows - 1;
  struct spill_block block = {.held = NULL};
  if (!POMP_ARRAY_ROOM(l->blocks, l->blocks_room, number + 1))
    return false;
  if (!s->place || s->held + size <= HELD) {
    block.held = l->last;
    l->last = NULL;
    s->held += size;
  } else {
    block.at = s->place->end;
    if (!s->place->write(s->place->context, l->last, size, block.at))
      return false;
    s->place->end += size;
  }
  l->blocks[number] = block;
  return true;
}

/* When a block can't be put away, the row is not there, so that what is there can be freed. */
bool spill_add(struct spill *s, uint32_t line, const void *row) {
  struct spill_line *l = &s->line[line];
  if (!l->last && !(l->last = malloc(s->rows * s->row)))
    return false;
  memcpy(l->last + l->count % s->rows * s->row, row, s->row);
  l->count++;
  if (l->count % s->rows || put_block(s, l))
    return true;
  l->count--;
  return false;
}

/* Reads a row that is in the place: with its block, if those behind it are likely to be asked for next. */
static const unsigned char *read_row(struct spill *s, uint64_t at, uint64_t i) {
  const size_t in_block = i % s->rows * s->row;
  const bool whole = !in_block || i == s->next;
  if (s->read_at == at + 1)
    return s->read + in_block;
  if (whole) {
    s->read_at = 0;
    if (s->place->read(s->place->context, s->read, s->rows * s->row, at)) {
      s->read_at = at + 1;
      return s->read + in_block;
    }
  } else if (s->place->read(s->place->context, s->single, s->row, at + in_block))
    return s->single;
  s->failed = true;
  return memset(s->single, 0, s->row);
}

const void *spill_row(struct spill *s, uint32_t line, uint64_t i) {
  const struct spill_line *l = &s->line[line];
  const size_t in_block = i % s->rows * s->row;
  const struct spill_block *block = i / s->rows < l->count / s->rows ? &l->blocks[i / s->rows] : NULL;
  const unsigned char *row = !block        ? l->last + in_block
                             : block->held ? block->held + in_block
                                           : read_row(s, block->at, i);
  s->next = i + 1;
  return row;
}
