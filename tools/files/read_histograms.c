/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_histograms.c - reads the histograms of profile.pomp, and adds those of a region's locations up.
 * Not here: the rest of the file (read_experiment.c), what histograms mean (tools/sums/distribution.c).
 *
 * They are the larger part of a large file, and nothing but their sums is shown. So they are added up where they are,
 * and none is copied. */
#include "files/parse.h"
#include "pomp_histogram.h"
#include "pomp_index.h"

#include <stdlib.h>
#include <string.h>

/* This is known while histograms are added up. A location mostly has the same histograms in the same order as the
 * location before it, so the sum that came next there is tried first. */
struct adding {
  struct experiment *e;
  struct pomp_index index; /* finds a sum by its process and its key */
  uint32_t *followed_by;   /* by sum, plus 1: the sum that came after it last time, plus 1; 0: none */
  uint32_t last, sums_room, followed_room, kept_room;
  uint32_t location, process; /* the last one's, and its process */
  bool alone;                 /* its histograms are alone */
};

struct wanted {
  const struct histogram_sum *sums;
  uint32_t process, key;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return w->sums[i].process == w->process && w->sums[i].key == w->key;
}

/* Returns the sum of a region, which is made if it is new. NULL: there is not enough memory. */
static struct histogram_sum *find_sum(struct adding *a, uint32_t process, uint32_t key) {
  struct experiment *e = a->e;
  if (!POMP_ARRAY_ROOM(e->histogram_sums, a->sums_room, e->histogram_sum_count + 1ull) ||
      !POMP_ARRAY_ROOM(a->followed_by, a->followed_room, e->histogram_sum_count + 2ull) ||
      !pomp_index_room(&a->index, e->histogram_sum_count + 1ull))
    return NULL;
  if (!e->histogram_sum_count)
    a->followed_by[0] = 0;
  struct wanted w = {e->histogram_sums, process, key};
  uint32_t hash = pomp_hash(process, key);
  struct pomp_slot *slot = pomp_index_find(&a->index, hash, is_wanted, &w);
  if (!slot->number) {
    e->histogram_sums[e->histogram_sum_count] = (struct histogram_sum){.process = process, .key = key};
    pomp_index_put(&a->index, slot, hash, e->histogram_sum_count++);
    a->followed_by[slot->number] = 0;
  }
  a->followed_by[a->last] = slot->number;
  a->last = slot->number;
  return &e->histogram_sums[slot->number - 1];
}

static struct histogram_sum *sum_of(struct adding *a, uint32_t process, uint32_t key) {
  uint32_t next = a->followed_by ? a->followed_by[a->last] : 0;
  struct histogram_sum *sum = next ? &a->e->histogram_sums[next - 1] : NULL;
  if (!sum || sum->key != key || sum->process != process)
    return find_sum(a, process, key);
  a->last = next;
  return sum;
}

bool experiment_histogram_is_full(const uint32_t *visits) {
  uint32_t full = 0;
  for (uint32_t i = 0; i < POMP_HISTOGRAM_BUCKETS; i++)
    full |= visits[i] == UINT32_MAX;
  return full != 0;
}

/* A histogram is alone if something is to be said of its location: where a number is full, how many visits it has
 * lost; where others found no room, which location has one, as a trace has all. */
static bool add(struct adding *a, const struct pomp_histogram *h) {
  struct experiment *e = a->e;
  if (h->location != a->location) {
    const uint32_t process = e->locations[a->location = h->location].process;
    const struct pomp_header *header = &e->processes[a->process = process].header;
    a->alone = header->histograms_missing && header->traced;
  }
  if (a->alone || experiment_histogram_is_full(h->visits)) {
    if (!POMP_ARRAY_ROOM(e->histograms, a->kept_room, e->histogram_count + 1ull))
      return false;
    struct histogram *kept = &e->histograms[e->histogram_count++];
    *kept = (struct histogram){.key = h->key, .location = h->location};
    memcpy(kept->visits, h->visits, sizeof kept->visits);
    return true;
  }
  struct histogram_sum *sum = sum_of(a, a->process, h->key);
  for (uint32_t i = 0; sum && i < POMP_HISTOGRAM_BUCKETS; i++)
    sum->visits[i] += h->visits[i]; /* too few histograms fit into a file for an overflow */
  return sum != NULL;
}

static int by_region(const void *x, const void *y) {
  const struct histogram_sum *a = x, *b = y;
  if (a->process != b->process)
    return a->process < b->process ? -1 : 1;
  return a->key < b->key ? -1 : a->key > b->key;
}

struct histogram_sum *experiment_histogram_sum(const struct experiment *e, uint32_t process, uint32_t key) {
  const struct histogram_sum wanted = {.process = process, .key = key};
  return e->histogram_sum_count ? bsearch(&wanted, e->histogram_sums, e->histogram_sum_count, sizeof wanted, by_region)
                                : NULL;
}

void experiment_histogram_add(struct experiment *e, uint32_t location, uint32_t key, uint64_t ticks) {
  const uint32_t bucket = pomp_histogram_bucket(ticks);
  struct histogram *alone = NULL;
  for (uint32_t i = 0; i < e->histogram_count && !alone; i++)
    alone = e->histograms[i].location == location && e->histograms[i].key == key ? &e->histograms[i] : NULL;
  struct histogram_sum *sum = alone ? NULL : experiment_histogram_sum(e, e->locations[location].process, key);
  if (alone)
    alone->visits[bucket] += alone->visits[bucket] != UINT32_MAX;
  else if (sum)
    sum->visits[bucket]++;
}

static bool is_known_key(const struct experiment *e, uint32_t key) {
  uint32_t construct = POMP_KEY_CONSTRUCT(key), role = POMP_KEY_ROLE(key);
  return construct && construct <= e->construct_count && role < POMP_ROLE_COUNT;
}

/* Counts the visit that the location's thread had no time to count. */
static void add_late(struct pomp_histogram *h, uint64_t at, uint64_t late) {
  uint32_t *visits = &h->visits[pomp_histogram_bucket(late & POMP_LATE_MASK)];
  *visits += (late & ~(uint64_t)POMP_LATE_MASK) == at << POMP_LATE_SHIFT && *visits != UINT32_MAX;
}

/* A copy that was made while the program ran may have a histogram of a construct or a location that it lacks. */
static enum histograms_result read_all(struct adding *a, const struct reader *r) {
  struct experiment *e = a->e;
  for (uint32_t k = 0; k < r->histograms.count; k++)
    for (uint32_t i = 0; i < r->histograms.blocks[k].count; i++) {
      struct pomp_histogram h;
      const uint64_t at = r->histograms.blocks[k].at + (uint64_t)i * sizeof h;
      memcpy(&h, r->bytes + at, sizeof h);
      h.location = reader_location(r, h.location);
      bool known = h.location < e->location_count && is_known_key(e, h.key);
      if (known && !e->processes[e->locations[h.location].process].header.end_tick)
        add_late(&h, at, e->locations[h.location].late);
      if (!known && e->header.state == POMP_STATE_COMPLETE)
        return HISTOGRAMS_BROKEN;
      if (known && !add(a, &h))
        return HISTOGRAMS_NO_MEMORY;
    }
  return HISTOGRAMS_READ;
}

enum histograms_result histograms_read(struct reader *r) {
  struct adding a = {.e = r->e, .location = NO_LOCATION};
  enum histograms_result result = read_all(&a, r);
  if (r->e->histogram_sum_count)
    qsort(r->e->histogram_sums, r->e->histogram_sum_count, sizeof *r->e->histogram_sums, by_region);
  pomp_index_free(&a.index);
  free(a.followed_by);
  return result;
}
