/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scaling.c - what became of a run in comparison with the reference run, and which factor lost it.
 * Not here: the factors of a single run (efficiency.c). */
#include "findings/efficiency.h"

#include <math.h>

const struct scaling_row scaling_rows[SCALINGS] = {
#define SCALING_ROW(name, key, text, depth, lost) {depth, key, text, lost},
    SCALINGS_LIST(SCALING_ROW)
#undef SCALING_ROW
};

#define LOSS_TOLD 0.995 /* what leaves more has lost nothing worth telling */

static double ratio(double of, double to) { return to > 0 ? of / to : (double)NAN; }

static void offer(struct scaling *s, double left, const char *name, const char *key) {
  if (isfinite(left) && left < s->lost) {
    s->lost = left;
    s->loses = name;
    s->loses_key = key;
  }
}

/* True if no factor below this one is known in both runs. */
static bool is_leaf(const struct efficiency *a, const struct efficiency *b, int factor) {
  for (int i = 0; i < FACTORS; i++)
    if (i != factor && (int)factor_rows[i].above == factor && !isnan(a->factor[i]) && !isnan(b->factor[i]))
      return false;
  return true;
}

void scaling_find(struct scaling *s, const struct efficiency *run, const struct efficiency *reference, bool weak) {
  double *f = s->factor, times = ratio(run->threads, reference->threads), size = weak ? times : 1;
  *s = (struct scaling){.lost = 1, .loses = "", .loses_key = NULL};
  s->speedup = size * ratio(reference->wall, run->wall);
  s->efficiency = ratio(s->speedup, times);
  f[SCALING_COMPUTATION] = size * ratio(reference->time[TIME_USEFUL], run->time[TIME_USEFUL]);
  f[SCALING_INSTRUCTIONS] = size * ratio(reference->instructions, run->instructions);
  f[SCALING_IPC] = ratio(ratio(run->instructions, run->cycles), ratio(reference->instructions, reference->cycles));
  f[SCALING_FREQUENCY] =
      ratio(ratio(run->cycles, run->time[TIME_USEFUL]), ratio(reference->cycles, reference->time[TIME_USEFUL]));
  for (int i = 0; i < FACTORS; i++)
    if (is_leaf(run, reference, i))
      offer(s, ratio(run->factor[i], reference->factor[i]), factor_rows[i].lost, factor_rows[i].key);
  if (isnan(f[SCALING_INSTRUCTIONS]))
    offer(s, f[SCALING_COMPUTATION], scaling_rows[SCALING_COMPUTATION].lost, scaling_rows[SCALING_COMPUTATION].key);
  else
    for (int i = SCALING_INSTRUCTIONS; i < SCALINGS; i++)
      offer(s, f[i], scaling_rows[i].lost, scaling_rows[i].key);
  if (s->lost > LOSS_TOLD) {
    s->loses = "";
    s->loses_key = NULL;
  }
}
