/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_locations.c - notes which regions a location has met, and adds up over locations what regions have.
 *
 * Members of a team mostly meet the same regions, in the same order. So locations that have met the same are counted
 * together, and who meets them as the location before has is not looked for. */
#include "sums/region_locations.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* --- regions --- */

static bool has_key(const void *context, uint32_t i) {
  const struct region_locations *m = ((const void *const *)context)[0];
  return m->regions[i].key == *(const uint32_t *)((const void *const *)context)[1];
}

static struct pomp_slot *slot_of(const struct region_locations *m, uint32_t key) {
  const void *context[] = {m, &key};
  return pomp_index_find(&m->by_key, pomp_hash(key, 0), has_key, context);
}

uint32_t region_locations_number(struct region_locations *m, uint32_t key) {
  if (!pomp_index_room(&m->by_key, m->region_count + 1ull) ||
      !POMP_ARRAY_ROOM(m->regions, m->regions_room, m->region_count + 1ull) ||
      !POMP_ARRAY_ROOM(m->here, m->here_room, m->region_count + 1ull))
    return UINT32_MAX;
  struct pomp_slot *slot = slot_of(m, key);
  if (!slot->number) {
    m->regions[m->region_count] = (struct located_region){.key = key, .exclusive = {.min = UINT64_MAX}};
    pomp_index_put(&m->by_key, slot, pomp_hash(key, 0), m->region_count++);
  }
  return slot->number - 1;
}

uint32_t region_locations_find(const struct region_locations *m, uint32_t key) { return slot_of(m, key)->number - 1; }

/* --- sets of them --- */

static int by_number(const void *x, const void *y) {
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static bool has_members(const void *context, uint32_t i) {
  const struct region_locations *m = context;
  const struct location_set *s = &m->sets[i];
  return s->count == m->here_count && memcmp(m->members + s->first, m->here, s->count * sizeof *m->here) == 0;
}

/* Finds the set of the regions that are here, in ascending order, and adds it if it is new. */
static bool find_set(struct region_locations *m) {
  uint32_t hash = 0;
  for (uint32_t i = 0; i < m->here_count; i++)
    hash = pomp_hash(hash, m->here[i]);
  if (!pomp_index_room(&m->by_members, m->set_count + 1ull))
    return false;
  struct pomp_slot *slot = pomp_index_find(&m->by_members, hash, has_members, m);
  if (!slot->number) {
    if (!POMP_ARRAY_ROOM(m->sets, m->sets_room, m->set_count + 1ull) ||
        !POMP_ARRAY_ROOM(m->members, m->members_room, m->member_count + m->here_count))
      return false;
    memcpy(m->members + m->member_count, m->here, m->here_count * sizeof *m->here);
    m->sets[m->set_count] = (struct location_set){.first = m->member_count, .count = m->here_count};
    m->member_count += m->here_count;
    pomp_index_put(&m->by_members, slot, hash, m->set_count++);
  }
  m->last_set = slot->number - 1;
  return true;
}

bool region_locations_end(struct region_locations *m) {
  const size_t size = m->here_count * sizeof *m->here;
  for (uint32_t i = 0; i < m->here_count; i++) {
    struct located_region *r = &m->regions[m->here[i]];
    spread_add(&r->exclusive, r->self);
    r->locations++;
    r->self = 0;
    r->here = false;
  }
  if (!m->set_count || m->here_count != m->before_count || memcmp(m->here, m->before, size) != 0) {
    if (!POMP_ARRAY_ROOM(m->before, m->before_room, m->here_count + 1ull))
      return false;
    memcpy(m->before, m->here, size);
    m->before_count = m->here_count;
    qsort(m->here, m->here_count, sizeof *m->here, by_number);
    if (!find_set(m))
      return false;
  }
  m->sets[m->last_set].locations++;
  m->here_count = 0;
  return true;
}

bool region_locations_set(struct region_locations *m, const uint32_t *numbers, uint32_t count, uint32_t locations) {
  if (!POMP_ARRAY_ROOM(m->here, m->here_room, count + 1ull))
    return false;
  if (count)
    memcpy(m->here, numbers, count * sizeof *numbers);
  m->here_count = count;
  qsort(m->here, count, sizeof *m->here, by_number);
  const bool good = find_set(m);
  m->sets[m->last_set].locations += good ? locations : 0;
  m->here_count = 0;
  return good;
}

/* --- the whole --- */

void region_locations_give(const struct region_locations *m, struct analysis *a) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct pomp_slot *slot = slot_of(m, a->regions[i].key);
    if (!slot->number)
      continue;
    const struct located_region *r = &m->regions[slot->number - 1];
    a->regions[i].shares = r->locations;
    a->regions[i].totals.inclusive = r->inclusive;
    a->regions[i].exclusive = spread_of(&r->exclusive, r->locations);
  }
}

bool region_locations_count(const struct analysis *a, const uint32_t *regions, uint32_t count, uint32_t *locations) {
  const struct region_locations *m = a->region_locations;
  bool *wanted = calloc(m->region_count + 1ull, sizeof *wanted);
  *locations = 0;
  for (uint32_t i = 0; wanted && i < count; i++) {
    const struct pomp_slot *slot = slot_of(m, a->regions[regions[i]].key);
    if (slot->number)
      wanted[slot->number - 1] = true;
  }
  for (uint32_t i = 0; wanted && i < m->set_count; i++)
    for (uint32_t k = 0; k < m->sets[i].count; k++)
      if (wanted[m->members[m->sets[i].first + k]]) {
        *locations += m->sets[i].locations;
        break;
      }
  free(wanted);
  return wanted != NULL;
}

void region_locations_clear(struct region_locations *m) {
  pomp_index_free(&m->by_key);
  pomp_index_free(&m->by_members);
  free(m->regions);
  free(m->sets);
  free(m->members);
  free(m->here);
  free(m->before);
}

void region_locations_free(struct region_locations *m) {
  if (m)
    region_locations_clear(m);
  free(m);
}
