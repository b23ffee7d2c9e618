/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wanted.c - what part of a table is wanted.
 * Not here: whether a table has what they name (listing.c). */
#include "show/wanted.h"
#include "base/user_error.h"

bool wanted_compile(struct wanted *w) {
  char why[256];
  const int error = w->region_text ? regcomp(&w->region, w->region_text, REG_EXTENDED | REG_NOSUB) : 0;
  if (error)
    regerror(error, &w->region, why, sizeof why);
  w->has_region = w->region_text && !error;
  return !error || user_error(NULL, "--region takes a regular expression, not %s: %s", w->region_text, why);
}

bool wanted_narrows(const struct wanted *w) {
  return w->csv || w->sort || w->columns || w->has_region || w->has_top || w->has_min;
}

void wanted_free(struct wanted *w) {
  if (w->has_region)
    regfree(&w->region);
}
