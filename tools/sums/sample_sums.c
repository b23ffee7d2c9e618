/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_sums.c - adds up samples by call path, place and state, so that no view needs single samples.
 * Not here: the trees of stacks (samples_tree.c), regions' lines (sample_lines.c). */
#include "sums/samples_steps.h"

#include <stdlib.h>
#include <string.h>

/* --- what is found in each call path --- */

static int compare(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static int by_what(const void *x, const void *y) {
  const struct sample_sum *a = x, *b = y;
  if (a->path != b->path)
    return compare(a->path, b->path);
  if (a->leaf != b->leaf)
    return compare(a->leaf, b->leaf);
  return a->thread != b->thread ? compare(a->thread, b->thread) : compare(a->early, b->early);
}

struct wanted {
  const struct samples *s;
  const struct sample_sum *of;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return by_what(&w->s->sums[i], w->of) == 0;
}

static void add(struct sampled_count *to, struct sampled_count from) {
  to->count += from.count;
  to->time += from.time;
}

bool samples_add_sum(struct adding_up *a, const struct sample_sum *more) {
  struct samples *s = a->s;
  if (!POMP_ARRAY_ROOM(s->sums, a->room, s->sum_count + 1ull) || !pomp_index_room(&a->index, s->sum_count + 1ull))
    return false;
  const uint32_t hash = pomp_hash(pomp_hash(more->path, more->leaf), (uint64_t)more->thread << 1 | more->early);
  struct pomp_slot *slot = pomp_index_find(&a->index, hash, is_wanted, &(struct wanted){s, more});
  if (!slot->number) {
    s->sums[s->sum_count] = *more;
    s->sums[s->sum_count].samples = (struct sampled_count){0, 0};
    pomp_index_put(&a->index, slot, hash, s->sum_count++);
  }
  add(&s->sums[slot->number - 1].samples, more->samples);
  return true;
}

void samples_sort_sums(struct samples *s) {
  if (s->sum_count)
    qsort(s->sums, s->sum_count, sizeof *s->sums, by_what);
}

void adding_up_free(struct adding_up *a) { pomp_index_free(&a->index); }

static enum sample_thread thread_of(const struct experiment *e, uint32_t location) {
  return location == NO_LOCATION                        ? SAMPLE_ELSEWHERE
         : e->locations[location].parent == NO_LOCATION ? SAMPLE_INITIAL
                                                        : SAMPLE_MEMBER;
}

static struct sample_sum sum_of(const struct samples *s, const struct sample_row *r) {
  return (struct sample_sum){r->path, r->leaf, thread_of(s->analysis->experiment, r->location), r->early, r->samples};
}

static bool add_rows(struct samples *s) {
  struct adding_up a = {.s = s};
  bool good = true;
  for (uint32_t i = 0; good && i < s->row_count; i++) {
    const struct sample_sum sum = sum_of(s, &s->rows[i]);
    good = samples_add_sum(&a, &sum);
  }
  samples_sort_sums(s);
  adding_up_free(&a);
  return good;
}

/* --- samples in functions and lines, and in their callees --- */

/* The row, plus 1, that was counted last for a function or a place: a function that calls itself counts once. */
struct last {
  uint32_t *functions, *places;
  uint32_t *first; /* by place: the first one that is in the same line */
};

static int by_line(const void *x, const void *y, void *context) {
  const uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
  const struct sample_place *places = context, *a = &places[i], *b = &places[k];
  const int order = strcmp(a->file, b->file);
  if (order || a->line != b->line)
    return order ? order : a->line < b->line ? -1 : 1;
  return compare(i, k);
}

static bool find_first(const struct samples *s, uint32_t *first) {
  uint32_t *order = malloc((s->place_count + 1ull) * sizeof *order);
  for (uint32_t i = 0; order && i < s->place_count; i++)
    order[i] = i;
  if (order)
    qsort_r(order, s->place_count, sizeof *order, by_line, s->places);
  for (uint32_t i = 0; order && i < s->place_count; i++) {
    const struct sample_place *at = &s->places[order[i]], *before = i ? &s->places[order[i - 1]] : NULL;
    const bool same = before && strcmp(at->file, before->file) == 0 && at->line == before->line;
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  free(order);
  return order != NULL;
}

static void add_place(struct samples *s, struct last *last, uint32_t row, uint32_t place) {
  const uint32_t at = last->first[place];
  if (last->places[at] == row + 1)
    return;
  last->places[at] = row + 1;
  add(&s->places[at].within, s->rows[row].samples);
}

static void add_function(struct samples *s, struct last *last, uint32_t row, uint32_t function) {
  if (last->functions[function] == row + 1)
    return;
  last->functions[function] = row + 1;
  s->functions[function].serial += s->rows[row].samples.count;
}

/* A line of a construct's own code is in no function on the stack. */
static void add_stack(struct samples *s, struct last *last, uint32_t row) {
  const struct sample_row *r = &s->rows[row];
  const struct sample_sum sum = sum_of(s, r);
  const bool serial = sample_is_serial(s->analysis, &sum);
  for (uint32_t k = r->first; k < r->first + r->length; k++) {
    const uint32_t place = s->stack[k].place;
    if (place == NO_PLACE)
      continue;
    add_place(s, last, row, place);
    if (serial)
      add_function(s, last, row, s->places[place].function);
  }
  if (r->leaf != NO_PLACE)
    add_place(s, last, row, r->leaf);
}

bool samples_add_up(struct samples *s) {
  struct last last = {calloc(s->function_count + 1ull, sizeof *last.functions),
                      calloc(s->place_count + 1ull, sizeof *last.places),
                      malloc((s->place_count + 1ull) * sizeof *last.first)};
  const bool good = last.functions && last.places && last.first && find_first(s, last.first) && add_rows(s);
  for (uint32_t i = 0; good && i < s->row_count; i++)
    add_stack(s, &last, i);
  free(last.functions);
  free(last.places);
  free(last.first);
  return good;
}
