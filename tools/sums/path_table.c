/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_table.c - numbers call paths while they are found, and sorts them when all are there. */
#include "sums/path_table.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

struct wanted {
  const struct path_table *table;
  uint32_t parent, key;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return w->table->parents[i] == w->parent && w->table->keys[i] == w->key;
}

static bool more_room(struct path_table *t) {
  struct analysis *a = t->a;
  const uint64_t needed = a->path_count + 1ull;
  return pomp_index_room(&t->index, needed) && POMP_ARRAY_ROOM(a->paths, t->paths_room, needed) &&
         POMP_ARRAY_ROOM(t->keys, t->keys_room, needed) && POMP_ARRAY_ROOM(t->parents, t->parents_room, needed) &&
         POMP_ARRAY_ROOM(t->followed_by, t->followed_room, needed);
}

static uint32_t look_up(struct path_table *t, uint32_t parent, uint32_t key) {
  struct analysis *a = t->a;
  const struct wanted w = {t, parent, key};
  const uint32_t hash = pomp_hash(parent, key);
  if (!more_room(t))
    return NO_PATH;
  struct pomp_slot *slot = pomp_index_find(&t->index, hash, is_wanted, &w);
  if (slot->number)
    return slot->number - 1;
  const uint32_t made = a->path_count++;
  pomp_index_put(&t->index, slot, hash, made);
  t->keys[made] = key;
  t->parents[made] = parent;
  t->followed_by[made] = 0;
  a->paths[made] = (struct path){.parent = parent,
                                 .depth = parent == NO_PATH ? 0 : a->paths[parent].depth + 1,
                                 .first_child = NO_PATH,
                                 .next_sibling = NO_PATH,
                                 .totals = totals_of_nothing};
  metrics_give(a, &a->paths[made].totals, OF_PATHS, made);
  return made;
}

/* One location mostly has been through the same regions in the same order as the one before it: so the path that came
 * next there is tried first. */
uint32_t path_table_find(struct path_table *t, uint32_t parent, uint32_t key) {
  uint32_t at = t->a->path_count ? t->followed_by[t->last] : 0;
  if (at && t->parents[at - 1] == parent && t->keys[at - 1] == key)
    return t->last = at - 1;
  if ((at = look_up(t, parent, key)) == NO_PATH)
    return NO_PATH;
  t->followed_by[t->last] = at + 1;
  return t->last = at;
}

/* Finds the places level by level. `first` and `next` need no contents; siblings come in the order of `order`, which is
 * used up. */
static void find_levels(const struct analysis *a, uint32_t *place, uint32_t *order, uint32_t *first, uint32_t *next) {
  uint32_t reached = 1;
  memset(first, 0xff, a->path_count * sizeof *first); /* NO_PATH */
  for (uint32_t i = a->path_count; i-- > 0;) {
    const uint32_t path = order[i], parent = a->paths[path].parent;
    if (parent == NO_PATH)
      continue;
    next[path] = first[parent];
    first[parent] = path;
  }
  order[0] = 0;
  for (uint32_t i = 0; i < reached; i++) {
    place[order[i]] = i;
    for (uint32_t child = first[order[i]]; child != NO_PATH; child = next[child])
      order[reached++] = child;
  }
}

static const uint64_t *sorted_first;
static int by_first(const void *x, const void *y) {
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  const uint64_t first = sorted_first[a], second = sorted_first[b];
  return first != second ? (first < second ? -1 : 1) : (a < b ? -1 : a > b);
}

bool path_table_is_nested(const struct path_table *t, uint32_t path) {
  uint32_t above = t->parents[path];
  while (above != NO_PATH && t->keys[above] != t->keys[path])
    above = t->parents[above];
  return above != NO_PATH;
}

bool path_table_sort(struct path_table *t, const uint64_t *first, uint32_t *place) {
  struct analysis *a = t->a;
  const uint32_t count = a->path_count;
  uint32_t *links = malloc((4ull * count + 1) * sizeof *links), *order = links;
  struct path *sorted = malloc((count + 1ull) * sizeof *sorted);
  const bool good = links && sorted;
  for (uint32_t i = 0; good && i < count; i++)
    order[i] = i;
  sorted_first = first;
  if (good && first)
    qsort(order, count, sizeof *order, by_first);
  if (good && count) {
    uint32_t *keys = links + count;
    find_levels(a, place, order, links + 2ull * count, links + 3ull * count);
    for (uint32_t i = 0; i < count; i++) {
      sorted[place[i]] = a->paths[i];
      keys[place[i]] = t->keys[i];
      if (a->paths[i].parent != NO_PATH)
        sorted[place[i]].parent = place[a->paths[i].parent];
    }
    memcpy(a->paths, sorted, count * sizeof *sorted);
    memcpy(t->keys, keys, count * sizeof *keys);
  }
  free(links);
  free(sorted);
  return good;
}

bool path_table_give_regions(const struct path_table *t) {
  struct analysis *a = t->a;
  if (!regions_find(a, t->keys, a->path_count))
    return false;
  for (uint32_t i = 0; i < a->path_count; i++)
    a->paths[i].region = regions_at(a, t->keys[i]);
  return true;
}

void path_table_free(struct path_table *t) {
  pomp_index_free(&t->index);
  free(t->keys);
  free(t->parents);
  free(t->followed_by);
}
