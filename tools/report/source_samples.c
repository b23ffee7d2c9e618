/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_samples.c - adds up, for each line of the source, how many samples found a thread in it or in what it calls.
 * Not here: those of which it is the innermost line (tools/samples/lines.c), how lines are shown (source_view.c). */
#include "source_lines.h"

#include <stdlib.h>
#include <string.h>

static int by_line(const void *x, const void *y, void *context) {
  const struct sample_place *places = context, *a = &places[*(const uint32_t *)x], *b = &places[*(const uint32_t *)y];
  int order = strcmp(a->file, b->file);
  return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* Finds for each place the first one that is in the same line. False: not enough memory. */
static bool find_first(const struct samples *s, uint32_t *first) {
  uint32_t *order = malloc((s->place_count + 1ull) * sizeof *order);
  for (uint32_t i = 0; order && i < s->place_count; i++)
    order[i] = i;
  if (order)
    qsort_r(order, s->place_count, sizeof *order, by_line, s->places);
  for (uint32_t i = 0; order && i < s->place_count; i++) {
    bool same = i && by_line(&order[i - 1], &order[i], s->places) == 0;
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  free(order);
  return order != NULL;
}

struct sampled_count *source_samples(const struct samples *s) {
  struct sampled_count *found = calloc(s->place_count + 1ull, sizeof *found);
  uint32_t *first = malloc((s->place_count + 1ull) * sizeof *first);
  uint32_t *last = calloc(s->place_count + 1ull, sizeof *last); /* the last row that counted there, plus 1 */
  bool good = found && first && last && find_first(s, first);
  for (uint32_t i = 0; good && i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    for (uint32_t k = 0; k <= r->length; k++) { /* a line of the construct's own code is in no function on the stack */
      const uint32_t place = k < r->length ? s->stack[r->first + k].place : r->leaf;
      const uint32_t at = place == NO_PLACE ? NO_PLACE : first[place];
      if (at == NO_PLACE || last[at] == i + 1) /* a function that calls itself is counted once */
        continue;
      last[at] = i + 1;
      found[at].count += r->samples.count;
      found[at].time += r->samples.time;
    }
  }
  free(first);
  free(last);
  if (!good) {
    free(found);
    found = NULL;
  }
  return found;
}
