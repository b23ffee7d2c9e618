/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_values.h - puts values into jansson's objects and arrays.
 * Not here: JSON that is written without jansson (json_out.h).
 *
 * Jansson's functions take NULL in place of a value, and fail; the only reason is memory. So `good` becomes false, and
 * is checked at the end. */
#ifndef BASE_JSON_VALUES_H
#define BASE_JSON_VALUES_H

#include "pomp_text.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static inline void set(json_t *object, const char *key, json_t *value, bool *good) {
  if (json_object_set_new_nocheck(object, key, value) != 0)
    *good = false;
}
static inline void append(json_t *array, json_t *value, bool *good) {
  if (json_array_append_new(array, value) != 0)
    *good = false;
}

/* JSON has no infinite numbers, and none that are not a number. */
static inline json_t *number_or_null(double value) { return isfinite(value) ? json_real(value) : json_null(); }

/* Names of directories and values of variables may hold anything; JSON is UTF-8. */
static inline json_t *text_of(const char *text) {
  char clean[4096];
  snprintf(clean, sizeof clean, "%s", text);
  pomp_text_clean(clean, '\n');
  return json_string(clean);
}

#endif
