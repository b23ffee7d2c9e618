/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pprof_places.c - finds the places of sampled stacks, each once.
 * Not here: what the stacks are (tools/sums). */
#include "commands/convert/pprof_places.h"
#include "pomp_array.h"

static bool is_same(const void *context, uint32_t i) {
  const struct pprof_place *const *both = context, *all = both[0], *wanted = both[1];
  return all[i].place == wanted->place && all[i].into == wanted->into;
}

static bool place_of(struct pprof_places *p, struct pprof_place wanted, uint32_t *place) {
  if (!POMP_ARRAY_ROOM(p->all, p->room, p->count + 1ull) || !pomp_index_room(&p->index, p->count + 1ull))
    return false;
  const struct pprof_place *both[] = {p->all, &wanted};
  uint32_t hash = pomp_hash(wanted.place, wanted.into);
  struct pomp_slot *slot = pomp_index_find(&p->index, hash, is_same, both);
  if (!slot->number) {
    p->all[p->count] = wanted;
    pomp_index_put(&p->index, slot, hash, p->count++);
  }
  *place = slot->number - 1;
  return true;
}

/* A frame that is inlined has the place of the frame before as its outer part, which is no place by itself then. */
static bool find_of_row(struct pprof_places *p, const struct samples *s, const struct sample_row *r) {
  uint32_t lines = 0;
  for (uint32_t k = r->first; k < r->first + r->length; k++) {
    const uint32_t place = s->stack[k].place;
    p->frames[k] = NO_PLACE;
    if (place == NO_PLACE)
      continue;
    bool inlined = s->places[place].inlined && k > r->first && p->frames[k - 1] != NO_PLACE;
    struct pprof_place wanted = {place, inlined ? p->frames[k - 1] : NO_PLACE};
    if (!place_of(p, wanted, &p->frames[k]))
      return false;
    if (inlined)
      p->frames[k - 1] = NO_PLACE;
    lines = inlined ? lines + 1 : 1;
    p->lines = lines > p->lines ? lines : p->lines;
  }
  return true;
}

bool pprof_places_find(struct pprof_places *p, const struct samples *s) {
  bool good = (p->frames = malloc((s->stack_count + 1ull) * sizeof *p->frames)) != NULL;
  for (uint32_t i = 0; good && i < s->row_count; i++)
    good = find_of_row(p, s, &s->rows[i]);
  return good;
}

void pprof_places_free(struct pprof_places *p) {
  free(p->all);
  free(p->frames);
  pomp_index_free(&p->index);
}
