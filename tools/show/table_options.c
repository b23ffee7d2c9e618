/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table_options.c - what part of a table is wanted.
 * Not here: whether a table has what they name (listing.c). */
#include "show/table_options.h"
#include "base/user_error.h"

bool table_options_compile(struct table_options *w) {
  char why[256];
  const int error = w->region_text ? regcomp(&w->region, w->region_text, REG_EXTENDED | REG_NOSUB) : 0;
  if (error)
    regerror(error, &w->region, why, sizeof why);
  w->has_region = w->region_text && !error;
  return !error || user_error(NULL, "--region takes a regular expression, not %s: %s", w->region_text, why);
}

bool table_options_narrow(const struct table_options *w) {
  return w->csv || w->sort || w->columns || w->has_region || w->has_top || w->has_min;
}

void table_options_free(struct table_options *w) {
  if (w->has_region)
    regfree(&w->region);
}
