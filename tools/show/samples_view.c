/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples_view.c - the view of the hot lines of each region: where samples have found its threads.
 * Not here: the columns (sampled_rows.c), states (states_view.c). */
#include "show/print_listing.h"
#include "show/report.h"
#include "show/sampled_rows.h"
#include "show/select_rows.h"

#include <stdlib.h>

#define MOST 20u /* lines of a region, unless the user asks for the table as it is */

/* It is a region with samples. */
struct hot_region {
  uint32_t region;
  struct sampled_count found;
};

static int by_samples(const void *x, const void *y) {
  const struct hot_region *a = x, *b = y;
  if (a->found.count != b->found.count)
    return a->found.count > b->found.count ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Finds the regions with samples, those with most of them first. Returns how many there are. */
static uint32_t find_regions(const struct analysis *a, struct hot_region *all) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct hot_region r = {i, {0, 0}};
    uint32_t lines;
    const struct sample_line *line = samples_lines(a->samples, i, &lines);
    for (uint32_t k = 0; k < lines; k++) {
      r.found.count += line[k].samples.count;
      r.found.time += line[k].samples.time;
    }
    if (lines)
      all[count++] = r;
  }
  qsort(all, count, sizeof *all, by_samples);
  return count;
}

struct rows {
  struct row *at;
  struct sampled_row *sampled;
  uint32_t count;
};

/* Adds those lines of a region that are more than noise. Returns how many samples they have. */
static uint64_t add_lines(struct rows *rows, const struct analysis *a, const struct hot_region *r, uint32_t most) {
  uint64_t shown = 0;
  uint32_t count;
  const struct sample_line *lines = samples_lines(a->samples, r->region, &count);
  for (uint32_t i = 0; i < count && i < most && !sampled_is_noise(lines[i].samples, r->found); i++) {
    struct sampled_row *s = &rows->sampled[rows->count];
    *s = (struct sampled_row){lines[i].samples, r->found, lines[i].place, NULL};
    rows->at[rows->count++] = (struct row){.analysis = a, .region = &a->regions[r->region], .sampled = s};
    shown += lines[i].samples.count;
  }
  return shown;
}

static void print_rest(FILE *out, uint64_t samples, uint64_t all, uint32_t count, const char *what) {
  if (samples)
    fprintf(out, "%llu more sample%s, %.1f %%, in %u other %s%s\n", (unsigned long long)samples,
            samples == 1 ? "" : "s", 100 * (double)samples / (double)all, count, what, count == 1 ? "" : "s");
}

/* Prints a table for each region that is wanted. */
static void print_regions(FILE *out, const struct listing *l, const struct analysis *a, struct rows *rows,
                          const struct hot_region *regions, uint32_t count) {
  struct listing own = *l;
  uint64_t rest = 0;
  uint32_t wanted = 0, rest_count = 0;
  own.columns = "samples_percent,error_percent,samples,sampled_s,code,code_place";
  for (uint32_t i = 0; i < count; i++) {
    const struct hot_region *r = &regions[i];
    const struct row row = {.analysis = a, .region = &a->regions[r->region]};
    uint32_t lines;
    if (!listing_wants(l, &row))
      continue;
    wanted++;
    if (sampled_is_noise(r->found, a->sampled->all)) {
      rest += r->found.count;
      rest_count++;
      continue;
    }
    samples_lines(a->samples, r->region, &lines);
    rows->count = 0;
    uint64_t shown = add_lines(rows, a, r, MOST);
    sampled_region_head(out, &row, r->found, a->sampled->all);
    if (rows->count)
      listing_print(out, &own, rows->at, rows->count);
    print_rest(out, r->found.count - shown, r->found.count, lines - rows->count, "line");
  }
  if (rest)
    fputc('\n', out);
  print_rest(out, rest, a->sampled->all.count, rest_count, "region");
  listing_tell_empty(l, count, wanted);
}

bool report_samples(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  const struct analysis *a = &o->analysis;
  const struct table_options *w = l->wanted;
  const bool flat = w->csv || w->columns || w->sort || w->has_top || w->has_min;
  if (!w->csv && !sampled_head(out, a))
    return true;
  uint32_t lines = a->samples ? a->samples->line_count : 0;
  struct hot_region *regions = calloc(a->region_count + 1ull, sizeof *regions);
  struct rows rows = {calloc(lines + 1ull, sizeof *rows.at), calloc(lines + 1ull, sizeof *rows.sampled), 0};
  bool good = regions && rows.at && rows.sampled;
  uint32_t count = good && a->samples ? find_regions(a, regions) : 0;
  if (good && !flat)
    print_regions(out, l, a, &rows, regions, count);
  for (uint32_t i = 0; good && flat && i < count; i++)
    add_lines(&rows, a, &regions[i], UINT32_MAX);
  good = good && (!flat || listing_show(out, l, rows.at, rows.count));
  free(regions);
  free(rows.at);
  free(rows.sampled);
  return good;
}
