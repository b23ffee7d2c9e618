/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_file.c - adds rows to lines and reads them again, from memory and from the file to which blocks go that memory
 * does not hold.
 *
 * A line is a chain of blocks, so that nothing needs to be known of the number of lines or of the length of any of them
 * beforehand. The last block of each line is in memory and grows, while there is memory for those of all lines; when
 * there is no more, the larger ones are put away. */
#include "sums/row_file.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK (64u << 10)   /* bytes of the largest block */
#define FILLING (16u << 20) /* bytes of the last blocks of all lines together */
#define HELD (8u << 20)     /* bytes of blocks in memory that are put away, of all that share a place */

/* Returns how many rows the largest block has. */
static uint32_t rows_most(const struct row_file *s) { return BLOCK > s->row ? (uint32_t)(BLOCK / s->row) : 1; }

bool row_file_begin(struct row_file *s, size_t row, struct row_file_place *place) {
  *s = (struct row_file){.place = place, .row = row};
  s->read = malloc(rows_most(s) * row);
  s->single = calloc(1, row);
  return s->read && s->single;
}

void row_file_free(struct row_file *s) {
  for (uint32_t i = 0; i < s->lines; i++) {
    struct row_file_line *l = &s->line[i];
    for (uint32_t k = 0; k < l->block_count; k++)
      free(l->blocks[k].held);
    free(l->blocks);
    free(l->last);
  }
  if (s->place)
    s->place->held -= s->held;
  free(s->line);
  free(s->read);
  free(s->single);
  *s = (struct row_file){.row = 0};
}

/* --- adding --- */

/* Puts the last block of a line behind the others: into memory, while there are few, or into the place. */
static bool put_block(struct row_file *s, struct row_file_line *l) {
  const size_t size = l->last_rows * s->row;
  struct row_file_block block = {.first = l->count - l->last_rows};
  if (!POMP_ARRAY_ROOM(l->blocks, l->blocks_room, l->block_count + 1ull))
    return false;
  if (!s->place || s->place->held + size <= HELD) {
    block.held = realloc(l->last, size);
    if (!block.held)
      return false;
    s->held += size;
    if (s->place)
      s->place->held += size;
  } else {
    block.at = s->place->end;
    if (!s->place->write(s->place->context, l->last, size, block.at))
      return false;
    s->place->end += size;
    free(l->last);
  }
  s->filling -= l->last_room * s->row;
  l->last = NULL;
  l->last_rows = l->last_room = 0;
  l->blocks[l->block_count++] = block;
  return true;
}

/* Writes out all last blocks that are not small. The small ones together take no more than half of FILLING. */
static bool put_blocks(struct row_file *s) {
  bool good = true;
  for (uint32_t i = 0; good && i < s->lines; i++)
    if (s->line[i].last && s->line[i].last_room * s->row >= FILLING / 2 / s->lines)
      good = put_block(s, &s->line[i]);
  return good;
}

/* Makes room for a row at the end of a line. */
static bool make_room(struct row_file *s, struct row_file_line *l) {
  if (l->last_room == rows_most(s) && !put_block(s, l))
    return false;
  if (s->filling + (l->last_room + 1) * s->row > FILLING && !put_blocks(s))
    return false;
  const uint32_t most = rows_most(s), twice = 2 * l->last_room + !l->last_room, room = twice < most ? twice : most;
  unsigned char *grown = realloc(l->last, room * s->row);
  if (!grown)
    return false;
  s->filling += (room - l->last_room) * s->row;
  l->last = grown;
  l->last_room = room;
  return true;
}

static bool make_line(struct row_file *s, uint32_t line) {
  if (!POMP_ARRAY_ROOM(s->line, s->lines_room, line + 1ull))
    return false;
  while (s->lines <= line)
    s->line[s->lines++] = (struct row_file_line){.count = 0};
  return true;
}

bool row_file_add(struct row_file *s, uint32_t line, const void *row) {
  if (line >= s->lines && !make_line(s, line))
    return false;
  struct row_file_line *l = &s->line[line];
  if (l->last_rows == l->last_room && !make_room(s, l))
    return false;
  memcpy(l->last + l->last_rows++ * s->row, row, s->row);
  l->count++;
  return true;
}

/* --- reading --- */

/* Reads a row that is in the place: with its block, if those behind it are likely to be asked for next. */
static const unsigned char *read_row(struct row_file *s, const struct row_file_block *block, uint64_t rows,
                                     uint64_t i) {
  const size_t in_block = (i - block->first) * s->row;
  const bool whole = !in_block || i == s->next;
  if (s->read_at == block->at + 1)
    return s->read + in_block;
  if (whole) {
    s->read_at = 0;
    if (s->place->read(s->place->context, s->read, rows * s->row, block->at)) {
      s->read_at = block->at + 1;
      return s->read + in_block;
    }
  } else if (s->place->read(s->place->context, s->single, s->row, block->at + in_block))
    return s->single;
  s->failed = true;
  return memset(s->single, 0, s->row);
}

/* Returns the number of the block with a row that is not in the last one. */
static uint32_t block_of(const struct row_file_line *l, uint64_t i) {
  uint32_t from = 0, to = l->block_count;
  while (to - from > 1) {
    const uint32_t middle = from + (to - from) / 2;
    if (l->blocks[middle].first <= i)
      from = middle;
    else
      to = middle;
  }
  return from;
}

uint64_t row_file_count(const struct row_file *s, uint32_t line) { return line < s->lines ? s->line[line].count : 0; }

const void *row_file_row(struct row_file *s, uint32_t line, uint64_t i) {
  const struct row_file_line *l = &s->line[line];
  const uint64_t last = l->count - l->last_rows;
  const unsigned char *row;
  if (i >= last) {
    row = l->last + (i - last) * s->row;
  } else {
    const uint32_t number = block_of(l, i);
    const struct row_file_block *block = &l->blocks[number];
    const uint64_t end = number + 1 < l->block_count ? block[1].first : last;
    row = block->held ? block->held + (i - block->first) * s->row : read_row(s, block, end - block->first, i);
  }
  s->next = i + 1;
  return row;
}
