/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_sums.c - adds up what the call paths of a rank have region by region, and merges the sums of several ranks.
 * Not here: messages and the job's file (merge.c), what nodes are (rank_file.c). */
#include "job/rank_sums.h"
#include "pomp_array.h"
#include "pomp_sums.h"

#include <stdlib.h>
#include <string.h>

void pomp_rank_sums_free(struct pomp_rank_sums *s) {
  free(s->rows);
  pomp_index_free(&s->by_key);
  *s = (struct pomp_rank_sums){.count = 0};
}

struct key_sought {
  const struct pomp_rank_sums *s;
  uint32_t key;
};
static bool is_key(const void *context, uint32_t number) {
  const struct key_sought *sought = context;
  return sought->s->rows[number].key == sought->key;
}

static const struct pomp_sums *find(const struct pomp_rank_sums *s, uint32_t key) {
  const struct key_sought sought = {s, key};
  const struct pomp_slot *slot = pomp_index_find(&s->by_key, pomp_hash(key, 0), is_key, &sought);
  return slot->number ? &s->rows[slot->number - 1] : NULL;
}

/* Returns the row of a key, which is made if there is none; NULL: no memory. */
static struct pomp_sums *row_of(struct pomp_rank_sums *s, uint32_t key) {
  const struct key_sought sought = {s, key};
  const uint32_t hash = pomp_hash(key, 0);
  if (!pomp_index_room(&s->by_key, s->count + 1ull) || !POMP_ARRAY_ROOM(s->rows, s->room, s->count + 1ull)) {
    s->head.flags |= POMP_SUMS_LACK;
    return NULL;
  }
  struct pomp_slot *slot = pomp_index_find(&s->by_key, hash, is_key, &sought);
  if (!slot->number) {
    s->rows[s->count] = (struct pomp_sums){.key = key, .min = UINT64_MAX};
    pomp_index_put(&s->by_key, slot, hash, s->count++);
  }
  return &s->rows[slot->number - 1];
}

static void add_row(struct pomp_rank_sums *s, const struct pomp_sums *from) {
  struct pomp_sums *to = row_of(s, from->key);
  if (to)
    pomp_sums_add(to, from);
}

void pomp_rank_sums_add(struct pomp_rank_sums *s, const struct pomp_node *nodes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const struct pomp_node *n = &nodes[i];
    add_row(s, &(struct pomp_sums){n->key, 0, 1, n->visits, n->inclusive, n->wait, n->min, n->max, 0});
    s->head.visits += n->visits;
    s->head.inclusive += n->inclusive;
    s->head.wait += n->wait;
  }
  s->head.nodes += count;
}

static int by_construct(const void *x, const void *y) {
  const struct pomp_sums *a = x, *b = y;
  const uint32_t one = POMP_KEY_CONSTRUCT(a->key), other = POMP_KEY_CONSTRUCT(b->key);
  return one != other ? (one < other ? -1 : 1) : a->key < b->key ? -1 : a->key > b->key;
}

void pomp_rank_sums_sort(struct pomp_rank_sums *s) {
  if (s->count)
    qsort(s->rows, s->count, sizeof *s->rows, by_construct);
}

void *pomp_rank_sums_pack(const struct pomp_rank_sums *s, size_t *size) {
  *size = sizeof s->head + s->count * sizeof *s->rows;
  char *bytes = malloc(*size);
  if (bytes) {
    memcpy(bytes, &s->head, sizeof s->head);
    if (s->count)
      memcpy(bytes + sizeof s->head, s->rows, s->count * sizeof *s->rows);
  }
  return bytes;
}

bool pomp_rank_sums_merge(struct pomp_rank_sums *s, const void *packed, size_t size) {
  struct pomp_sums_head head;
  struct pomp_sums row;
  if (size < sizeof head || (size - sizeof head) % sizeof row)
    return false;
  memcpy(&head, packed, sizeof head);
  s->head.flags |= head.flags;
  s->head.processes += head.processes;
  s->head.locations += head.locations;
  s->head.nodes += head.nodes;
  s->head.visits += head.visits;
  s->head.inclusive += head.inclusive;
  s->head.wait += head.wait;
  for (size_t at = sizeof head; at < size; at += sizeof row) {
    memcpy(&row, (const char *)packed + at, sizeof row);
    add_row(s, &row);
  }
  return true;
}

/* Makes a row of a key that has other numbers than before. False: it has none. */
static bool differ(const struct pomp_sums *now, const struct pomp_sums *before, struct pomp_sums *row) {
  *row = *now;
  if (!before)
    return true;
  row->nodes -= before->nodes;
  row->visits -= before->visits;
  row->inclusive -= before->inclusive;
  row->wait -= before->wait;
  return row->nodes || row->visits || row->inclusive || row->wait || now->min != before->min || now->max != before->max;
}

void pomp_rank_sums_since(const struct pomp_rank_sums *now, const struct pomp_rank_sums *before, uint32_t rank,
                          struct pomp_block *block) {
  struct pomp_sums_head *head = (struct pomp_sums_head *)(void *)(block + 1);
  struct pomp_sums *rows = (struct pomp_sums *)(void *)(head + 1);
  const uint32_t first = sizeof *block + sizeof *head, room = (POMP_FORMAT_ALIGN - first) / sizeof *rows;
  memset(block, 0, POMP_FORMAT_ALIGN);
  *block = (struct pomp_block){.type = POMP_BLOCK_SUMS, .size = POMP_FORMAT_ALIGN, .first = first};
  *head = now->head;
  head->flags |= before->head.flags | POMP_SUMS_SINCE;
  head->rank = rank;
  for (uint32_t i = 0; i < now->count; i++) {
    struct pomp_sums row;
    if (!differ(&now->rows[i], find(before, now->rows[i].key), &row))
      continue;
    if (block->count == room) {
      head->flags |= POMP_SUMS_LACK;
      return;
    }
    rows[block->count++] = row;
  }
}
