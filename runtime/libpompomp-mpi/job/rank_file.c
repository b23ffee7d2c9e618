/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_file.c - the functions of rank_file.h.
 * Not here: what rank_file.h says. */
#include "job/rank_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct pomp_header *header_of(const struct pomp_body *b) {
  return (const struct pomp_header *)(const void *)b->file;
}

static const struct pomp_block *block_at(const struct pomp_body *b, uint64_t at) {
  return (const struct pomp_block *)(const void *)(b->file + at);
}

/* Definitions are written by rank 0, once for all. */
static bool goes_along(uint32_t type) { return type != POMP_BLOCK_STRINGS && type != POMP_BLOCK_CONSTRUCTS; }

static bool grow(void **array, uint32_t *room, uint32_t count, size_t size) {
  if (count < *room)
    return true;
  uint32_t more = *room ? *room * 2 : 64;
  void *result = realloc(*array, (size_t)more * size);
  if (!result)
    return false;
  *array = result;
  *room = more;
  return true;
}

static bool add_strings(struct pomp_body *b, const struct pomp_block *block, struct pomp_definitions *d) {
  const char *at = (const char *)block + block->first, *end = at + block->count;
  while (at < end) {
    const struct pomp_string *s = (const struct pomp_string *)(const void *)at;
    if (!grow((void **)(void *)&b->strings, &b->string_room, b->string_count, sizeof *b->strings))
      return false;
    uint32_t number = (uint32_t)((uint64_t)(at - b->file) / 8);
    b->strings[b->string_count++] = (struct pomp_body_string){number, pomp_definitions_string(d, s->text, s->length)};
    at += (sizeof *s + s->length + 1 + 7) / 8 * 8;
  }
  return !d->failed;
}

/* The index of the string with this number in the file; those of a file whose header is not complete may be 0. */
static uint32_t index_of(const struct pomp_body *b, uint32_t number) {
  uint32_t low = 0, high = b->string_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (b->strings[middle].number == number)
      return b->strings[middle].index;
    if (b->strings[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return UINT32_MAX;
}

static bool add_constructs(struct pomp_body *b, const struct pomp_block *block, struct pomp_definitions *d) {
  const struct pomp_construct *from = (const struct pomp_construct *)(const void *)((const char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_construct c = from[i];
    uint32_t number = d->construct_count;
    c.name = index_of(b, c.name);
    c.sub_name = index_of(b, c.sub_name);
    c.file = index_of(b, c.file);
    c.function = index_of(b, c.function);
    if (pomp_definitions_construct(d, &c) != number)
      return false; /* no two of a file are the same */
  }
  return !d->failed;
}

static bool add_block(struct pomp_body *b, const struct pomp_block *block, uint64_t at) {
  if (!goes_along(block->type))
    return true;
  if (!grow((void **)(void *)&b->blocks, &b->block_room, b->block_count, sizeof *b->blocks))
    return false;
  b->blocks[b->block_count++] = (struct pomp_body_block){at, b->size, block->size};
  b->size += block->size;
  b->locations += block->type == POMP_BLOCK_LOCATION;
  return true;
}

bool pomp_body_read(struct pomp_body *b, const char *file, struct pomp_definitions *d) {
  *b = (struct pomp_body){.file = file};
  uint64_t used = file ? header_of(b)->used : 0;
  bool good = true;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; good && at < used; at += block_at(b, at)->size)
    good = block_at(b, at)->type == POMP_BLOCK_STRINGS ? add_strings(b, block_at(b, at), d)
                                                       : add_block(b, block_at(b, at), at);
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; good && at < used; at += block_at(b, at)->size)
    if (block_at(b, at)->type == POMP_BLOCK_CONSTRUCTS)
      good = add_constructs(b, block_at(b, at), d);
  return good;
}

void pomp_body_free(struct pomp_body *b) {
  free(b->blocks);
  free(b->strings);
  *b = (struct pomp_body){.file = NULL};
}

/* --- renumbering --- */

struct move {
  const struct pomp_body *body;
  const struct pomp_renumbering *numbers;
  uint64_t offset;
  uint32_t first;
  const struct pomp_body_block *last; /* found */
};

/* What a node, or whatever has 64 bytes, is called in the job's file. */
static uint32_t moved(struct move *m, uint32_t number) {
  uint64_t at = (uint64_t)number * 64;
  const struct pomp_body *b = m->body;
  if (!number)
    return 0;
  if (!m->last || at < m->last->at || at - m->last->at >= m->last->size) {
    uint32_t low = 0, high = b->block_count;
    while (high - low > 1) {
      uint32_t middle = low + (high - low) / 2;
      if (b->blocks[middle].at <= at)
        low = middle;
      else
        high = middle;
    }
    m->last = &b->blocks[low];
  }
  return (uint32_t)((m->offset + m->last->to + (at - m->last->at)) / 64);
}

static void move_nodes(struct move *m, struct pomp_node *nodes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_node *n = &nodes[i];
    uint32_t construct = POMP_KEY_CONSTRUCT(n->key), role = POMP_KEY_ROLE(n->key);
    if (construct && construct <= m->numbers->construct_count)
      n->key = POMP_KEY(m->numbers->constructs[construct - 1], role);
    n->parent = moved(m, n->parent);
    n->own_chain = 0;
    if (role != POMP_ROLE_TEAM)
      n->detail = 0;
  }
}

static void move_location(struct move *m, struct pomp_block *block) {
  struct pomp_location *l = (struct pomp_location *)(void *)(block + 1);
  char *own = (char *)(l + 1);
  memset(own, 0, (size_t)((char *)block + block->first - own)); /* the writer's */
  l->id += m->first;
  l->root = moved(m, l->root);
  if (l->parent != POMP_NO_PLACE)
    l->parent += m->first;
}

static void move_messages(struct move *m, struct pomp_messages *messages, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    messages[i].node = moved(m, messages[i].node);
    messages[i].own_set = 0;
  }
}

/* Names are told to the definitions, as all strings of the file. */
static void move_metrics(struct move *m, struct pomp_metric *metrics, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t *const strings[] = {&metrics[i].name, &metrics[i].unit, &metrics[i].text, &metrics[i].source};
    for (size_t k = 0; k < sizeof strings / sizeof *strings; k++) {
      uint32_t index = index_of(m->body, *strings[k]);
      *strings[k] = index < m->numbers->string_count ? m->numbers->strings[index] : 0;
    }
  }
}

static void move_values(struct move *m, struct pomp_block *block) {
  struct pomp_values *v = (struct pomp_values *)(void *)(block + 1);
  v->node = moved(m, v->node);
  block->location += m->first;
}

static void move_block(struct move *m, struct pomp_block *block) {
  void *contents = (char *)block + block->first;
  if (block->type == POMP_BLOCK_LOCATION)
    move_location(m, block);
  if (block->type == POMP_BLOCK_LOCATION || block->type == POMP_BLOCK_NODES) {
    block->location += m->first;
    move_nodes(m, contents, block->count);
  } else if (block->type == POMP_BLOCK_MESSAGES)
    move_messages(m, contents, block->count);
  else if (block->type == POMP_BLOCK_METRICS)
    move_metrics(m, contents, block->count);
  else if (block->type == POMP_BLOCK_VALUES)
    move_values(m, block);
}

int pomp_write_at(int fd, const void *bytes, size_t size, uint64_t offset) {
  while (size > 0) {
    ssize_t n = pwrite(fd, bytes, size, (off_t)offset);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? errno : EIO;
    bytes = (const char *)bytes + n;
    size -= (size_t)n;
    offset += (uint64_t)n;
  }
  return 0;
}

int pomp_body_write(const struct pomp_body *b, int fd, uint64_t offset, uint32_t first,
                    const struct pomp_renumbering *numbers) {
  struct move m = {b, numbers, offset, first, NULL};
  struct pomp_block *copy = NULL;
  uint64_t room = 0;
  int error = 0;
  for (uint32_t i = 0; !error && i < b->block_count; i++) {
    const struct pomp_body_block *from = &b->blocks[i];
    if (from->size > room) {
      free(copy);
      room = from->size;
      copy = malloc(room);
    }
    if (!copy)
      return ENOMEM;
    memcpy(copy, b->file + from->at, from->size);
    move_block(&m, copy);
    error = pomp_write_at(fd, copy, from->size, offset + from->to);
  }
  free(copy);
  return error;
}

struct pomp_process pomp_body_process(const struct pomp_body *b, uint32_t first,
                                      const struct pomp_renumbering *numbers) {
  struct pomp_process p = {.first_location = first, .locations = b->locations, .header = *header_of(b)};
  uint32_t *const strings[] = {&p.header.program, &p.header.command,  &p.header.directory,
                               &p.header.host,    &p.header.settings, &p.header.writer};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    uint32_t index = index_of(b, *strings[i]);
    *strings[i] = index < numbers->string_count ? numbers->strings[index] : 0;
  }
  p.header.state = POMP_STATE_COMPLETE;
  return p;
}
