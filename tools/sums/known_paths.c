/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* known_paths.c - finds which call path a node of another location has, as the file tells it, while locations come by.
 * Not here: the paths (path_table.h), what they add up to (sums.c). */
#include "pomp_array.h"
#include "pomp_hash.h"
#include "sums/sums_state.h"

#include <stdlib.h>

static bool is_known(const void *context, uint32_t i) {
  const struct known_paths *k = ((const void *const *)context)[0];
  return k->known[i].number == *(const uint32_t *)((const void *const *)context)[1];
}

static uint32_t look_up(const struct known_paths *k, uint32_t number) {
  const void *context[] = {k, &number};
  const struct pomp_slot *slot = pomp_index_find(&k->index, pomp_hash(number, 0), is_known, context);
  return slot->number ? k->known[slot->number - 1].path : NO_PATH;
}

static bool know(struct known_paths *k, uint32_t number, uint32_t path) {
  const void *context[] = {k, &number};
  if (!pomp_index_room(&k->index, k->known_count + 1ull) ||
      !POMP_ARRAY_ROOM(k->known, k->known_room, k->known_count + 1ull))
    return false;
  const uint32_t hash = pomp_hash(number, 0);
  pomp_index_put(&k->index, pomp_index_find(&k->index, hash, is_known, context), hash, k->known_count);
  k->known[k->known_count++] = (struct known){number, path};
  return true;
}

uint32_t known_path(struct known_paths *k, uint32_t number) {
  uint32_t count = 0, path = NO_PATH;
  struct node_above n;
  for (uint32_t at = number; at && (path = look_up(k, at)) == NO_PATH; at = n.above) {
    const bool in_circle = count >= k->node_count;
    if (in_circle || !experiment_above(k->reader, at, &n) || POMP_KEY_ROLE(n.key) == POMP_ROLE_BLAME ||
        !POMP_ARRAY_ROOM(k->up, k->up_room, count + 1ull))
      return NO_PATH;
    k->up[count++] = (struct known){at, n.key};
  }
  while (count--) {
    path = path_table_find(k->table, path, k->up[count].path);
    if (path == NO_PATH || !know(k, k->up[count].number, path))
      return NO_PATH;
  }
  return path;
}

void known_paths_free(struct known_paths *k) {
  pomp_index_free(&k->index);
  free(k->known);
  free(k->up);
}
