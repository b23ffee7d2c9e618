/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table_options.c - reads the values of the options that each command with tables has.
 * Not here: whether a table has what they name (listing.c). */
#include "show/table_options.h"
#include "base/user_error.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

bool table_options_read_sort(struct table_options *w, const char *value) {
  w->sort = value;
  return *value || user_error(NULL, "--sort takes a column, as self_s, or -self_s for the reverse order");
}
bool table_options_read_columns(struct table_options *w, const char *value) {
  w->columns = value;
  return *value || user_error(NULL, "--columns takes columns with commas between them, as self_s,visits,region");
}
bool table_options_read_top(struct table_options *w, const char *value) {
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  w->has_top = true;
  w->top = n < SIZE_MAX ? (size_t)n : SIZE_MAX - 1;
  return (isdigit((unsigned char)*value) && !*end && n > 0 && !errno) ||
         user_error(NULL, "--top takes a number of rows, from 1 on, not %s", value);
}
bool table_options_read_min(struct table_options *w, const char *value) {
  char *end;
  w->min = strtod(value, &end);
  w->has_min = true;
  end += *end == '%';
  return (end != value && !*end && isfinite(w->min) && w->min >= 0) ||
         user_error(NULL, "--min takes a percentage, as 0.5, not %s", value);
}
bool table_options_read_region(struct table_options *w, const char *value) {
  char why[256];
  if (w->has_region)
    regfree(&w->region);
  int error = regcomp(&w->region, value, REG_EXTENDED | REG_NOSUB);
  if (error)
    regerror(error, &w->region, why, sizeof why);
  w->has_region = !error;
  w->region_text = value;
  return !error || user_error(NULL, "--region takes a regular expression, not %s: %s", value, why);
}
bool table_options_read_csv(struct table_options *w, const char *value) {
  (void)value;
  return w->csv = true;
}

bool table_options_narrow(const struct table_options *w) {
  return w->csv || w->sort || w->columns || w->has_region || w->has_top || w->has_min;
}

void table_options_free(struct table_options *w) {
  if (w->has_region)
    regfree(&w->region);
}
