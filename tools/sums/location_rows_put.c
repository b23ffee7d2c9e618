/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_rows_put.c - puts what the locations of a process have of regions and call paths.
 * Not here: how it is added to what is kept (location_rows_add.c). */
#include "pomp_array.h"
#include "sums/location_row_layout.h"

#include <stdlib.h>
#include <string.h>

/* This is a row of the listing while they are sorted. */
struct listed {
  uint32_t rank, key; /* rank: in the order of the tree of teams */
  uint64_t exclusive;
  size_t at; /* where its bytes are */
};

struct putting {
  const struct analysis *a;
  struct pomp_bytes *to;
  struct location_row_counts counts;
  /* These are rows that are to be sorted. */
  struct listed *listed;
  struct pomp_bytes rows;
  struct location_row_time *times;
};

static void put_row(struct pomp_bytes *to, uint32_t location, uint32_t of, const struct totals *t) {
  const struct location_row_head head = {location, of};
  POMP_BYTES_PUT(to, head);
  pomp_bytes_put(to, t, ROW_TOTALS);
  if (t->metric_count)
    pomp_bytes_put(to, t->metrics, t->metric_count * sizeof *t->metrics);
}

/* --- regions --- */

/* Puts what locations have of a region, or notes it for what is put later. */
static void put_region(struct putting *p, unsigned what, const uint32_t *rank, uint32_t region) {
  const struct analysis *a = p->a;
  const struct region *r = &a->regions[region];
  const struct share *shares = analysis_shares(a, r);
  struct metric_sum sums[METRICS];
  for (uint32_t i = 0; i < r->shares; i++) {
    const struct share *s = &shares[i];
    if (what & ROWS_OF_VECTORS)
      p->times[p->counts.times++] = (struct location_row_time){{s->location, region}, s->exclusive, s->wait};
    const bool is_listed = what & ROWS_LISTED && (r->key || s->exclusive);
    if (!is_listed && !(what & ROWS_OF_REGIONS))
      continue;
    const struct totals t = analysis_share_totals(a, s, sums);
    if (what & ROWS_OF_REGIONS) {
      put_row(p->to, s->location, region, &t);
      p->counts.regions++;
    }
    if (is_listed) {
      p->listed[p->counts.listed++] = (struct listed){rank[s->location], r->key, t.exclusive, p->rows.size};
      put_row(&p->rows, s->location, region, &t);
    }
  }
}

static int by_rank_and_time(const void *x, const void *y) {
  const struct listed *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->exclusive != b->exclusive)
    return a->exclusive < b->exclusive ? 1 : -1;
  return a->key < b->key ? -1 : a->key > b->key;
}

static void put_listed(struct putting *p) {
  const uint64_t count = p->rows.failed ? 0 : p->counts.listed;
  p->to->failed |= p->rows.failed;
  if (count)
    qsort(p->listed, count, sizeof *p->listed, by_rank_and_time);
  for (uint64_t i = 0; i < count; i++)
    pomp_bytes_put(p->to, p->rows.at + p->listed[i].at, location_row_size(p->a->experiment));
}

/* Puts the times by location. False: not enough memory. */
static bool put_times(const struct putting *p) {
  const uint64_t count = p->counts.times;
  uint64_t *place = calloc(p->a->experiment->location_count + 2ull, sizeof *place);
  struct location_row_time *sorted = malloc((count + 1) * sizeof *sorted);
  const bool good = place && sorted;
  for (uint64_t i = 0; good && i < count; i++)
    place[p->times[i].head.location + 1]++;
  for (uint32_t i = 0; good && i < p->a->experiment->location_count; i++)
    place[i + 1] += place[i];
  for (uint64_t i = 0; good && i < count; i++)
    sorted[place[p->times[i].head.location]++] = p->times[i];
  if (good)
    pomp_bytes_put(p->to, sorted, count * sizeof *sorted);
  free(place);
  free(sorted);
  return good;
}

/* --- call paths --- */

static void put_paths(struct putting *p) {
  struct metric_sum sums[METRICS];
  struct totals t;
  for (uint32_t path = 0; path < p->a->path_count; path++)
    for (uint32_t at = 0, location; analysis_path_share(p->a, path, &at, &location, &t, sums);) {
      put_row(p->to, location, path, &t);
      p->counts.paths++;
    }
}

/* --- samples --- */

static void put_found(struct putting *p) {
  const struct sampled *s = p->a->sampled;
  uint32_t states;
  for (uint32_t i = 0; s && i < s->found_count; i++) {
    const struct sampled_found *f = &s->found[i];
    const struct location_row_found row = {
        {f->location, f->path}, (uint32_t)(f->state - sampled_states(&states)), f->samples};
    POMP_BYTES_PUT(p->to, row);
    p->counts.found++;
  }
}

void location_rows_put(const struct analysis *of_rank, unsigned what, struct pomp_bytes *to) {
  struct putting p = {.a = of_rank, .to = to};
  const uint32_t locations = of_rank->experiment->location_count;
  const size_t begin = to->size;
  uint64_t shares = 1;
  uint32_t *rank = malloc((locations + 1ull) * sizeof *rank);
  for (uint32_t i = 0; i < of_rank->region_count; i++)
    shares += of_rank->regions[i].shares;
  p.listed = malloc((what & ROWS_LISTED ? shares : 1) * sizeof *p.listed);
  p.times = malloc((what & ROWS_OF_VECTORS ? shares : 1) * sizeof *p.times);
  bool good = rank && p.listed && p.times;
  for (uint32_t i = 0; good && i < locations; i++)
    rank[of_rank->location_order[i]] = i;
  POMP_BYTES_PUT(to, p.counts);
  for (uint32_t i = 0; good && what & (ROWS_OF_REGIONS | ROWS_LISTED | ROWS_OF_VECTORS) && i < of_rank->region_count;
       i++)
    put_region(&p, what, rank, i);
  if (good) {
    put_listed(&p);
    if (what & ROWS_OF_PATHS)
      put_paths(&p);
    good = put_times(&p);
    if (what & ROWS_FOUND)
      put_found(&p);
  }
  to->failed |= !good;
  if (!to->failed)
    memcpy(to->at + begin, &p.counts, sizeof p.counts);
  free(rank);
  free(p.listed);
  free(p.times);
  free(p.rows.at);
}
