/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_shares.c - what few locations have of each call path.
 * Not here: which locations (page_locations.c), how a page has it (page_cells.c). */
#include "files/rank_reader.h"
#include "pomp_array.h"
#include "show/report_page.h"
#include "sums/path_index.h"

#include <stdlib.h>

struct found {
  const struct page_locations *few;
  struct page_share *shares;
  uint32_t count, room;
};

static bool add(struct found *f, uint32_t path, uint32_t location, const struct totals *t) {
  const uint32_t number = page_number(f->few, location);
  if (number == NO_LOCATION)
    return true;
  if (!POMP_ARRAY_ROOM(f->shares, f->room, f->count + 1ull))
    return false;
  f->shares[f->count++] = (struct page_share){path, number, t->exclusive, t->wait, t->visits};
  return true;
}

/* Adds what the locations of an analysis have, the first of which has the number `first` in the whole; `paths` has the
 * numbers of its call paths there. */
static bool add_all(struct found *f, const struct analysis *a, uint32_t first, const uint32_t *paths) {
  struct metric_sum sums[METRICS];
  struct totals t;
  bool good = true;
  for (uint32_t i = 0; i < a->path_count; i++)
    for (uint32_t at = 0, location; good && analysis_path_share(a, i, &at, &location, &t, sums);)
      if (!paths || paths[i] != NO_PATH)
        good = add(f, paths ? paths[i] : i, first + location, &t);
  return good;
}

/* Finds the numbers that the paths of a process have in the whole. */
static uint32_t *paths_of(const struct path_index *index, const struct analysis *part) {
  uint32_t *paths = calloc(part->path_count + 1ull, sizeof *paths);
  for (uint32_t i = 1; paths && i < part->path_count; i++) {
    const struct path *p = &part->paths[i];
    paths[i] =
        paths[p->parent] == NO_PATH ? NO_PATH : path_index_find(index, paths[p->parent], part->regions[p->region].key);
  }
  return paths;
}

static bool add_process(struct found *f, const struct rank_reader *parts, uint32_t process,
                        const struct path_index *index) {
  struct experiment part;
  struct analysis a;
  bool good = rank_reader_read(parts, process, &part);
  if (good) {
    uint32_t *paths = NULL;
    good = analyse(&a, &part) && (paths = paths_of(index, &a)) &&
           add_all(f, &a, parts->whole->processes[process].first_location, paths);
    free(paths);
    analysis_free(&a);
  }
  experiment_of_rank_free(&part);
  return good;
}

/* Adds the locations' shares, process by process; only processes with chosen locations are read. */
static bool add_parts(struct found *f, const struct view_input *s) {
  const struct analysed_experiment *o = s->experiments;
  const struct experiment *e = &o->loaded.experiment;
  struct loaded again = {.part = false};
  struct rank_reader parts;
  struct path_index index = {.a = &o->analysis};
  if (!load_ranks(&again, s->request->name_count ? *s->request->names : o->loaded.directory, &parts)) {
    experiment_free(&again.experiment);
    return false;
  }
  bool good = again.experiment.taken && again.experiment.location_count == e->location_count && path_index_make(&index);
  for (uint32_t i = 0, last = UINT32_MAX; good && i < f->few->count; i++) {
    const uint32_t process = e->locations[f->few->locations[i]].process;
    if (process != last)
      good = add_process(f, &parts, process, &index);
    last = process;
  }
  path_index_free(&index);
  rank_reader_close(&parts);
  experiment_free(&again.experiment);
  return good;
}

static int by_path(const void *x, const void *y) {
  const struct page_share *a = x, *b = y;
  if (a->path != b->path)
    return a->path < b->path ? -1 : 1;
  return a->location < b->location ? -1 : a->location > b->location;
}

bool page_shares_find(const struct view_input *s, const struct page_locations *few, struct page_share **shares,
                      size_t *count) {
  const struct analysed_experiment *o = s->experiments;
  struct found f = {.few = few};
  const bool good = o->loaded.experiment.taken ? add_parts(&f, s) : add_all(&f, &o->analysis, 0, NULL);
  if (f.count)
    qsort(f.shares, f.count, sizeof *f.shares, by_path);
  *shares = f.shares;
  *count = f.count;
  return good;
}
