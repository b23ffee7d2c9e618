/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hot_line.c - finds the function that has most of a region's samples, and the line that has most of the function's.
 * Not here: lines of all regions (tools/show/samples_view.c). */
#include "findings/hot_line.h"
#include "sums/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_serial(const struct analysis *a, const struct sample_sum *of, uint32_t region, enum serial_part part) {
  return a->paths[of->path].region == region && (part == SERIAL_ALL || of->early == (part == SERIAL_EARLY)) &&
         of->leaf != NO_PLACE && of->thread != SAMPLE_MEMBER;
}

/* Counts the serial samples by function, or, of the function that is given, by place. Returns the first number that has
 * most of them; NO_PLACE: there are none. */
static uint32_t find_most(const struct analysis *a, uint32_t region, enum serial_part part, uint32_t function,
                          uint64_t *counts, uint64_t *all) {
  const struct samples *s = a->samples;
  const uint32_t numbers = function == NO_PLACE ? s->function_count : s->place_count;
  uint32_t most = NO_PLACE;
  *all = 0;
  for (uint32_t i = 0; i < s->sum_count; i++) {
    const struct sample_sum *of = &s->sums[i];
    if (!is_serial(a, of, region, part))
      continue;
    uint32_t its = s->places[of->leaf].function, number = function == NO_PLACE ? its : of->leaf;
    if (function != NO_PLACE && its != function)
      continue;
    counts[number] += of->samples.count;
    *all += of->samples.count;
  }
  for (uint32_t i = 0; i < numbers; i++)
    if (counts[i] && (most == NO_PLACE || counts[i] > counts[most]))
      most = i;
  return most;
}

bool hot_line_find(struct hot_line *h, const struct analysis *a, uint32_t region, enum serial_part part) {
  const struct samples *s = a->samples;
  if (!s)
    return false;
  uint64_t *counts = calloc((uint64_t)s->function_count + s->place_count + 1, sizeof *counts), own;
  const uint32_t function = counts ? find_most(a, region, part, NO_PLACE, counts, &h->all) : NO_PLACE;
  const bool found = function != NO_PLACE &&
                     !sampled_is_noise((struct sampled_count){counts[function], 0}, (struct sampled_count){h->all, 0});
  if (found) {
    h->count = counts[function];
    h->place = find_most(a, region, part, function, counts + s->function_count, &own);
  }
  free(counts);
  return found;
}

void hot_line_where(char *text, size_t size, const struct analysis *a, const struct hot_line *h) {
  const struct sample_place *p = &a->samples->places[h->place];
  const char *path = a->samples->functions[p->function].module, *slash = strrchr(path, '/');
  if (p->line)
    snprintf(text, size, ", %s:%d", p->file, p->line);
  else
    snprintf(text, size, "%s%s%s", *path ? " (" : "", slash ? slash + 1 : path, *path ? ")" : "");
}

void hot_line_words(char *text, size_t size, const struct analysis *a, const struct hot_line *h) {
  const struct samples *s = a->samples;
  char where[4096];
  hot_line_where(where, sizeof where, a, h);
  snprintf(text, size, "%.0f %% of its %llu samples are in %s%s.", 100 * (double)h->count / (double)h->all,
           (unsigned long long)h->all, s->functions[s->places[h->place].function].name, where);
}

void hot_line_write(char *text, size_t size, const struct analysis *a, uint32_t region, enum serial_part part) {
  struct hot_line h;
  *text = 0;
  if (!hot_line_find(&h, a, region, part))
    return;
  hot_line_words(text, size - 1, a, &h);
  strcat(text, " ");
}
