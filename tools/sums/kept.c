/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept.c - begins what kept.h keeps, and reads it again.
 * Not here: how processes are added (kept_add.c). */
#include "sums/kept_rows.h"

#include <stdlib.h>
#include <string.h>

bool kept_begin(struct analysis *whole, unsigned what, struct spill_place *place) {
  struct kept *k = whole->kept = calloc(1, sizeof *k);
  const size_t row = kept_row_size(whole->experiment);
  if (!k)
    return false;
  k->what = what;
  k->shares_of = NO_REGION;
  k->row = malloc(row > sizeof(struct kept_time) ? row : sizeof(struct kept_time));
  return k->row && spill_begin(&k->rows, row, place) && spill_begin(&k->listed, row, place) &&
         spill_begin(&k->times, sizeof(struct kept_time), place) && spill_begin(&k->met, sizeof *k->elsewhere, place) &&
         spill_begin(&k->found, sizeof *k->elsewhere, place) && spill_begin(&k->visits, sizeof(uint32_t), place) &&
         spill_begin(&k->cells, sizeof(struct profile_cell), place);
}

void kept_free(struct kept *k) {
  if (!k)
    return;
  spill_free(&k->rows);
  spill_free(&k->listed);
  spill_free(&k->times);
  spill_free(&k->vectors);
  spill_free(&k->met);
  spill_free(&k->found);
  spill_free(&k->visits);
  spill_free(&k->cells);
  group_vectors_free(&k->groups);
  free(k->row);
  free(k->regions);
  free(k->region_lines);
  free(k->path_lines);
  free(k->shares);
  free(k);
}

bool kept_has(const struct analysis *whole, enum kept_what what) { return whole->kept && whole->kept->what & what; }

bool kept_failed(const struct analysis *whole) {
  const struct kept *k = whole->kept;
  return k && (k->rows.failed || k->listed.failed || k->vectors.failed || k->found.failed);
}

/* Gives what is in a row. */
static struct kept_head row_at(const struct analysis *whole, struct spill *s, uint32_t line, uint64_t i,
                               struct totals *t, struct metric_sum *sums) {
  const unsigned char *row = spill_row(s, line, i);
  struct kept_head h;
  *t = (struct totals){.metric_count = whole->experiment->metric_count, .metrics = sums};
  memcpy(&h, row, sizeof h);
  memcpy(t, row + sizeof h, KEPT_TOTALS);
  if (t->metric_count)
    memcpy(sums, row + sizeof h + KEPT_TOTALS, t->metric_count * sizeof *sums);
  return h;
}

const struct share *kept_shares(const struct analysis *whole, const struct region *r) {
  struct kept *k = whole->kept;
  struct metric_sum sums[METRICS];
  struct totals t;
  const uint32_t region = (uint32_t)(r - whole->regions);
  for (uint32_t i = 0; k->shares_of != region && i < r->shares; i++) {
    const struct kept_head h = row_at(whole, &k->rows, k->region_lines[region], i, &t, sums);
    k->shares[i] =
        (struct share){.location = h.location, .inclusive = t.inclusive, .exclusive = t.exclusive, .wait = t.wait};
  }
  k->shares_of = region;
  return k->shares;
}

struct totals kept_share_totals(const struct analysis *whole, const struct share *s, struct metric_sum *sums) {
  struct kept *k = whole->kept;
  struct totals t;
  row_at(whole, &k->rows, k->region_lines[k->shares_of], (uint64_t)(s - k->shares), &t, sums);
  return t;
}

bool kept_path_share(const struct analysis *whole, uint32_t path, uint32_t *at, uint32_t *location,
                     struct totals *totals, struct metric_sum *sums) {
  struct kept *k = whole->kept;
  const uint32_t line = k->path_lines[path];
  if (*at >= spill_count(&k->rows, line))
    return false;
  *location = row_at(whole, &k->rows, line, (*at)++, totals, sums).location;
  return true;
}

uint64_t kept_listed(const struct analysis *whole) { return spill_count(&whole->kept->listed, 0); }

struct kept_share kept_listed_row(const struct analysis *whole, uint64_t i, struct metric_sum *sums) {
  struct kept_share s;
  const struct kept_head h = row_at(whole, &whole->kept->listed, 0, i, &s.totals, sums);
  s.region = whole->kept->regions[h.of];
  s.location = h.location;
  return s;
}

uint32_t kept_found_count(const struct analysis *whole) {
  return (uint32_t)spill_count(&whole->kept->found, 0) + whole->kept->elsewhere_count;
}

struct sampled_found kept_found_row(const struct analysis *whole, uint32_t i) {
  struct kept *k = whole->kept;
  struct sampled_found row;
  const uint64_t count = spill_count(&k->found, 0);
  if (i >= count)
    return k->elsewhere[i - count];
  memcpy(&row, spill_row(&k->found, 0, i), sizeof row);
  return row;
}

const uint64_t *kept_vector(const struct analysis *whole, uint32_t location) {
  return spill_row(&whole->kept->vectors, 0, location);
}
