/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept.c - begins what kept.h keeps, and reads it again.
 * Not here: how processes are added (kept_add.c). */
#include "kept_rows.h"

#include <stdlib.h>
#include <string.h>

static struct kept_head take_row(const struct analysis *whole, const unsigned char *row, struct totals *t,
                                 struct metric_sum *sums) {
  struct kept_head h;
  *t = (struct totals){.metric_count = whole->experiment->metric_count, .metrics = sums};
  memcpy(&h, row, sizeof h);
  memcpy(t, row += sizeof h, KEPT_TOTALS);
  row += KEPT_TOTALS;
  if (whole->kept->messages) {
    memcpy(&t->messages, row, sizeof t->messages);
    row += sizeof t->messages;
  }
  if (t->metric_count)
    memcpy(sums, row, t->metric_count * sizeof *sums);
  return h;
}

bool kept_begin(struct analysis *whole, unsigned what, struct spill_place *place) {
  struct kept *k = whole->kept = calloc(1, sizeof *k);
  if (!k)
    return false;
  k->what = what;
  k->shares_of = NO_REGION;
  k->first_path = what & KEPT_REGIONS ? whole->region_count : 0;
  k->listing = k->first_path + (what & KEPT_PATHS ? whole->path_count : 0);
  uint32_t most = 1;
  for (uint32_t r = 0; r < whole->region_count; r++) {
    k->messages |= whole->regions[r].totals.messages.kind != 0;
    most = whole->regions[r].shares > most ? whole->regions[r].shares : most;
  }
  const size_t size = sizeof(struct kept_head) + KEPT_TOTALS + (k->messages ? sizeof(struct messages) : 0) +
                      whole->experiment->metric_count * sizeof(struct metric_sum);
  k->row = malloc(size);
  k->shares = malloc((what & KEPT_REGIONS ? most : 1) * sizeof *k->shares);
  k->path_index.a = whole;
  return k->row && k->shares && group_vectors_choose(&k->groups, whole) &&
         spill_begin(&k->rows, k->listing + 1, size, place) &&
         spill_begin(&k->vectors, 1, k->groups.size * sizeof(uint64_t), place) &&
         spill_begin(&k->found, 1, sizeof *k->elsewhere, place) &&
         (!(what & (KEPT_PATHS | KEPT_FOUND)) || path_index_make(&k->path_index));
}

void kept_free(struct kept *k) {
  if (!k)
    return;
  spill_free(&k->rows);
  spill_free(&k->vectors);
  spill_free(&k->found);
  group_vectors_free(&k->groups);
  path_index_free(&k->path_index);
  free(k->row);
  free(k->path_of);
  free(k->shares);
  free(k->listed);
  free(k->bytes);
  free(k->rank);
  free(k);
}

bool kept_has(const struct analysis *whole, enum kept_what what) { return whole->kept && whole->kept->what & what; }

bool kept_failed(const struct analysis *whole) {
  const struct kept *k = whole->kept;
  return k && (k->rows.failed || k->vectors.failed || k->found.failed);
}

static struct kept_head row_at(const struct analysis *whole, uint32_t line, uint64_t i, struct totals *t,
                               struct metric_sum *sums) {
  return take_row(whole, spill_row(&whole->kept->rows, line, i), t, sums);
}

const struct share *kept_shares(const struct analysis *whole, const struct region *r) {
  struct kept *k = whole->kept;
  struct metric_sum sums[METRICS];
  struct totals t;
  const uint32_t region = (uint32_t)(r - whole->regions);
  for (uint32_t i = 0; k->shares_of != region && i < r->shares; i++) {
    const struct kept_head h = row_at(whole, region, i, &t, sums);
    k->shares[i] =
        (struct share){.location = h.location, .inclusive = t.inclusive, .exclusive = t.exclusive, .wait = t.wait};
  }
  k->shares_of = region;
  return k->shares;
}

struct totals kept_share_totals(const struct analysis *whole, const struct share *s, struct metric_sum *sums) {
  struct totals t;
  row_at(whole, whole->kept->shares_of, (uint64_t)(s - whole->kept->shares), &t, sums);
  return t;
}

bool kept_path_share(const struct analysis *whole, uint32_t path, uint32_t *at, uint32_t *location,
                     struct totals *totals, struct metric_sum *sums) {
  const uint32_t line = whole->kept->first_path + path;
  if (*at >= whole->kept->rows.line[line].count)
    return false;
  *location = row_at(whole, line, (*at)++, totals, sums).location;
  return true;
}

uint64_t kept_listed(const struct analysis *whole) { return whole->kept->rows.line[whole->kept->listing].count; }

struct kept_share kept_listed_row(const struct analysis *whole, uint64_t i, struct metric_sum *sums) {
  struct kept_share s;
  const struct kept_head h = row_at(whole, whole->kept->listing, i, &s.totals, sums);
  s.region = h.of;
  s.location = h.location;
  return s;
}

uint32_t kept_found_count(const struct analysis *whole) {
  return (uint32_t)whole->kept->found.line->count + whole->kept->elsewhere_count;
}

struct sampled_found kept_found_row(const struct analysis *whole, uint32_t i) {
  struct kept *k = whole->kept;
  struct sampled_found row;
  if (i >= k->found.line->count)
    return k->elsewhere[i - k->found.line->count];
  memcpy(&row, spill_row(&k->found, 0, i), sizeof row);
  return row;
}

const uint64_t *kept_vector(const struct analysis *whole, uint32_t location) {
  return spill_row(&whole->kept->vectors, 0, location);
}
