/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis_matches.c - matches two analyses of the same run. The traces of a job's ranks refer to the ranks' own files,
 * which number constructs and locations in another way than the file of all ranks. Not here: what is drawn from that.
 */
#include "sums/analysis_matches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This is what something is known by in both. */
struct known {
  char *text;
  uint32_t number;
};

static int by_text(const void *x, const void *y) {
  const struct known *a = x, *b = y;
  int order = strcmp(a->text, b->text);
  return order ? order : a->number < b->number ? -1 : a->number > b->number;
}

static char *name_region(const struct analysis *a, uint32_t number) {
  const struct region *r = &a->regions[number];
  const struct construct *c = r->construct;
  char *text = NULL;
  return asprintf(&text, "%u %s %s %s %d %d", r->role, r->name, c && c->file ? c->file : "",
                  c && c->function ? c->function : "", c ? c->begin_line1 : 0, c ? c->end_lineN : 0) < 0
             ? NULL
             : text;
}

static char *name_location(const struct analysis *a, uint32_t number) {
  char text[512];
  analysis_location_name(a, number, "/", text, sizeof text);
  return strdup(text);
}

static void free_known(struct known *all, uint32_t count) {
  for (uint32_t i = 0; all && i < count; i++)
    free(all[i].text);
  free(all);
}

static struct known *list(const struct analysis *a, uint32_t count, char *(*name)(const struct analysis *, uint32_t)) {
  struct known *all = calloc(count + 1ull, sizeof *all);
  for (uint32_t i = 0; all && i < count; i++) {
    all[i] = (struct known){name(a, i), i};
    if (!all[i].text) {
      free_known(all, i);
      return NULL;
    }
  }
  if (all)
    qsort(all, count, sizeof *all, by_text);
  return all;
}

/* Matches items with equal names, in their order. */
static uint32_t *match(const struct analysis *from, uint32_t from_count, const struct analysis *to, uint32_t to_count,
                       char *(*name)(const struct analysis *, uint32_t)) {
  struct known *a = list(from, from_count, name), *b = list(to, to_count, name);
  uint32_t *map = a && b ? malloc((from_count + 1ull) * sizeof *map) : NULL;
  for (uint32_t i = 0, k = 0; map && i < from_count; i++) {
    while (k < to_count && strcmp(b[k].text, a[i].text) < 0)
      k++;
    map[a[i].number] = k < to_count && strcmp(b[k].text, a[i].text) == 0 ? b[k++].number : UINT32_MAX;
  }
  free_known(a, from_count);
  free_known(b, to_count);
  return map;
}

/* A path's parent comes before it. */
static uint32_t *match_paths(const struct analysis *from, const struct analysis *to, const uint32_t *regions) {
  uint32_t *map = calloc(from->path_count + 1ull, sizeof *map);
  for (uint32_t i = 1; map && i < from->path_count; i++) {
    uint32_t parent = map[from->paths[i].parent], child = UINT32_MAX;
    if (parent != UINT32_MAX)
      for (child = to->paths[parent].first_child; child != NO_PATH; child = to->paths[child].next_sibling)
        if (to->paths[child].region == regions[from->paths[i].region])
          break;
    map[i] = child;
  }
  return map;
}

bool page_match(struct page_matches *m, const struct analysis *from, const struct analysis *to) {
  *m = (struct page_matches){.region_count = from->region_count};
  m->regions = match(from, from->region_count, to, to->region_count, name_region);
  m->locations = match(from, from->experiment->location_count, to, to->experiment->location_count, name_location);
  m->paths = m->regions ? match_paths(from, to, m->regions) : NULL;
  return m->regions && m->paths && m->locations;
}

void page_matches_free(struct page_matches *m) {
  free(m->regions);
  free(m->paths);
  free(m->locations);
}
