/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_summed.c - has the call paths of an experiment added up while they are read, and makes its analysis of the sums.
 */
#include "sums/load_summed.h"
#include "base/user_error.h"
#include "sums/sums.h"

bool load_summed(struct loaded *l, const char *name, struct analysis *a) {
  *a = (struct analysis){.experiment = NULL};
  l->experiment = (struct experiment){.nodes = NULL};
  struct sums *s = sums_new(a, true);
  if (!s)
    return user_error(NULL, "not enough memory");
  const bool loaded = load_taken(l, name, sums_taker(s));
  bool good = loaded;
  if (loaded && l->experiment.taken)
    good = sums_conclude(s, &l->experiment);
  else {
    analysis_free(a);
    *a = (struct analysis){.experiment = NULL};
    good = loaded && analyse(a, &l->experiment);
  }
  sums_free(s);
  return good || (loaded && user_error(l->path, "not enough memory"));
}
