/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_lines.c - tells, for each region, how many samples were in which line.
 * Not here: which of them are shown (tools/show). */
#include "sums/samples_steps.h"

#include <stdlib.h>

static int by_line(const void *x, const void *y) {
  const struct sample_line *a = x, *b = y;
  if (a->region != b->region)
    return a->region < b->region ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static int by_samples(const void *x, const void *y) {
  const struct sample_line *a = x, *b = y;
  if (a->region != b->region)
    return a->region < b->region ? -1 : 1;
  if (a->samples.count != b->samples.count)
    return a->samples.count > b->samples.count ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

bool samples_make_lines(struct samples *s) {
  uint32_t count = 0;
  s->lines = calloc(s->sum_count + 1ull, sizeof *s->lines);
  if (!s->lines)
    return false;
  for (uint32_t i = 0; i < s->sum_count; i++) {
    const struct sample_sum *of = &s->sums[i];
    s->lines[i] = (struct sample_line){s->analysis->paths[of->path].region, of->leaf, of->samples, 0};
  }
  qsort(s->lines, s->sum_count, sizeof *s->lines, by_line);
  for (uint32_t i = 0; i < s->sum_count; i++) {
    if (count && by_line(&s->lines[count - 1], &s->lines[i]) == 0) {
      s->lines[count - 1].samples.count += s->lines[i].samples.count;
      s->lines[count - 1].samples.time += s->lines[i].samples.time;
    } else
      s->lines[count++] = s->lines[i];
  }
  s->line_count = count;
  for (uint32_t i = 0, end = 0; i < count; i = end) {
    uint64_t all = 0;
    for (; end < count && s->lines[end].region == s->lines[i].region; end++)
      all += s->lines[end].samples.count;
    for (uint32_t k = i; k < end; k++)
      s->lines[k].all = all;
  }
  qsort(s->lines, count, sizeof *s->lines, by_samples);
  return true;
}

const struct sample_line *samples_lines(const struct samples *s, uint32_t region, uint32_t *count) {
  uint32_t low = 0, high = s->line_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->lines[middle].region < region)
      low = middle + 1;
    else
      high = middle;
  }
  for (high = low; high < s->line_count && s->lines[high].region == region;)
    high++;
  *count = high - low;
  return s->lines + low;
}
