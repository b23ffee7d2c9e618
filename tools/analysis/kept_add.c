/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_add.c - adds the processes of a job to what kept.h keeps.
 * Not here: how it is read again (kept.c). */
#include "kept_rows.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* --- the paths of the whole --- */

/* Finds out which paths of the whole those of a process are; a parent comes before its children. */
static bool find_paths(struct kept *k, const struct analysis *part) {
  if (!POMP_ARRAY_ROOM(k->path_of, k->path_room, part->path_count + 0ull))
    return false;
  for (uint32_t i = 0; i < part->path_count; i++) {
    const struct path *p = &part->paths[i];
    const uint32_t parent = p->parent == NO_PATH ? NO_PATH : k->path_of[p->parent];
    k->path_of[i] = path_index_find(&k->path_index, parent, part->regions[p->region].key);
  }
  return true;
}

/* Returns a row of what a location has, until the next call. */
static const unsigned char *row_of(struct kept *k, uint32_t location, uint32_t of, const struct totals *t) {
  unsigned char *at = k->row;
  memcpy(at, &(struct kept_head){location, of}, sizeof(struct kept_head));
  memcpy(at += sizeof(struct kept_head), t, KEPT_TOTALS);
  at += KEPT_TOTALS;
  if (k->messages) {
    memcpy(at, &t->messages, sizeof t->messages);
    at += sizeof t->messages;
  }
  if (t->metric_count)
    memcpy(at, t->metrics, t->metric_count * sizeof *t->metrics);
  return k->row;
}

/* --- a process --- */

static int by_rank_and_time(const void *x, const void *y) {
  const struct kept_listed *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->exclusive != b->exclusive)
    return a->exclusive < b->exclusive ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Adds what a location of the process has of a region to the lines that are asked for. */
static bool add_share(struct kept *k, uint32_t first, uint32_t region, const struct share *s, const struct totals *t) {
  const unsigned char *row = row_of(k, first + s->location, region, t);
  if (k->what & KEPT_REGIONS && !spill_add(&k->rows, region, row))
    return false;
  if (!(k->what & KEPT_LISTED) || (!region && !s->exclusive))
    return true;
  if (!POMP_ARRAY_ROOM(k->listed, k->listed_room, k->listed_count + 1ull) ||
      !pomp_array_room((void *)&k->bytes, &k->bytes_room, k->listed_count + 1ull, k->rows.row))
    return false;
  memcpy(k->bytes + k->listed_count * k->rows.row, row, k->rows.row);
  k->listed[k->listed_count] = (struct kept_listed){k->rank[s->location], region, t->exclusive, k->listed_count};
  k->listed_count++;
  return true;
}

static bool add_regions(struct kept *k, const struct analysis *whole, uint32_t first, const struct analysis *part,
                        uint64_t *vectors) {
  struct metric_sum sums[METRICS];
  bool good = true;
  for (uint32_t r = 0; r < whole->region_count && good; r++) {
    const uint32_t at = analysis_region(part, whole->regions[r].key);
    if (at == NO_REGION)
      continue;
    const uint32_t count = part->regions[at].shares;
    const struct share *shares = analysis_shares(part, &part->regions[at]);
    if (vectors)
      group_vectors_add(&k->groups, r, shares, count, vectors);
    for (uint32_t i = 0; k->what & (KEPT_REGIONS | KEPT_LISTED) && good && i < count; i++) {
      const struct totals t = analysis_share_totals(part, &shares[i], sums);
      good = add_share(k, first, r, &shares[i], &t);
    }
  }
  return good;
}

static bool add_paths(struct kept *k, uint32_t first, const struct analysis *part) {
  struct metric_sum sums[METRICS];
  struct totals t;
  bool good = true;
  for (uint32_t p = 0; p < part->path_count && good; p++)
    for (uint32_t at = 0, location; good && analysis_path_share(part, p, &at, &location, &t, sums);)
      good = spill_add(&k->rows, k->first_path + k->path_of[p], row_of(k, first + location, k->path_of[p], &t));
  return good;
}

static int by_location_and_path(const void *x, const void *y) {
  const struct sampled_found *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  if (a->path != b->path)
    return a->path < b->path ? -1 : 1;
  return a->state < b->state ? -1 : a->state > b->state;
}

static void add_elsewhere(struct kept *k, const struct sampled_found *f) {
  uint32_t at = 0;
  while (at < k->elsewhere_count && k->elsewhere[at].state < f->state)
    at++;
  if (at < k->elsewhere_count && k->elsewhere[at].state == f->state) {
    k->elsewhere[at].samples.count += f->samples.count;
    k->elsewhere[at].samples.time += f->samples.time;
    return;
  }
  memmove(&k->elsewhere[at + 1], &k->elsewhere[at], (k->elsewhere_count++ - at) * sizeof *f);
  k->elsewhere[at] = *f;
}

/* Adds what was sampled, in the order of the call paths of the whole. */
static bool add_found(struct kept *k, uint32_t first, const struct analysis *part) {
  const uint32_t count = part->sampled ? part->sampled->found_count : 0;
  struct sampled_found *found = malloc((count + 1ull) * sizeof *found);
  bool good = found != NULL;
  for (uint32_t i = 0; good && i < count; i++) {
    found[i] = part->sampled->found[i];
    found[i].path = k->path_of[found[i].path];
    found[i].location += found[i].location == NO_LOCATION ? 0 : first;
  }
  if (good && count)
    qsort(found, count, sizeof *found, by_location_and_path);
  for (uint32_t i = 0; good && i < count; i++) {
    if (found[i].location == NO_LOCATION)
      add_elsewhere(k, &found[i]);
    else
      good = spill_add(&k->found, 0, &found[i]);
  }
  free(found);
  return good;
}

bool kept_add(struct analysis *whole, uint32_t process, const struct analysis *part) {
  struct kept *k = whole->kept;
  const uint32_t first = whole->experiment->processes[process].first_location;
  const uint32_t locations = part->experiment->location_count;
  uint64_t *vectors = NULL;
  if (!POMP_ARRAY_ROOM(k->rank, k->rank_room, locations + 0ull))
    return false;
  if (k->what & KEPT_VECTORS && !(vectors = calloc((size_t)locations * k->groups.size + 1, sizeof *vectors)))
    return false;
  for (uint32_t i = 0; i < locations; i++)
    k->rank[part->location_order[i]] = i;
  k->listed_count = 0;
  bool good = add_regions(k, whole, first, part, vectors);
  for (uint32_t i = 0; vectors && good && i < locations; i++)
    good = spill_add(&k->vectors, 0, vectors + (size_t)i * k->groups.size);
  if (k->listed_count)
    qsort(k->listed, k->listed_count, sizeof *k->listed, by_rank_and_time);
  for (uint32_t i = 0; good && i < k->listed_count; i++)
    good = spill_add(&k->rows, k->listing, k->bytes + k->listed[i].at * k->rows.row);
  free(vectors);
  good = good && (!(k->what & (KEPT_PATHS | KEPT_FOUND)) || find_paths(k, part));
  return good && (!(k->what & KEPT_PATHS) || add_paths(k, first, part)) &&
         (!(k->what & KEPT_FOUND) || add_found(k, first, part));
}
