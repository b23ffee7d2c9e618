/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_rows.c - begins what location_rows.h keeps, and reads it again.
 * Not here: how processes are added (location_rows_add.c). */
#include "sums/location_row_layout.h"

#include <stdlib.h>
#include <string.h>

bool location_rows_begin(struct analysis *whole, unsigned what, struct row_file_place *place) {
  struct location_rows *k = whole->location_rows = calloc(1, sizeof *k);
  const size_t row = location_row_size(whole->experiment);
  if (!k)
    return false;
  k->what = what;
  k->shares_of = NO_REGION;
  k->row = malloc(row > sizeof(struct location_row_time) ? row : sizeof(struct location_row_time));
  return k->row && row_file_begin(&k->rows, row, place) && row_file_begin(&k->listed, row, place) &&
         row_file_begin(&k->times, sizeof(struct location_row_time), place) &&
         row_file_begin(&k->found_as_sent, sizeof *k->elsewhere, place) &&
         row_file_begin(&k->found, sizeof *k->elsewhere, place) &&
         row_file_begin(&k->visits, sizeof(uint32_t), place) &&
         row_file_begin(&k->cells, sizeof(struct profile_cell), place);
}

void location_rows_free(struct location_rows *k) {
  if (!k)
    return;
  row_file_free(&k->rows);
  row_file_free(&k->listed);
  row_file_free(&k->times);
  row_file_free(&k->vectors);
  row_file_free(&k->found_as_sent);
  row_file_free(&k->found);
  row_file_free(&k->visits);
  row_file_free(&k->cells);
  group_vectors_free(&k->groups);
  free(k->row);
  free(k->regions);
  free(k->region_lines);
  free(k->path_lines);
  free(k->shares);
  free(k);
}

bool location_rows_has(const struct analysis *whole, enum location_rows_what what) {
  return whole->location_rows && whole->location_rows->what & what;
}

bool location_rows_failed(const struct analysis *whole) {
  const struct location_rows *k = whole->location_rows;
  return k && (k->rows.failed || k->listed.failed || k->vectors.failed || k->found.failed);
}

/* Gives what is in a row. */
static struct location_row_head row_at(const struct analysis *whole, struct row_file *s, uint32_t line, uint64_t i,
                                       struct totals *t, struct metric_sum *sums) {
  const unsigned char *row = row_file_row(s, line, i);
  struct location_row_head h;
  *t = (struct totals){.metric_count = whole->experiment->metric_count, .metrics = sums};
  memcpy(&h, row, sizeof h);
  memcpy(t, row + sizeof h, ROW_TOTALS);
  if (t->metric_count)
    memcpy(sums, row + sizeof h + ROW_TOTALS, t->metric_count * sizeof *sums);
  return h;
}

const struct share *location_rows_shares(const struct analysis *whole, const struct region *r) {
  struct location_rows *k = whole->location_rows;
  struct metric_sum sums[METRICS];
  struct totals t;
  const uint32_t region = (uint32_t)(r - whole->regions);
  for (uint32_t i = 0; k->shares_of != region && i < r->shares; i++) {
    const struct location_row_head h = row_at(whole, &k->rows, k->region_lines[region], i, &t, sums);
    k->shares[i] =
        (struct share){.location = h.location, .inclusive = t.inclusive, .exclusive = t.exclusive, .wait = t.wait};
  }
  k->shares_of = region;
  return k->shares;
}

struct totals location_rows_share_totals(const struct analysis *whole, const struct share *s, struct metric_sum *sums) {
  struct location_rows *k = whole->location_rows;
  struct totals t;
  row_at(whole, &k->rows, k->region_lines[k->shares_of], (uint64_t)(s - k->shares), &t, sums);
  return t;
}

bool location_rows_path_share(const struct analysis *whole, uint32_t path, uint32_t *at, uint32_t *location,
                              struct totals *totals, struct metric_sum *sums) {
  struct location_rows *k = whole->location_rows;
  const uint32_t line = k->path_lines[path];
  if (*at >= row_file_count(&k->rows, line))
    return false;
  *location = row_at(whole, &k->rows, line, (*at)++, totals, sums).location;
  return true;
}

uint64_t location_rows_listed(const struct analysis *whole) { return row_file_count(&whole->location_rows->listed, 0); }

struct location_rows_share location_rows_listed_row(const struct analysis *whole, uint64_t i, struct metric_sum *sums) {
  struct location_rows_share s;
  const struct location_row_head h = row_at(whole, &whole->location_rows->listed, 0, i, &s.totals, sums);
  s.region = whole->location_rows->regions[h.of];
  s.location = h.location;
  return s;
}

uint32_t location_rows_found_count(const struct analysis *whole) {
  return (uint32_t)row_file_count(&whole->location_rows->found, 0) + whole->location_rows->elsewhere_count;
}

struct sampled_found location_rows_found_row(const struct analysis *whole, uint32_t i) {
  struct location_rows *k = whole->location_rows;
  struct sampled_found row;
  const uint64_t count = row_file_count(&k->found, 0);
  if (i >= count)
    return k->elsewhere[i - count];
  memcpy(&row, row_file_row(&k->found, 0, i), sizeof row);
  return row;
}

const uint64_t *location_rows_vector(const struct analysis *whole, uint32_t location) {
  return row_file_row(&whole->location_rows->vectors, 0, location);
}
