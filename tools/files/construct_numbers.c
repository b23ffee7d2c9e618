/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_numbers.c - finds a construct among those of the joined experiment, by what it says, and adds it if it is
 * new. */
#include "files/construct_numbers.h"

#include <string.h>

static uint32_t hash_construct(const struct construct *c) {
  uint64_t hash =
      pomp_hash_text(pomp_hash_text(pomp_hash_text(pomp_hash_text(0, c->name), c->sub_name), c->file), c->function);
  hash = pomp_hash(pomp_hash_text(pomp_hash_text(hash, c->place), c->module), c->address);
  if (c->clauses)
    hash = pomp_hash(pomp_hash_text(hash, c->clauses), c->facts);
  return pomp_hash(hash, (uint64_t)(uint32_t)c->begin_line1 << 32 | (uint32_t)c->end_lineN);
}

static bool same_clauses(const struct construct *a, const struct construct *b) {
  return (a->clauses ? b->clauses && strcmp(a->clauses, b->clauses) == 0 : !b->clauses) && a->facts == b->facts &&
         a->num_threads == b->num_threads && a->chunk == b->chunk && a->iterations == b->iterations;
}

static bool same_construct(const struct construct *a, const struct construct *b) {
  return a->begin_line1 == b->begin_line1 && a->begin_lineN == b->begin_lineN && a->end_line1 == b->end_line1 &&
         a->end_lineN == b->end_lineN && a->num_sections == b->num_sections && a->is_site == b->is_site &&
         a->address == b->address && strcmp(a->module, b->module) == 0 && strcmp(a->build, b->build) == 0 &&
         strcmp(a->name, b->name) == 0 && strcmp(a->sub_name, b->sub_name) == 0 && strcmp(a->file, b->file) == 0 &&
         strcmp(a->place, b->place) == 0 && strcmp(a->function, b->function) == 0 && same_clauses(a, b);
}

struct wanted {
  const struct experiment *in;
  const struct construct *construct;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return same_construct(&w->in->constructs[i], w->construct);
}

uint32_t construct_number(struct experiment *e, struct pomp_index *constructs, const struct construct *c) {
  const struct wanted w = {e, c};
  const uint32_t hash = hash_construct(c);
  struct pomp_slot *slot = pomp_index_find(constructs, hash, is_wanted, &w);
  if (!slot->number) {
    e->constructs[e->construct_count] = *c;
    pomp_index_put(constructs, slot, hash, e->construct_count++);
  }
  e->constructs[slot->number - 1].is_left_out |= c->is_left_out;
  return slot->number;
}
