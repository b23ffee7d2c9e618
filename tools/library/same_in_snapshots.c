/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_in_snapshots.c - finds the regions, call paths and locations of a snapshot in the one before.
 * Not here: their values (read_values.c).
 *
 * In a process, numbers of constructs and locations stay as they are, and more come behind. In a job they follow from
 * all ranks, and a new construct or location of a rank changes the numbers of other ranks. */
#include "files/state_match.h"
#include "library/read_internal.h"
#include "pomp_index.h"
#include "pomp_read.h"

#include <stdlib.h>
#include <string.h>

/* --- regions --- */

static bool is_same_region(const struct region *a, const struct region *b) {
  return a->role == b->role && same_construct(a->construct, b->construct);
}

static uint32_t hash_region(const struct region *r) {
  const struct construct *c = r->construct;
  if (!c)
    return pomp_hash(0, r->role);
  uint32_t hash = pomp_hash(pomp_hash_text(pomp_hash_text(0, c->file), c->function), r->role);
  return pomp_hash(pomp_hash_text(hash, c->name), (uint32_t)c->begin_line1);
}

struct wanted_region {
  const struct analysis *in;
  const struct region *region;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted_region *w = context;
  return is_same_region(&w->in->regions[i], w->region);
}

/* Most often a region has its key still. */
static bool find_regions(struct same *same, const struct analysis *now, const struct analysis *before) {
  struct pomp_index by_what = {.slots = NULL};
  if (!pomp_index_room(&by_what, before->region_count + 1ull))
    return false;
  for (uint32_t i = 0; i < before->region_count; i++) {
    struct wanted_region w = {before, &before->regions[i]};
    uint32_t hash = hash_region(w.region);
    struct pomp_slot *slot = pomp_index_find(&by_what, hash, is_wanted, &w);
    if (!slot->number)
      pomp_index_put(&by_what, slot, hash, i);
  }
  for (uint32_t i = 0; i < now->region_count; i++) {
    struct wanted_region w = {before, &now->regions[i]};
    uint32_t found = analysis_region(before, w.region->key);
    if (found == NO_REGION || !is_same_region(&before->regions[found], w.region)) {
      struct pomp_slot *slot = pomp_index_find(&by_what, hash_region(w.region), is_wanted, &w);
      found = slot->number ? slot->number - 1 : POMP_READ_NONE;
    }
    same->region[i] = found;
  }
  pomp_index_free(&by_what);
  return true;
}

/* --- call paths --- */

static uint32_t find_path(const struct same *same, const struct analysis *now, const struct analysis *before,
                          uint32_t path) {
  const struct path *p = &now->paths[path];
  uint32_t region = same->region[p->region];
  if (path == 0)
    return before->path_count ? 0 : POMP_READ_NONE;
  uint32_t parent = same->path[p->parent];
  if (parent == POMP_READ_NONE || region == POMP_READ_NONE)
    return POMP_READ_NONE;
  for (uint32_t i = before->paths[parent].first_child; i != NO_PATH; i = before->paths[i].next_sibling)
    if (before->paths[i].region == region)
      return i;
  return POMP_READ_NONE;
}

/* --- locations --- */

static void find_locations(struct same *same, const struct experiment *now, const struct experiment *before) {
  for (uint32_t i = 0; i < now->process_count; i++) {
    const struct process *p = &now->processes[i];
    const uint32_t at = same_process(before, p, i);
    const struct process *o = at != NO_PROCESS ? &before->processes[at] : NULL;
    for (uint32_t k = 0; k < p->location_count; k++)
      same->location[p->first_location + k] = o && k < o->location_count ? o->first_location + k : POMP_READ_NONE;
  }
}

/* --- all --- */

bool same_find(struct same *same, const struct analysis *now, const struct analysis *before) {
  const uint32_t locations = now->experiment->location_count;
  same->region = malloc((now->region_count + 1ull) * sizeof *same->region);
  same->path = malloc((now->path_count + 1ull) * sizeof *same->path);
  same->location = malloc((locations + 1ull) * sizeof *same->location);
  if (!same->region || !same->path || !same->location || !find_regions(same, now, before))
    return false;
  for (uint32_t i = 0; i < now->path_count; i++)
    same->path[i] = find_path(same, now, before, i);
  for (uint32_t i = 0; i < locations; i++)
    same->location[i] = POMP_READ_NONE;
  find_locations(same, now->experiment, before->experiment);
  return true;
}

void same_free(struct same *same) {
  free(same->region);
  free(same->path);
  free(same->location);
  *same = (struct same){NULL, NULL, NULL};
}
