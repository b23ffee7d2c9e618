/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_index.c - makes an index of the call paths of an analysis, and looks paths up in it. */
#include "sums/path_index.h"

struct sought {
  const struct analysis *a;
  uint32_t parent, key;
};
static bool is_sought(const void *context, uint32_t path) {
  const struct sought *s = context;
  const struct path *p = &s->a->paths[path];
  return p->parent == s->parent && s->a->regions[p->region].key == s->key;
}

bool path_index_make(struct path_index *p) {
  const struct analysis *a = p->a;
  if (!pomp_index_room(&p->index, a->path_count))
    return false;
  for (uint32_t i = 0; i < a->path_count; i++) {
    const struct sought s = {a, a->paths[i].parent, a->regions[a->paths[i].region].key};
    const uint32_t hash = pomp_hash(s.parent, s.key);
    pomp_index_put(&p->index, pomp_index_find(&p->index, hash, is_sought, &s), hash, i);
  }
  return true;
}

uint32_t path_index_find(const struct path_index *p, uint32_t parent, uint32_t key) {
  const struct sought s = {p->a, parent, key};
  return pomp_index_find(&p->index, pomp_hash(parent, key), is_sought, &s)->number - 1;
}

void path_index_free(struct path_index *p) { pomp_index_free(&p->index); }
