/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_rows_add.c - adds what processes have sent to what is kept, and makes of it what can be asked for.
 * Not here: what they send (location_rows_put.c), how it is read again (location_rows.c). */
#include "pomp_array.h"
#include "sums/location_row_layout.h"

#include <stdlib.h>
#include <string.h>

/* Takes the head of a row of the process; `map` has the numbers of what it is of, of which the process has `count`. */
static bool take_head(const struct adding *by, const uint32_t *map, uint32_t count, struct location_row_head *h) {
  POMP_BYTES_TAKE(by->from, *h);
  if (by->from->failed || h->of >= count || h->location >= by->head.locations)
    return false;
  *h = (struct location_row_head){by->first_location + h->location, map[h->of]};
  return true;
}

/* Adds so many rows to the lines of what they are of, or all to the first one if there are none. */
static bool add_rows(const struct adding *by, struct row_file *to, uint64_t rows, const uint32_t *map, uint32_t count,
                     uint32_t (*line)(uint32_t of)) {
  unsigned char *row = by->m->a->location_rows->row;
  struct location_row_head h;
  for (uint64_t i = 0; i < rows; i++) {
    if (!take_head(by, map, count, &h))
      return false;
    memcpy(row, &h, sizeof h);
    pomp_bytes_take(by->from, row + sizeof h, to->row - sizeof h);
    if (by->from->failed || !row_file_add(to, line ? line(h.of) : 0, row))
      return false;
  }
  return true;
}

/* --- samples --- */

static void add_elsewhere(struct location_rows *k, const struct sampled_found *f) {
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

static bool add_found(const struct adding *by, uint64_t rows) {
  struct location_rows *k = by->m->a->location_rows;
  uint32_t states;
  const struct sampled_state *state = sampled_states(&states);
  for (uint64_t i = 0; i < rows; i++) {
    struct location_row_found from;
    POMP_BYTES_TAKE(by->from, from);
    const bool has_location = from.head.location != NO_LOCATION;
    if (by->from->failed || from.state >= states || from.head.of >= by->head.paths ||
        (has_location && from.head.location >= by->head.locations))
      return false;
    const struct sampled_found f = {has_location ? by->first_location + from.head.location : NO_LOCATION,
                                    by->paths[from.head.of], &state[from.state], from.samples};
    if (!has_location)
      add_elsewhere(k, &f);
    else if (!row_file_add(&k->found_as_sent, 0, &f))
      return false;
  }
  return true;
}

static int by_path(const void *x, const void *y) {
  const struct sampled_found *a = x, *b = y;
  if (a->path != b->path)
    return a->path < b->path ? -1 : 1;
  return a->state < b->state ? -1 : a->state > b->state;
}

/* Sorts what was found at each location by the call paths of the whole. */
static bool order_found(struct location_rows *k, const uint32_t *place) {
  const uint64_t count = row_file_count(&k->found_as_sent, 0);
  struct sampled_found *of = NULL; /* the location */
  uint32_t of_count = 0, room = 0;
  bool good = true;
  for (uint64_t i = 0; good && i <= count; i++) {
    struct sampled_found f = {.location = NO_LOCATION};
    if (i < count)
      memcpy(&f, row_file_row(&k->found_as_sent, 0, i), sizeof f);
    if (of_count && of->location != f.location) {
      qsort(of, of_count, sizeof *of, by_path);
      for (uint32_t n = 0; good && n < of_count; n++)
        good = row_file_add(&k->found, 0, &of[n]);
      of_count = 0;
    }
    good = good && !k->found_as_sent.failed && POMP_ARRAY_ROOM(of, room, of_count + 1ull);
    if (good && i < count) {
      f.path = place[f.path];
      of[of_count++] = f;
    }
  }
  for (uint32_t i = 0; i < k->elsewhere_count; i++)
    k->elsewhere[i].path = place[k->elsewhere[i].path];
  free(of);
  row_file_free(&k->found_as_sent);
  return good;
}

/* --- all of it --- */

bool location_rows_add(const struct adding *by) {
  struct location_rows *k = by->m->a->location_rows;
  struct location_row_counts counts;
  if (!k)
    return true;
  POMP_BYTES_TAKE(by->from, counts);
  return !by->from->failed && add_rows(by, &k->rows, counts.regions, by->regions, by->head.regions, line_of_region) &&
         add_rows(by, &k->listed, counts.listed, by->regions, by->head.regions, NULL) &&
         add_rows(by, &k->rows, counts.paths, by->paths, by->head.paths, line_of_path) &&
         add_rows(by, &k->times, counts.times, by->regions, by->head.regions, NULL) && add_found(by, counts.found);
}

/* Makes the vectors of the times, which are no more needed then. */
static bool make_vectors(struct location_rows *k, const struct analysis *whole) {
  if (!group_vectors_choose(&k->groups, whole) ||
      !row_file_begin(&k->vectors, k->groups.size * sizeof(uint64_t), k->times.place))
    return false;
  const uint64_t count = row_file_count(&k->times, 0);
  uint64_t vector[GROUP_VECTOR_MOST], next = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < whole->experiment->location_count; i++) {
    memset(vector, 0, sizeof vector);
    for (struct location_row_time t; next < count; next++) {
      memcpy(&t, row_file_row(&k->times, 0, next), sizeof t);
      if (t.head.location != i)
        break;
      const struct share s = {.exclusive = t.exclusive, .wait = t.wait};
      group_vectors_add(&k->groups, k->regions[t.head.of], &s, 1, vector);
    }
    good = !k->times.failed && row_file_add(&k->vectors, 0, vector);
  }
  row_file_free(&k->times);
  return good;
}

bool location_rows_conclude(const struct job_sums *m, const uint32_t *place, const uint32_t *regions) {
  const struct analysis *a = m->a;
  struct location_rows *k = a->location_rows;
  if (!k)
    return true;
  uint32_t most = 1;
  k->regions = malloc((m->region_count + 1ull) * sizeof *k->regions);
  k->region_lines = malloc((m->region_count + 1ull) * sizeof *k->region_lines);
  k->path_lines = malloc((m->path_count + 1ull) * sizeof *k->path_lines);
  if (!k->regions || !k->region_lines || !k->path_lines)
    return false;
  for (uint32_t i = 0; i < m->region_count; i++) {
    k->regions[i] = regions[i];
    k->region_lines[regions[i]] = line_of_region(i);
    most = a->regions[regions[i]].shares > most ? a->regions[regions[i]].shares : most;
  }
  for (uint32_t i = 0; i < m->path_count; i++)
    k->path_lines[place[i]] = line_of_path(i);
  k->shares = malloc((k->what & ROWS_OF_REGIONS ? most : 1) * sizeof *k->shares);
  return k->shares && (!(k->what & ROWS_OF_VECTORS) || make_vectors(k, a)) && order_found(k, place);
}
